import { addRows } from '#db/testing-row.ts'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql, type Kysely } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { day, hour, minute } from '#lib/duration.ts'
import { portOf } from '#lib/listening.ts'
import { forgetBodies } from './bodies-db.server.ts'
import { startDeliveries, takeTurn } from './deliver.server.ts'
import {
  claimDeliveries,
  recordDeliveryAnswer,
  recordDeliveries,
  type ClaimedDelivery,
} from './deliveries-db.server.ts'
import { addEndpoint, pauseEndpoint, removeEndpoint } from './endpoints-db.server.ts'

let endpointId: string
const began = new Date('2026-11-22T09:00:00Z')
const after = (ms: number, from = began) => new Date(from.getTime() + ms)

const db = await testDatabase()
const shop = await addTestSeller(db)

beforeEach(async () => {
  await db.owner.deleteFrom('webhook_endpoints').execute()
  const endpoint = { sellerId: null, url: 'https://shop.example/', types: null, madeBy: 'Ada' }
  const added = await addEndpoint(testServices(db), endpoint)
  if (!added.ok) throw new Error(added.reason)
  endpointId = added.id
})

/** Records an event of an order. */
const recordEvent = (id: number, at = began, order = 1, own: Kysely<Schema> = db.owner) =>
  recordDeliveries(
    own,
    [
      {
        seller_id: shop,
        id,
        event_key: `evt_${id}`,
        type: 'order.paid',
        happened_at: at,
        order_id: order,
        listing_id: null,
        payout_id: null,
        subject: null,
        place: id,
        placed_at: at,
        place_after: null,
      },
    ],
    at,
  )

const free = { busy: [], failing: [], perEndpoint: 9, limit: 9 }

async function claim(now: Date): Promise<ClaimedDelivery> {
  const claimed = await claimDeliveries(db.owner, { now, until: after(minute, now), ...free })
  expect(claimed).toHaveLength(1)
  return claimed[0]!
}

const answers = (delivery: ClaimedDelivery, status: number, now: Date) =>
  recordDeliveryAnswer(db.owner, delivery, { outcome: { status, text: '' }, tookMs: 1, now, random: 0 })

const find = (id: number) =>
  db.owner.selectFrom('webhook_deliveries').selectAll().where('event_id', '=', id).executeTakeFirstOrThrow()

/** Fails each due attempt until the delivery is parked; returns when, and the number of attempts. */
async function tryInVain(id: number): Promise<{ at: Date; attempts: number }> {
  for (;;) {
    const { due_at: at } = await find(id)
    const delivery = await claim(at)
    expect(delivery.event_id).toBe(id)
    if ((await answers(delivery, 500, at)) === 'PARKED') return { at, attempts: delivery.attempts }
  }
}

describe('with many endpoints', () => {
  /** Rows of `webhook_endpoints` that `work` reads. The counts may include earlier transactions of the connection. */
  const endpointsReadBy = (work: (tx: Kysely<Schema>) => Promise<void>) =>
    db.asOwner(async (tx) => {
      const readSoFar = async () => {
        const { rows } = await sql<{ read: number }>`
          select pg_stat_get_xact_tuples_returned(c) + pg_stat_get_xact_tuples_fetched(c) as read
          from (select 'webhook_endpoints'::regclass as c) of`.execute(tx)
        return rows[0]!.read
      }
      const before = await readSoFar()
      await work(tx)
      return (await readSoFar()) - before
    })

  beforeEach(async () => {
    const other = await addTestSeller(db)
    await sql`
      insert into webhook_endpoints (seller_id, url, secret, made_by, made_at)
      select ${other}, 'https://other.example/' || n, '', 'Ada', ${began} from generate_series(1, 20_000) n`.execute(
      db.owner,
    )
    await sql`analyze webhook_endpoints`.execute(db.owner)
  })

  it('a claim reads only endpoints with something waiting', async () => {
    await recordEvent(1)
    const read = await endpointsReadBy(async (tx) => {
      expect(await claimDeliveries(tx, { ...free, now: began, until: after(minute) })).toHaveLength(1)
    })
    expect(read).toBeLessThan(10)
  })

  it('an event reads only endpoints of its seller and of the marketplace', async () => {
    expect(await endpointsReadBy((tx) => recordEvent(1, began, 1, tx))).toBeLessThan(10)
    expect(await find(1)).toMatchObject({ endpoint_id: endpointId })
  })
})

