import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const patient = new AbortController().signal

it('lets one in after the other, in order', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 2 })
  const order: string[] = []
  const first = await turns.take(patient)
  const waiting = ['b', 'c'].map((name) => turns.take(patient).then((turn) => (order.push(name), turn)))
  expect(await turns.take(patient)).toBeNull()
  expect(order).toEqual([])
  first!.end()
  const second = await waiting[0]!
  // Whoever comes while the turn is handed on does not get in as well.
  const late = turns.take(patient).then(() => order.push('late'))
  expect(order).toEqual(['b'])
  second!.end()
  const third = await waiting[1]!
  third!.end()
  await late
  expect(order).toEqual(['b', 'c', 'late'])
})

it('forgets who stops waiting', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 5 })
  const first = await turns.take(patient)
  const impatient = new AbortController()
  const given = turns.take(impatient.signal)
  const next = turns.take(patient)
  impatient.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  await expect(turns.take(impatient.signal)).rejects.toThrow('gone')
  first!.end()
  expect(await next).not.toBeNull()
})
