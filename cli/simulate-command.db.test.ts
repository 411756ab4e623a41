import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openHubClient } from '#marketplace/simulator/hub-client.ts'
import { play, type StoryOptions } from '#marketplace/simulator/play.ts'
import {
  parcelJourney,
  buyerBehaviour,
  type ParcelJourney,
  type BuyerBehaviour,
} from '#marketplace/simulator/buyer-behaviour.ts'
import { simulateCommand } from './simulate-command.ts'
import { immediateClock, serveHub, type ServedHub } from './testing-simulate.ts'
import { runCommand } from './testing.ts'

const usual: StoryOptions = { seed: 1, speed: 14_400, perDay: 4, days: 3, sellers: null }

/** Runs a story against a hub without waiting; sellers ship what is paid. */
async function tell(
  options: Partial<StoryOptions>,
  { hub: known, until }: { hub?: Served; until?: (line: string) => boolean } = {},
) {
  const served = known ?? (await freshHub())
  const { hub, clock } = served
  const said: string[] = []
  const enough = new AbortController()
  const say = (line: string) => {
    said.push(line)
    if (until?.(line)) enough.abort()
  }
  const { signal } = enough
  const client = openHubClient({ url: hub.url, key: hub.key, clock, say, signal })
  const photo = () =>
    sharp({ create: { width: 600, height: 600, channels: 3, background: '#876' } })
      .jpeg()
      .toBuffer()
  const { counts } = await play({ ...usual, ...options }, { client, clock, say, signal, photo })
  return { served, said, counts: Object.fromEntries(counts), orders: await hub.orders() }
}

interface Served {
  hub: ServedHub
  clock: ReturnType<typeof immediateClock>
}

async function freshHub(): Promise<Served> {
  const clock = immediateClock(() => hub.work())
  const hub = await serveHub(() => new Date(clock.now()))
  return { hub, clock }
}

const ids = (orders: object[]) => [...new Set(orders.map((each) => (each as { external_id: string }).external_id))]

let whole: ReturnType<typeof tell> | undefined
/** A story from its beginning to its end. */
const tellWhole = () => (whole ??= tell({}))

describe('a story', () => {
  it('is another for another seed, and goes by what the sellers do', async () => {
    const { served, said, counts, orders } = await tellWhole()
    expect(ids(orders)).toEqual(Array.from({ length: counts.orders! }, (_, index) => `sim-1-${index + 1}`))
    expect(counts.orders).toBeGreaterThan(6)
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining(['scans', 'deliveries', 'listings’ traffic', 'things heard of sellers']),
    )
    expect(said.filter((line) => line.includes('is delivered'))).toHaveLength(counts.deliveries!)
    const { db } = served.hub
    // Every delivery was shipped before.
    const delivered = await db.owner.selectFrom('shipments').select('id').where('state', '=', 'DELIVERED').execute()
    expect(delivered).toHaveLength(counts.deliveries!)
    const sold = await db.owner.selectFrom('listings').select('quantity_available').execute()
    expect(sold.every(({ quantity_available: left }) => left >= 0)).toBe(true)
    const other = (await tell({ seed: 2, days: 1 }, { hub: served })).orders.slice(orders.length)
    expect(ids(other)[0]).toBe('sim-2-1')
    const buyers = (all: object[]) => all.map((each) => (each as { buyer_username: string }).buyer_username)
    expect(buyers(orders)).not.toEqual(expect.arrayContaining(buyers(other)))
  }, 90_000)

  it('is the same for the same seed on another hub, ends behind the request that is under way, and goes on where it was', async () => {
    const first = await tell({}, { until: (line) => line.includes('(sim-1-3') })
    expect(ids(first.orders)).toHaveLength(3)
    expect(first.counts.orders).toBe(3)
    const { said, orders } = await tell({}, { hub: first.served, until: (line) => line.includes('(sim-1-6') })
    expect(said[0]).toContain('continues after order sim-1-3')
    expect(ids(orders)).toHaveLength(6)
    expect(orders).toEqual((await tellWhole()).orders.slice(0, orders.length))
  })
})

describe('after the sale', () => {
  /** The seed of the first story whose first buyer matches. */
  const seedOf = (isOne: (temper: BuyerBehaviour, way: ParcelJourney) => boolean) => {
    const way = (id: string) => parcelJourney(id, 0, { isAbroad: false, sentAt: 0 })
    const isSimple = ({ paying, cancels }: BuyerBehaviour) => paying === 'AT_ONCE' && cancels === null
    for (let seed = 1; ; seed += 1) {
      const temper = buyerBehaviour(`sim-${seed}-1`)
      if (isSimple(temper) && isOne(temper, way(`sim-${seed}-1`))) return seed
    }
  }
  /** A month of a quiet shop. */
  const quiet = { speed: 86_400, perDay: 0.2, days: 30 }

  it('something goes back with a photo, is refunded, and the buyer says what they think of it', async () => {
    const seed = seedOf(
      ({ returns, feedbackAfter }, { fate }) =>
        fate === 'ARRIVES' && returns?.withPhoto === true && feedbackAfter !== null,
    )
    const { served, said } = await tell({ ...quiet, seed })
    const { db } = served.hub
    const [returned] = await db.owner.selectFrom('cases').selectAll().orderBy('id').execute()
    expect(returned, said.join('\n')).toMatchObject({
      kind: 'RETURN',
      state: 'CLOSED',
      refund_minor: expect.any(Number),
    })
    expect(await db.owner.selectFrom('case_photos').select('hash').execute()).toHaveLength(1)
    for (const told of ['wants to send back', 'sends it back', 'is back at the seller’s', 'rates'])
      expect(
        said.filter((line) => line.includes(`sim-${seed}-1`) && line.includes(told)),
        told,
      ).toHaveLength(1)
  })

  it('a parcel that never comes is missed, and refunded', async () => {
    const seed = seedOf((_, { fate }) => fate === 'LOST')
    const { served, said } = await tell({ ...quiet, seed })
    const [missed] = await served.hub.db.owner.selectFrom('cases').selectAll().orderBy('id').execute()
    expect(missed, said.join('\n')).toMatchObject({ kind: 'NOT_RECEIVED', state: 'CLOSED' })
    expect(said.some((line) => line.includes(`has not received sim-${seed}-1`))).toBe(true)
  })
})

describe('hub simulate', () => {
  it('makes a key of its own and revokes it, and says what it did', async () => {
    const hub = await serveHub()
    const args = ['--hub', hub.url, '--speed', '100000', '--days', '1', '--orders', '5', '--seller', 'lens']
    const { code, said } = await runCommand(simulateCommand, args, { db: hub.db })
    expect(code, said).toBe(0)
    expect(said).toMatch(/\nEnded after 0 min, 24.0 hours simulated:\n[^]* {2}orders$/)
    const keys = await hub.db.owner.selectFrom('api_keys').select('revoked_at').where('name', '=', 'simulate').execute()
    expect(keys).toEqual([{ revoked_at: expect.any(Date) }])
    expect(said).toContain('1 sellers with 3 listings')
  })

  it('ends with a word where the hub does not take the key, or has no such seller', async () => {
    const hub = await serveHub()
    const tried = (...args: string[]) => runCommand(simulateCommand, ['--hub', hub.url, ...args], { db: hub.db })
    const refused = await tried('--key', 'hub_nonsense')
    expect(refused.code).toBe(1)
    expect(refused.said).toContain('The hub rejected the key')
    expect((await tried('--key', hub.key, '--seller', 'nobody')).said).toContain('The key finds no seller “nobody”.')
  })
})