it('deliveries after a failed one of the same order wait for it', async () => {
  await recordEvent(1)
  await recordEvent(2)
  await recordEvent(3, began, 2)
  const [first, other] = await claimDeliveries(db.owner, { ...free, now: began, until: after(minute) })
  expect([first?.event_id, other?.event_id], 'one of each order').toEqual([1, 3])
  await answers(first!, 500, began)
  const [failed, behind] = [await find(1), await find(2)]
  expect(behind.due_at).toEqual(failed.due_at)
  expect(behind.give_up_at).toEqual(failed.give_up_at)
  expect(
    await claimDeliveries(db.owner, { ...free, now: failed.due_at, until: after(minute, failed.due_at) }),
  ).toMatchObject([{ event_id: 1 }])
})

it('a delivery that an endpoint refused while accepting others is retried by its schedule, not after each success', async () => {
  let [refused, now] = [0, began]
  await recordEvent(1)
  for (let id = 2; id < 60; id += 1) {
    await recordEvent(id, now, id)
    const claimed = await claimDeliveries(db.owner, { ...free, now, until: after(minute, now) })
    for (const row of claimed) {
      refused += row.event_id === 1 ? 1 : 0
      await answers(row, row.event_id === 1 ? 500 : 200, now)
    }
    now = after(1_000, now)
  }
  // Scheduled at once and after 30 s, with one extra retry after each.
  expect(refused).toBe(4)
  expect((await find(1)).due_at.getTime()).toBeGreaterThan(now.getTime() + minute)
})

it('an endpoint is left alone for the longest time it asked for, in any order of its answers', async () => {
  for (const id of [1, 2, 3]) await recordEvent(id, began, id)
  const both = await claimDeliveries(db.owner, { ...free, now: began, until: after(minute), limit: 2 })
  for (const [nth, retryAfter] of ['1800', '1'].entries())
    await recordDeliveryAnswer(db.owner, both[nth]!, {
      outcome: { status: 429, text: '', retryAfter },
      tookMs: 1,
      now: began,
      random: 0,
    })
  const claimable = (now: Date) => claimDeliveries(db.owner, { ...free, now, until: after(minute, now) })
  expect(await claimable(after(30 * minute - 1))).toEqual([])
  expect(await claimable(after(30 * minute))).toHaveLength(3)
})

it('deliveries of an endpoint being removed block no others', async () => {
  const endpoint = { sellerId: null, url: 'https://other.example/', types: null, madeBy: 'Ada' }
  await addEndpoint(testServices(db), endpoint)
  const { happened } = await db.asOwner(async (tx) => {
    await removeEndpoint(tx, endpointId)
    const recorded = recordEvent(1)
    await expect.poll(() => waitingForLock(db.pool, '%webhook_deliveries%')).toHaveLength(1)
    return { happened: recorded }
  })
  await happened
  const rows = await db.owner.selectFrom('webhook_deliveries').select('endpoint_id').execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]!.endpoint_id).not.toBe(endpointId)
})

