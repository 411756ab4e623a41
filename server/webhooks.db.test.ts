import { addRows } from '#db/testing-row.ts'
import { createServer, type ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller, testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import {
  claimDeliveries,
  recordDeliveryAnswer,
  recordTestDelivery,
  retryDelivery,
} from '#features/developers/webhooks/deliveries-db.server.ts'
import type { DeliverOptions } from '#features/developers/webhooks/deliver.server.ts'
import { addEndpoint, pauseEndpoint, rotateSecret } from '#features/developers/webhooks/endpoints-db.server.ts'
import { placeEvents } from '#features/developers/webhooks/events-db.server.ts'
import { minute, day } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { portOf } from '#lib/listening.ts'
import { startWebhooks } from './webhooks.ts'

let hub: TestServices
/** The hub's clock; receivers use the machine's. */
let clock = new Date()

const db = await testDatabase({ poolSize: 8 })

beforeEach(async () => {
  await db.owner.deleteFrom('webhook_endpoints').execute()
  clock = new Date()
  hub = testServices(db, { now: () => clock })
})

interface ReceivedWebhook {
  id: string
  type: string
  subject: string
  seller: string
  text: string
  headers: Record<string, string>
}

type Answer = (call: ReceivedWebhook, response: ServerResponse) => void

const ok: Answer = (_got, response) => void response.writeHead(204).end()

/** A webhook receiver and its response. */
async function receiver(answer: Answer = ok) {
  const calls: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      const { id, type, data } = JSON.parse(text)
      const headers = request.headers as Record<string, string>
      const one = { id, type, subject: data.subject, seller: data.seller, text, headers }
      calls.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const port = portOf(server)
  const subjects = () => calls.map(({ subject }) => subject)
  return { calls, port, url: `http://127.0.0.1:${port}/hooks`, subjects }
}

async function addWebhook(
  url: string,
  { sellerId = null, types = null }: Partial<Parameters<typeof addEndpoint>[1]> = {},
) {
  const added = await addEndpoint(hub, { sellerId, url, types, madeBy: 'Ada' })
  if (!added.ok) throw new Error(added.reason)
  return added
}

async function shop() {
  const sellerId = await addTestSeller(db)
  const orders = [await addOrderToShip(db, sellerId, [1]), await addOrderToShip(db, sellerId, [1])]
  /** Emits an event about an order. */
  const happens = (subject: string, { order = 0, kind = 'PARCEL_SHIPPED' } = {}) =>
    addRows(db.owner, 'order_events', {
      seller_id: sellerId,
      order_id: orders[order]!.id,
      happened_at: clock,
      actor: 'HUB',
      kind,
      subject,
      after: '{}',
    })
  return { sellerId, happens, orders }
}

function deliver(options: Omit<DeliverOptions, 'write'> = {}, of = hub) {
  const running = startWebhooks(of, { pause: 20, random: () => 0, ...options })
  onTestFinished(() => running.stop())
  return running
}

const deliveries = () => db.owner.selectFrom('webhook_deliveries').selectAll().orderBy('id').execute()
const isUnderWay = (row: Awaited<ReturnType<typeof deliveries>>[number]) =>
  row.state === 'WAITING' &&
  (row.due_at <= clock || (row.attempts > 0 && row.answer_status === null && row.failure === null))
const states = async () => (await deliveries()).map(({ state }) => state)
/** Waits until no delivery is due or in flight. */
const settled = (count: number) =>
  expect
    .poll(async () => {
      const rows = await deliveries()
      return rows.length === count && !rows.some(isUnderWay)
    })
    .toBe(true)
const later = (ms: number) => (clock = new Date(clock.getTime() + ms))

describe('a webhook', () => {
  it('is signed by the standard, and goes to its subscribers', async () => {
    const [ann, bob] = [await shop(), await shop()]
    const [own, market, paid] = [await receiver(), await receiver(), await receiver()]
    const { secret } = await addWebhook(own.url, { sellerId: ann.sellerId })
    await addWebhook(market.url)
    await addWebhook(paid.url, { types: ['order.refunded'] })
    await ann.happens('a1')
    await bob.happens('b1')
    await ann.happens('a2', { order: 1, kind: 'REFUND_MADE' })
    deliver()
    await settled(6)
    expect(own.subjects().toSorted()).toEqual(['a1', 'a2'])
    expect(market.subjects().toSorted()).toEqual(['a1', 'a2', 'b1'])
    expect(paid.subjects()).toEqual(['a2'])
    const [first] = own.calls
    expect(new Webhook(secret).verify(first!.text, first!.headers)).toMatchObject({ id: first!.headers['webhook-id'] })
    expect(() => new Webhook(secret).verify(first!.text.replace('a1', 'b1'), first!.headers)).toThrow('No matching')
    expect(() => new Webhook(secret).verify(market.calls[0]!.text, market.calls[0]!.headers)).toThrow('No matching')
    expect(await states()).toEqual(Array(6).fill('DELIVERED'))
  })

  it('is repeated until it is accepted, with the same id and content, and events of one order stay in order', async () => {
    const failed = new Set<string>()
    const taken: string[] = []
    const { sellerId, happens } = await shop()
    const hears = await receiver(({ subject }, response) => {
      // Each event is rejected the first time.
      if (failed.has(subject)) taken.push(subject)
      response.writeHead(failed.has(subject) ? 200 : 500).end('no')
      failed.add(subject)
    })
    await addWebhook(hears.url, { sellerId })
    for (const subject of ['1', '2', '3']) await happens(subject)
    for (const subject of ['x', 'y']) await happens(subject, { order: 1 })
    deliver()
    await settled(5)
    // Later events of the same order have not been tried.
    expect(hears.subjects().toSorted()).toEqual(['1', 'x'])
    for (let round = 0; round < 6; round += 1) {
      later(5_000)
      await settled(5)
    }
    expect(await states()).toEqual(Array(5).fill('DELIVERED'))
    expect(taken.filter((subject) => /\d/.test(subject))).toEqual(['1', '2', '3'])
    expect(taken.filter((subject) => /[xy]/.test(subject))).toEqual(['x', 'y'])
    for (const same of Map.groupBy(hears.calls, ({ subject }) => subject).values())
      expect(new Set(same.map(({ id, text }) => `${id} ${text}`)).size).toBe(1)
  })

  it('is sent at once when its endpoint recovers, with all failed ones in order', async () => {
    let isAway = true
    const { sellerId, happens } = await shop()
    const hears = await receiver((_got, response) => void response.writeHead(isAway ? 503 : 204).end())
    await addWebhook(hears.url, { sellerId })
    for (const subject of ['1', '2', '3']) await happens(subject)
    deliver()
    await settled(3)
    // After a minute, the next scheduled attempt is more than a minute away.
    for (const wait of [5_000, 30_000, 25_000]) {
      later(wait)
      await settled(3)
    }
    isAway = false
    await happens('x', { order: 1 })
    // The others are brought forward after the first was noted.
    await expect.poll(states).toEqual(Array(4).fill('DELIVERED'))
    expect(hears.subjects().slice(-4)).toEqual(['x', '1', '2', '3'])
  })

  it('waits as long as its endpoint asks, with the endpoint’s other deliveries, unless sent by hand', async () => {
    let isBusy = true
    const { sellerId, happens } = await shop()
    const hears = await receiver((_got, response) =>
      isBusy ? response.writeHead(429, { 'retry-after': '120' }).end() : response.writeHead(204).end(),
    )
    const { id } = await addWebhook(hears.url, { sellerId })
    await happens('1')
    deliver()
    await settled(1)
    isBusy = false
    await happens('x', { order: 1 })
    later(minute)
    // The other order's event is due but waits its turn.
    await expect.poll(async () => (await deliveries()).length).toBe(2)
    const free = { now: clock, until: clock, busy: [], failing: [], perEndpoint: 9, limit: 9 }
    expect(await claimDeliveries(db.owner, free)).toEqual([])
    expect(hears.subjects()).toEqual(['1'])
    later(minute)
    await settled(2)
    expect(hears.subjects().toSorted()).toEqual(['1', '1', 'x'])
    isBusy = true
    await happens('2')
    await settled(3)
    isBusy = false
    const [, , waiting] = await deliveries()
    await retryDelivery(db.owner, { endpointId: id, key: waiting!.delivery_key, now: clock })
    await settled(3)
    expect(await states()).toEqual(Array(3).fill('DELIVERED'))
  })

  it('is given up after three days, blocks nothing then, and can be sent by hand', async () => {
    let isGood = false
    const { sellerId, happens } = await shop()
    const hears = await receiver((_got, response) => void response.writeHead(isGood ? 200 : 500).end())
    const { id } = await addWebhook(hears.url, { sellerId })
    await happens('first')
    deliver()
    await settled(1)
    while (later(30 * minute).getTime() < Date.now() + 3.1 * day) {
      const [row] = await deliveries()
      if (row!.state === 'PARKED') break
      if (row!.due_at > clock) clock = row!.due_at
      await settled(1)
    }
    const [parked] = await deliveries()
    expect(parked).toMatchObject({ state: 'PARKED', answer_status: 500 })
    expect(hears.calls.length).toBeGreaterThan(10)
    isGood = true
    await happens('second')
    await settled(2)
    expect(hears.subjects().at(-1)).toBe('second')
    expect(await retryDelivery(db.owner, { endpointId: id, key: parked!.delivery_key, now: clock })).toMatchObject({
      state: 'WAITING',
    })
    await settled(2)
    expect(hears.calls.at(-1)).toMatchObject({ subject: 'first', id: hears.calls[0]!.id })
    expect(await states()).toEqual(['DELIVERED', 'DELIVERED'])
  })

  it('that hangs, redirects or answers endlessly delays no other', async () => {
    const { happens } = await shop()
    const secret = await receiver()
    const hangs = await receiver(() => {})
    const leads = await receiver((_got, response) => void response.writeHead(302, { location: secret.url }).end())
    const floods = await receiver((_got, response) => {
      response.writeHead(200)
      let sent = 0
      const more = () => {
        for (let open = true; open && !response.destroyed && sent < 10_000_000; sent += 65_536)
          open = response.write('ä'.repeat(32_768))
      }
      response.on('drain', more)
      more()
    })
    const dribbles = await receiver((_got, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const upgrades = await receiver((_got, { socket }) =>
      assertDefined(socket, 'it is open').write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      ),
    )
    const good = await receiver()
    for (const { url } of [hangs, leads, floods, dribbles, upgrades, good]) await addWebhook(url)
    for (let count = 0; count < 12; count += 1) await happens(`s${count}`, { order: count % 2 })
    deliver({ within: 1_500 })
    await expect.poll(() => good.calls.length).toBe(12)
    await settled(72)
    const rows = await deliveries()
    const of = (port: number) => rows.filter((row) => endpoints.get(row.endpoint_id) === port && row.attempts > 0)
    const endpoints = new Map(
      (await db.owner.selectFrom('webhook_endpoints').selectAll().execute()).map((row) => [
        row.id,
        Number(new URL(row.url).port),
      ]),
    )
    for (const { port } of [hangs, dribbles])
      expect(of(port).map(({ failure }) => failure)).toEqual(['TIMED_OUT', 'TIMED_OUT'])
    expect(of(leads.port).map(({ answer_status: status }) => status)).toEqual([302, 302])
    expect(of(upgrades.port).map(({ answer_status: status }) => status)).toEqual([101, 101])
    expect(secret.calls).toEqual([])
    expect(of(floods.port).map(({ state, failure, answer_text: text }) => [state, failure ?? text!.length])).toEqual(
      Array.from({ length: 12 }, () => ['DELIVERED', 1_000]),
    )
  })

  it('to an endpoint that failed last is sent alone, so that many hanging ones leave room', async () => {
    const { sellerId } = await shop()
    const [hangs, good] = [await addWebhook('https://hangs.example/'), await addWebhook('https://good.example/')]
    for (const { id } of [hangs, good])
      for (const key of ['evt_1', 'evt_2', 'evt_3'])
        await recordTestDelivery(db.owner, { endpointId: id, eventKey: `${key} ${sellerId}`, body: '{}', now: clock })
    const claim = { now: clock, until: new Date(clock.getTime() + minute), busy: [], perEndpoint: 9, limit: 9 }
    const claimed = await claimDeliveries(db.owner, { ...claim, failing: [hangs.id] })
    const counts = [hangs, good].map(({ id }) => claimed.filter((row) => row.endpoint_id === id).length)
    expect(counts).toEqual([1, 3])
  })

  it('never goes to an unlisted address in the operator’s own networks, by any name', async () => {
    await shop().then(({ happens }) => happens('s'))
    const inside = await receiver()
    for (const url of [inside.url, `http://localhost:${inside.port}/`, `https://localhost:${inside.port}/`])
      await addWebhook(url)
    const other = testServices(db, { now: () => clock })
    deliver({}, { ...other, config: { ...other.config, webhookNetworks: ['10.0.0.0/8'] } })
    await settled(3)
    expect((await deliveries()).map(({ failure }) => failure)).toEqual(Array(3).fill('NOT_ALLOWED'))
    expect(inside.calls).toEqual([])
  })

  it('of a dead process is sent by another with the same id', async () => {
    const { happens } = await shop()
    const hears = await receiver()
    await addWebhook(hears.url)
    await happens('s')
    await placeEvents(db, () => clock)
    const until = new Date(clock.getTime() + minute)
    const [claimed] = await claimDeliveries(db.owner, {
      now: clock,
      until,
      busy: [],
      failing: [],
      perEndpoint: 9,
      limit: 9,
    })
    const running = deliver()
    later(minute - 1)
    running.wake()
    expect(
      await claimDeliveries(db.owner, { now: clock, until, busy: [], failing: [], perEndpoint: 9, limit: 9 }),
    ).toEqual([])
    later(1)
    await expect.poll(() => hears.calls.map(({ id }) => id)).toEqual([claimed!.event_key])
  })

  it('that another process took over is recorded only by that process', async () => {
    const { happens } = await shop()
    await addWebhook('http://127.0.0.1:1/hooks')
    await happens('s')
    await placeEvents(db, () => clock)
    const claim = async () => {
      const until = new Date(clock.getTime() + minute)
      const free = { busy: [], failing: [], perEndpoint: 9, limit: 9 }
      return (await claimDeliveries(db.owner, { now: clock, until, ...free }))[0]!
    }
    const slow = await claim()
    later(minute)
    const other = await claim()
    const result = (status: number) => ({ outcome: { status, text: '' }, tookMs: 1, now: clock, random: 0 })
    await recordDeliveryAnswer(db.owner, slow, result(200))
    expect(await deliveries()).toMatchObject([{ state: 'WAITING', answer_status: null }])
    await recordDeliveryAnswer(db.owner, other, result(500))
    expect(await deliveries()).toMatchObject([{ state: 'WAITING', answer_status: 500 }])
  })

  it('is numbered by one process at a time; others leave the work to it', async () => {
    const { happens } = await shop()
    await happens('s')
    const place = () => placeEvents(db, () => clock)
    await db.asOwner(async (own) => {
      await sql`select pg_advisory_xact_lock(lock_number('event places'))`.execute(own)
      expect(await place()).toBe(0)
    })
    expect(await place()).toBe(1)
  })

  it('is sent once, however many processes send', async () => {
    const { happens } = await shop()
    const hears = await receiver()
    await addWebhook(hears.url)
    for (let count = 0; count < 40; count += 1) await happens(`s${count}`, { order: count % 2 })
    for (let process = 0; process < 3; process += 1) deliver()
    await settled(40)
    expect(hears.calls).toHaveLength(40)
    for (const order of [0, 1]) {
      const own = hears.subjects().filter((subject) => Number(subject.slice(1)) % 2 === order)
      expect(own).toEqual(own.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))))
    }
  })

  it('is also signed with its former secrets for a day, and waits while paused', async () => {
    const hears = await receiver()
    const { id, secret: former } = await addWebhook(hears.url)
    const between = await rotateSecret(hub, id)
    const secret = await rotateSecret(hub, id)
    const test = (name: string) =>
      recordTestDelivery(db.owner, {
        endpointId: id,
        eventKey: name,
        body: JSON.stringify({ id: name, data: {} }),
        now: clock,
      })
    const works = (key: string, { text, headers }: ReceivedWebhook) => {
      try {
        // The receiver's clock does not follow the hub's.
        const at = new Date(Number(headers['webhook-timestamp']) * 1000)
        return headers['webhook-signature']!.split(' ').includes(
          new Webhook(key).sign(headers['webhook-id']!, at, text),
        )
      } catch {
        return false
      }
    }
    await pauseEndpoint(db.owner, id, clock)
    await test('evt_1')
    const running = deliver()
    running.wake()
    expect(await states()).toEqual(['WAITING'])
    await pauseEndpoint(db.owner, id, null)
    await settled(1)
    later(day + 1)
    await test('evt_2')
    await settled(2)
    expect(hears.calls.map((one) => [secret, between, former].map((key) => works(key, one)))).toEqual([
      [true, true, true],
      [true, false, false],
    ])
  })
})
