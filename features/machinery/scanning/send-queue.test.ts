import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SendQueue, type KeptQueue, type Sendable } from './send-queue.ts'

const event = (id: number): Sendable => ({ id: String(id) })

function kept(): KeptQueue<Sendable> {
  let events: Sendable[] = []
  return {
    read: () => events,
    add: (next) => void (events = [...events, next]),
    remove: (ids) => void (events = events.filter(({ id }) => !ids.has(id))),
  }
}

/** Connection of a request: it succeeds, its response is lost, or it does not arrive. */
type Line = 'up' | 'answer-lost' | 'down'

/** A hub that accepts each event once, behind a simulated connection. */
function hub(line: () => Line) {
  const got: string[] = []
  return {
    got,
    send: async (events: readonly Sendable[]) => {
      const how = line()
      if (how === 'down') return { ok: false, why: 'no-connection' } as const
      for (const { id } of events) if (!got.includes(id)) got.push(id)
      if (how === 'answer-lost') return { ok: false, why: 'no-connection' } as const
      return { ok: true, taken: events.map(({ id }) => id), answer: null } as const
    },
  }
}

describe('the queue of the pack station', () => {
  it('keeps events without a connection, and sends them in order when it is back', async () => {
    let line: Line = 'down'
    const { got, send } = hub(() => line)
    const states: [string, number][] = []
    const queue = new SendQueue({
      kept: kept(),
      send,
      told: ({ state, waiting }) => states.push([state, waiting.length]),
    })
    await queue.add(event(1))
    await queue.add(event(2))
    expect(got).toEqual([])
    expect(states.at(-1)).toEqual(['no-connection', 2])
    line = 'up'
    await queue.flush()
    expect(got).toEqual(['1', '2'])
    expect(states.at(-1)).toEqual(['sent', 0])
    expect(queue.waiting).toEqual([])
  })

  it('sends more than fits one request, one request at a time', async () => {
    let under = 0
    const { got, send } = hub(() => 'up')
    const queue = new SendQueue({
      kept: kept(),
      send: async (events) => {
        under += 1
        expect(under).toBe(1)
        await Promise.resolve()
        under -= 1
        return send(events)
      },
      told: () => {},
    })
    await Promise.all(Array.from({ length: 120 }, (_, index) => queue.add(event(index))))
    await queue.flush()
    expect(got).toEqual(Array.from({ length: 120 }, (_, index) => String(index)))
  })

  it('asks the hub after sending all events, and sends nothing until it has answered', async () => {
    let line: Line = 'up'
    const { got, send } = hub(() => line)
    const queue = new SendQueue({ kept: kept(), send, told: () => {} })
    const first = queue.add(event(1))
    const answered = Promise.withResolvers<number>()
    const asked = queue.ask(() => {
      expect(got).toEqual(['1'])
      return answered.promise
    })
    await first
    const second = queue.add(event(2))
    const again = queue.ask(async () => got.length)
    await Promise.resolve()
    expect([got, queue.waiting.map(({ id }) => id)]).toEqual([['1'], ['2']])
    answered.resolve(1)
    expect(await asked).toBe(1)
    await second
    expect(got).toEqual(['1', '2'])
    expect(await again).toBe(2)
    line = 'down'
    await queue.add(event(3))
    expect(await queue.ask(async () => 3)).toBeNull()
    line = 'up'
    await expect(queue.ask(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await queue.add(event(4))
    expect(got).toEqual(['1', '2', '3', '4'])
  })

  it('delivers each event once and in order, whatever connections and answers are lost', async () => {
    const lines = fc.array(fc.constantFrom<Line>('up', 'answer-lost', 'down'), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 20 }), async (ways, count) => {
        const rest = [...ways]
        const { got, send } = hub(() => rest.shift() ?? 'up')
        const queue = new SendQueue({ kept: kept(), send, told: () => {} })
        for (let id = 0; id < count; id += 1) await queue.add(event(id))
        while (queue.waiting.length > 0) await queue.flush()
        expect(got).toEqual(Array.from({ length: count }, (_, index) => String(index)))
      }),
    )
  })
})