it('what was rendered just before its order was erased is neither sent nor kept, nor is an answer that repeats it', async () => {
  let clock = began
  const hub = testServices(db, { now: () => clock })
  const sellerId = await addTestSeller(db)
  const { id: orderId } = await addOrderToShip(db, sellerId, [1])
  const erase = () => forgetBodies(db.owner, { sellerId, orderIds: [orderId] })
  const got: string[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      got.push(body)
      // While it is on its way.
      await erase()
      response.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${portOf(server)}/`
  await db.owner.updateTable('webhook_endpoints').set({ url }).where('id', '=', endpointId).execute()
  const shipped = { actor: 'HUB', kind: 'PARCEL_SHIPPED', subject: 's', after: '{}' } as const
  const event = { ...shipped, seller_id: sellerId, order_id: orderId, happened_at: clock }
  await db.owner.insertInto('order_events').values(event).execute()
  const names = ['Anna', 'Removed']
  const running = startDeliveries(hub, {
    pause: 20,
    write: async (events) => {
      const buyer = names.shift()
      if (buyer === 'Anna') await erase()
      return new Map(events.map(({ event_key }) => [event_key, { buyer }]))
    },
  })
  onTestFinished(() => running.stop())
  const found = () =>
    db.owner.selectFrom('webhook_deliveries').selectAll().where('seller_id', '=', sellerId).executeTakeFirst()
  await expect.poll(() => names).toEqual(['Removed'])
  await expect.poll(async () => (await found())?.attempts).toBe(2)
  expect(await found()).toMatchObject({ state: 'WAITING', body: null })
  // Its claim is over.
  clock = after(minute)
  await expect.poll(async () => (await found())?.state).toBe('DELIVERED')
  expect(got).toEqual([JSON.stringify({ buyer: 'Removed' })])
  expect(await found()).toMatchObject({ body: null, answer_status: 200, answer_text: null })
})

it('an event is sent at once by the process that is asked to look for it, which waits for no turn', async () => {
  const sellerId = await addTestSeller(db)
  const { id: orderId } = await addOrderToShip(db, sellerId, [1])
  const hub = testServices(db, { now: () => began })
  // Another process has the turn.
  await db.owner.deleteFrom('rate_limits').execute()
  expect(await takeTurn(db.owner, hour)).toBe(true)
  const shipped = { actor: 'HUB', kind: 'PARCEL_SHIPPED', subject: 's', after: '{}' } as const
  const event = { ...shipped, seller_id: sellerId, order_id: orderId, happened_at: began }
  const waiting = () => sql`select from events where seller_id = ${sellerId} and place is null`.execute(db.owner)
  const happen = async () => {
    await db.owner.insertInto('order_events').values(event).execute()
    expect((await waiting()).rows).not.toEqual([])
  }
  await happen()
  const deliveries = startDeliveries(hub, { pause: hour, write: async () => new Map() })
  onTestFinished(() => deliveries.stop())
  // Asked while it waits to hear whose turn it is, and once it is idle.
  deliveries.look()
  await expect.poll(async () => (await waiting()).rows).toEqual([])
  await happen()
  deliveries.look()
  await expect.poll(async () => (await waiting()).rows).toEqual([])
})

it('a seller with unreadable rows blocks no other, and is retried as after any failure', async () => {
  let clock = began
  const hub = testServices(db, { now: () => clock })
  const [bad, good] = [await addTestSeller(db), await addTestSeller(db)]
  const got: string[] = []
  const server = createServer((request, response) => {
    got.push(String(request.headers['webhook-id']))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${portOf(server)}/`
  await db.owner.updateTable('webhook_endpoints').set({ url }).where('id', '=', endpointId).execute()
  for (const sellerId of [bad, good]) {
    const { id } = await addOrderToShip(db, sellerId, [1])
    const shipped = { actor: 'HUB', kind: 'PARCEL_SHIPPED', subject: 's', after: '{}' } as const
    await addRows(db.owner, 'order_events', { ...shipped, seller_id: sellerId, order_id: id, happened_at: clock })
  }
  let isSlow = true
  const logged: object[] = []
  const running = startDeliveries(
    { ...hub, log: Object.assign(hub.log, { error: (line: object) => void logged.push(line) }) },
    {
      pause: 20,
      random: () => 0,
      write: async (events) => {
        // Simulates a statement timeout.
        if (isSlow && events.some((event) => event.seller_id === bad))
          await db.asSeller(bad, 'read', (tx) => sql`select pg_sleep(9)`.execute(tx), 50)
        return new Map(events.map((event) => [event.event_key, { id: event.event_key }]))
      },
    },
  )
  onTestFinished(() => running.stop())
  const of = (sellerId: number) =>
    db.owner.selectFrom('webhook_deliveries').selectAll().where('seller_id', '=', sellerId).executeTakeFirst()
  await expect.poll(async () => (await of(good))?.state).toBe('DELIVERED')
  await expect.poll(async () => (await of(bad))?.answer_status).toBe(0)
  expect(await of(bad)).toMatchObject({ state: 'WAITING', attempts: 1, due_at: after(5_000), body: null })
  expect(logged).toMatchObject([{ reference: expect.any(String), seller: bad, err: { code: '57014' } }])
  const { reference } = logged[0] as { reference: string }
  expect((await of(bad))?.answer_text).toBe(`Not sent: the hub could not read what it is about (${reference}).`)
  isSlow = false
  clock = after(5_000)
  await expect.poll(async () => (await of(bad))?.state).toBe('DELIVERED')
  expect(got).toEqual([(await of(good))?.event_key, (await of(bad))?.event_key])
})

describe('the three days of a delivery', () => {
  it('start with its first attempt, however long nothing was sent before, and end when they are over', async () => {
    await recordEvent(1)
    await pauseEndpoint(db.owner, endpointId, began)
    const resumed = after(4 * day)
    expect(await claimDeliveries(db.owner, { ...free, now: resumed, until: resumed })).toEqual([])
    await pauseEndpoint(db.owner, endpointId, null)
    const delivery = await claim(resumed)
    // The next attempt, five seconds later, would be at the deadline or after it.
    expect(await answers(delivery, 500, after(3 * day - 5_000, resumed))).toBe('WAITING')
    expect(await answers(delivery, 500, after(3 * day - 4_999, resumed))).toBe('PARKED')
  })

  it('are as long for deliveries that waited as for others', async () => {
    for (const [id, made, first] of [
      [1, began, began],
      [2, after(10 * day), after(19 * day)],
    ] as const) {
      await recordEvent(id, made)
      expect(await answers(await claim(first), 500, first)).toBe('WAITING')
      const { at, attempts } = await tryInVain(id)
      expect(attempts).toBe(14)
      expect([at > after(2.5 * day, first), at <= after(3 * day, first)]).toEqual([true, true])
    }
  })

  it('are suspended while nothing is sent: failed deliveries keep their remaining time', async () => {
    await recordEvent(1)
    await answers(await claim(began), 500, began)
    const { give_up_at: end } = await claim(after(7 * day))
    expect(end).toEqual(after(10 * day - 5_000))
  })

  it('apply to deliveries waiting behind another of the same order too', async () => {
    for (const id of [1, 2, 3]) await recordEvent(id)
    const resumed = after(5 * day)
    await answers(await claim(resumed), 500, resumed)
    const again = after(5_000, resumed)
    await answers(await claim(again), 204, again)
    const behind = await claim(again)
    expect([behind.event_id, behind.give_up_at]).toEqual([2, after(3 * day, resumed)])
    await answers(behind, 204, again)
    const last = await claim(after(hour, again))
    expect([last.event_id, last.give_up_at]).toEqual([3, after(hour + 3 * day, resumed)])
  })

  it('do not restart behind one that was given up: the order’s deliveries catch up', async () => {
    for (const id of [1, 2, 3]) await recordEvent(id, after(id * hour))
    const ends = [await tryInVain(1)]
    expect((await find(3)).give_up_at).toEqual(after(3 * day + 3 * hour))
    ends.push(await tryInVain(2), await tryInVain(3))
    for (const { at } of ends) expect(at.getTime()).toBeLessThanOrEqual(after(3 * day + 3 * hour).getTime())
    expect(ends[2]!.at.getTime()).toBeGreaterThan(after(2.5 * day).getTime())
  })
})
