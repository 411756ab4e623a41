import { addRows, updateRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import type { Row } from '#db/schema.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { trackParcel } from '#features/shipping/fulfilment/track-parcel-db.server.ts'
import { hour, minute } from '#lib/duration.ts'
import { newSecret, signedHeaders } from '#lib/webhook-signature.ts'
import { workOnDueLabels } from './due-labels.server.ts'
import { providerFor, sealKey } from './label-accounts-db.server.ts'
import { answerLabelWebhook, labelWebhookPath } from './label-webhook.server.ts'
import { labelRequest, startTestCarrier, toLeeds } from './testing.ts'
import { askForTracking } from './track-labels.server.ts'
import { beginVoid } from './void-label-db.server.ts'
import { wantLabels, type LabelRequest } from './want-labels-db.server.ts'
import { workOnLabel } from './work-label.server.ts'

let now = new Date('2026-11-20T14:30:00Z')
const later = (ms: number) => (now = new Date(now.getTime() + ms))
const db = await testDatabase({ poolSize: 8 })
const carrier = await startTestCarrier(db, () => now)
afterAll(() => carrier.stop())
const { hub } = carrier

const ada = { id: 'ada', name: 'Ada', isLimited: false }
const ben = { id: 'ben', name: 'Ben', isLimited: false }
const fail = (error: unknown) => expect.fail(String(error))
const signal = new AbortController().signal
const workAll = () => workOnDueLabels(hub, { signal, report: fail })

async function shop(change: Partial<Row<'label_settings'>> = {}) {
  const sellerId = await addSeller(db, `shop${++shops}`)
  const account = await carrier.account(sellerId)
  await updateRows(db.owner, 'label_settings', { seller_id: sellerId }, { name: 'Harbour', ...change })
  const want = (requests: readonly LabelRequest[], member = ada, batch: string | null = null) =>
    db.asSeller(sellerId, 'write', (own) =>
      wantLabels(own, { sellerId, member, batch, zone: 'Europe/London', now }, requests),
    )
  return {
    sellerId,
    account,
    want,
    order: (units = 1) => addOrderToShip(db, sellerId, [units]),
    async buy(request: LabelRequest) {
      const [outcome] = await want([request])
      if (!outcome?.ok) throw new Error(outcome?.reason)
      return workOnLabel(hub, outcome.label)
    },
    labels: () => db.owner.selectFrom('labels').selectAll().where('seller_id', '=', sellerId).orderBy('id').execute(),
    /** What the books say that labels cost. */
    async booked() {
      const { rows } = await sql<{ minor: number }>`
        select coalesce(sum(amount_minor), 0)::bigint as minor from ledger_postings
        where seller_id = ${sellerId} and account = 'labels'`.execute(db.owner)
      return rows[0]?.minor ?? 0
    },
    async funds() {
      const { rows } = await sql<{ minor: number }>`
        select coalesce(sum(amount_minor), 0)::bigint as minor from ledger_postings
        where seller_id = ${sellerId} and account like 'funds:%'`.execute(db.owner)
      return rows[0]?.minor ?? 0
    },
  }
}
let shops = 0
type Shop = Awaited<ReturnType<typeof shop>>

const total = (charged: ReadonlyMap<string, number>) => [...charged.values()].reduce((sum, minor) => sum + minor, 0)

/** The carrier has charged each bought label once, and the books say the same. */
async function expectOneCharge(own: Shop) {
  const charged = await own.account.charged()
  const bought = (await own.labels()).filter(({ state }) => state === 'BOUGHT')
  expect(Object.fromEntries(charged)).toEqual(
    Object.fromEntries(bought.map((label) => [label.provider_label_id, label.cost_minor])),
  )
  expect(await own.booked()).toBe(total(charged))
}

describe('buying', () => {
  it('buys a label once, books its cost outside the funds and tells the timeline', async () => {
    const own = await shop()
    const order = await own.order()
    const request = labelRequest(order, own.account)
    const label = await own.buy(request)
    expect(label).toMatchObject({ state: 'BOUGHT', next_at: null, currency: 'GBP', member_name: 'Ada' })
    const [again] = await own.want([request])
    expect(again).toMatchObject({ ok: true, isNew: false, label: { id: label.id } })
    await expectOneCharge(own)
    expect(await own.funds()).toBe(0)
    const events = await db.asSeller(own.sellerId, 'read', (sellerDb) =>
      readOrderEvents(sellerDb, own.sellerId, order.id),
    )
    expect(events).toMatchObject([{ kind: 'LABEL_BOUGHT', subject: request.key, actor: { name: 'Ada' } }])
  })

  it('marks the parcel as shipped only if the member wants that', async () => {
    const own = await shop()
    const [one, other] = [await own.order(), await own.order()]
    const label = await own.buy(labelRequest(one, own.account, { ships: true }))
    await own.buy(labelRequest(other, own.account))
    const parcels = await db.owner.selectFrom('shipments').selectAll().where('seller_id', '=', own.sellerId).execute()
    expect(parcels).toMatchObject([
      { parcel_key: label.label_key, tracking_number: label.tracking_number, carrier: label.carrier, order_id: one.id },
    ])
  })

  it('finds a label that was bought when the hub was killed before it was recorded', async () => {
    const own = await shop()
    const request = labelRequest(await own.order(), own.account)
    const [wanted] = await own.want([request])
    if (!wanted?.ok) throw new Error(wanted?.reason)
    const provider = providerFor(own.account, hub)
    const parcel = { ...toLeeds, key: request.key }
    const [rate] = await provider.rates(parcel)
    await updateRows(db.owner, 'labels', { id: wanted.label.id }, { state: 'BUYING', rate_id: rate!.id, next_at: now })
    const bought = await provider.buy(rate!.id, parcel, 'PDF_A6')
    expect(await workAll()).toBe(1)
    expect(await own.labels()).toMatchObject([{ state: 'BOUGHT', provider_label_id: bought.id, next_at: null }])
    await expectOneCharge(own)
  })

  it('says that nothing was bought once the provider knows of nothing, and buys under the same key then', async () => {
    const own = await shop()
    const order = await own.order()
    const request = labelRequest(order, own.account)
    await own.account.fault('ERROR_BEFORE_BUYING')
    expect(await own.buy(request)).toMatchObject({ state: 'BUYING', asked: 1 })
    for (let asks = 0; asks < 3; asks += 1) {
      expect(await own.labels()).toMatchObject([{ state: 'BUYING' }])
      later(10 * minute)
      await workAll()
    }
    expect(await own.labels()).toMatchObject([{ state: 'FAILED', problem: 'NOT_BOUGHT', next_at: null }])
    expect(await own.buy(request)).toMatchObject({ state: 'BOUGHT' })
    await expectOneCharge(own)
  })

  it('keeps asking later, without a failure, for a label whose account was removed before its answer came', async () => {
    const own = await shop()
    await own.account.fault('ERROR_BEFORE_BUYING')
    await own.buy(labelRequest(await own.order(), own.account))
    await updateRows(db.owner, 'label_accounts', { seller_id: own.sellerId }, { sealed_key: null, removed_at: now })
    later(10 * minute)
    await workAll()
    expect(await own.labels()).toMatchObject([{ state: 'BUYING', asked: 2 }])
  })

  it('does not buy for more than the member saw', async () => {
    const own = await shop()
    const order = await own.order()
    const { cost_minor: cost } = await own.buy(labelRequest(await own.order(), own.account))
    const dearer = await own.buy(labelRequest(order, own.account, { limitMinor: cost! - 1 }))
    expect(dearer).toMatchObject({ state: 'FAILED', problem: `PRICE ${cost} GBP` })
    expect(await own.buy(labelRequest(order, own.account, { limitMinor: cost! }))).toMatchObject({ state: 'BOUGHT' })
    await expectOneCharge(own)
  })

  it('tells what the provider refuses, and leaves shipping by hand when it is away', async () => {
    const own = await shop()
    const [heavy, order] = [await own.order(), await own.order()]
    expect(await own.buy(labelRequest(heavy, own.account, { grams: 900_000 }))).toMatchObject({
      state: 'FAILED',
      provider_label_id: null,
    })
    await own.account.fault('AWAY', { times: 5, path: '/v1/rates' })
    expect(await own.buy(labelRequest(order, own.account))).toMatchObject({ state: 'FAILED', problem: 'UNAVAILABLE' })
    expect(await own.account.charged()).toEqual(new Map())
  })

  it('gives units one label, also when two members ask at the same moment', async () => {
    const own = await shop()
    const order = await own.order(3)
    const two = { contents: [{ line: 1, units: 2 }] }
    const outcomes = await Promise.all([
      own.want([labelRequest(order, own.account, two)], ada),
      own.want([labelRequest(order, own.account, two)], ben),
    ])
    expect(outcomes.flat().filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.flat().find(({ ok }) => !ok)).toMatchObject({ reason: 'more-than-open', line: 1, open: 1 })
    const [last] = await own.want([labelRequest(order, own.account)])
    expect(last).toMatchObject({ ok: true })
  })

  it('keeps a shipper within the daily limit of the shop, on both sides of it', async () => {
    const own = await shop({ daily_limit_minor: 1_000 })
    const shipper = { ...ben, isLimited: true }
    const ask = async (limitMinor: number, member = shipper) => {
      const [outcome] = await own.want([labelRequest(await own.order(), own.account, { limitMinor })], member)
      return outcome
    }
    expect(await ask(600)).toMatchObject({ ok: true })
    expect(await ask(401)).toMatchObject({ reason: 'daily-limit', limitMinor: 1_000, spentMinor: 600 })
    expect(await ask(400)).toMatchObject({ ok: true })
    expect(await ask(5_000, { ...ada, isLimited: false })).toMatchObject({ ok: true })
  })

  it('asks for customs details before it buys, and sends them', async () => {
    const own = await shop()
    const order = await own.order()
    await sql`update addresses a set country = 'CH', postal_code = '8001', city = 'Zürich' from orders o
      where o.id = ${order.id} and o.seller_id = ${own.sellerId} and a.seller_id = o.seller_id and a.id = o.ship_to_address_id`.execute(
      db.owner,
    )
    await sql`update line_items set sku = 'CAM-1' where seller_id = ${own.sellerId} and order_id = ${order.id}`.execute(
      db.owner,
    )
    const request = labelRequest(order, own.account)
    const [refused] = await own.want([request])
    expect(refused).toMatchObject({ reason: 'customs', missing: [{ line: 1, missing: ['hsCode', 'originCountry'] }] })
    await addRows(db.owner, 'customs_details', {
      seller_id: own.sellerId,
      sku: 'CAM-1',
      hs_code: '900653',
      origin_country: 'JP',
      description: 'Camera',
    })
    const label = await own.buy(request)
    expect(label).toMatchObject({
      state: 'BOUGHT',
      customs: {
        purpose: 'SALE',
        items: [{ sku: 'CAM-1', hsCode: '900653', originCountry: 'JP', description: 'Camera' }],
      },
    })
  })
})

describe('voiding', () => {
  it('gives the money back once the provider does, and unships the parcel', async () => {
    const own = await shop()
    const order = await own.order()
    const label = await own.buy(labelRequest(order, own.account, { ships: true }))
    const number = parseOrderNumber(order.number)!
    const key = labelRequest(order, own.account).key
    const begin = (of: string) =>
      db.asSeller(own.sellerId, 'write', (sellerDb) =>
        beginVoid(sellerDb, {
          sellerId: own.sellerId,
          number,
          key: of as typeof key,
          actor: { kind: 'MEMBER', ...ada },
          now,
        }),
      )
    expect(await begin(key)).toMatchObject({ ok: false, reason: 'unknown' })
    const begun = await begin(label.label_key)
    if (!begun.ok) throw new Error(begun.reason)
    expect(await workOnLabel(hub, begun.label)).toMatchObject({ state: 'VOIDING' })
    expect(await own.booked()).toBe(label.cost_minor)
    later(2 * hour)
    carrier.settle()
    await workAll()
    expect(await own.labels()).toMatchObject([{ state: 'VOIDED', next_at: null }])
    expect(await own.booked()).toBe(0)
    expect(total(await own.account.charged())).toBe(0)
    const [outcome] = await own.want([labelRequest(order, own.account)])
    expect(outcome).toMatchObject({ ok: true })
  })

  it('is refused once the carrier has scanned the parcel', async () => {
    const own = await shop()
    const order = await own.order()
    const label = await own.buy(labelRequest(order, own.account, { ships: true }))
    const voidNow = () =>
      db.asSeller(own.sellerId, 'write', (sellerDb) =>
        beginVoid(sellerDb, {
          sellerId: own.sellerId,
          number: parseOrderNumber(order.number)!,
          key: label.label_key as LabelRequest['key'],
          actor: { kind: 'MEMBER', ...ada },
          now,
        }),
      )
    await db.asSeller(own.sellerId, 'write', (sellerDb) =>
      trackParcel(sellerDb, { sellerId: own.sellerId, parcel: { key: label.label_key }, kind: 'SCANNED', at: now }),
    )
    expect(await voidNow()).toMatchObject({ ok: false, reason: 'scanned' })
  })
})

describe('tracking', () => {
  const stateOf = async (own: Shop) =>
    (await db.owner.selectFrom('shipments').select('state').where('seller_id', '=', own.sellerId).execute()).map(
      ({ state }) => state,
    )

  it('hears of parcels by webhooks in any order; the first scan ships if the shop wants that', async () => {
    const own = await shop({ ships_at: 'SCAN' })
    const secret = newSecret()
    await updateRows(
      db.owner,
      'label_accounts',
      { seller_id: own.sellerId },
      { sealed_webhook_secret: sealKey(secret, hub) },
    )
    const label = await own.buy(labelRequest(await own.order(), own.account))
    const path = labelWebhookPath(own.sellerId, own.account.id, hub)
    const sealed = path.split('/').at(-1)!
    const tell = async (kind: string, at: Date, signedWith = secret, to = sealed) => {
      const body = JSON.stringify({
        type: 'parcel.moved',
        data: { labelId: label.provider_label_id, trackingNumber: label.tracking_number, kind, at, text: kind },
      })
      const headers = signedHeaders({ id: `evt-${kind}`, at: new Date(), body, secrets: [signedWith] })
      const request = new Request(`http://hub.example${path}`, { method: 'POST', headers, body })
      return (await answerLabelWebhook(hub, to, request)).status
    }
    expect(await tell('SCANNED', now, newSecret())).toBe(401)
    expect(await tell('SCANNED', now, secret, `${sealed.slice(0, -3)}AAA`)).toBe(404)
    expect(await stateOf(own)).toEqual([])
    expect([await tell('DELIVERED', later(hour)), await tell('SCANNED', now), await tell('DELIVERED', now)]).toEqual([
      200, 200, 200,
    ])
    expect(await stateOf(own)).toEqual(['DELIVERED'])
  })

  it('asks for parcels that no webhook has told of', async () => {
    const own = await shop()
    const label = await own.buy(labelRequest(await own.order(), own.account, { ships: true, wish: 'fastest' }))
    await own.account.move(label.provider_label_id!, 'ACCEPTED', now)
    expect(await stateOf(own)).toEqual(['SHIPPED'])
    later(4 * hour)
    await askForTracking(hub, fail, signal)
    expect(await stateOf(own)).toEqual(['IN_TRANSIT'])
  })
})
