import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { rowOf, updateRows } from '#db/testing-row.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { addStocked, addVariations } from '#features/selling/inventory/testing.ts'
import { runDueSales } from '#features/selling/sale-events/due-sales.server.ts'
import { addSale, knowPrices, scheduleSale } from '#features/selling/sale-events/testing.ts'
import { testApi } from './testing.ts'
import { orderOf, gbp } from './testing-orders.ts'

let clock = new Date('2026-11-22T10:00:00Z')
const api = await testApi(await testDatabase(), { now: () => clock })
const { db } = api.hub
const sellerId = await addSeller(db, 'lens-and-light')
const shop = '/sellers/lens-and-light'

beforeEach(async () => {
  clock = new Date('2026-11-22T10:00:00Z')
  await db.owner.deleteFrom('sale_events').execute()
})

async function addListing(sku: string) {
  const id = await addStocked(db, sellerId, sku, { price_minor: 5000 })
  await knowPrices(db, sellerId)
  const row = db.owner.selectFrom('listings').select('item_number').where('id', '=', id)
  return { id, item: (await row.executeTakeFirstOrThrow()).item_number }
}

// Within a day, for which the key is good.
const today = { starts_at: new Date('2026-11-22T12:00:00Z'), ends_at: new Date('2026-11-22T20:00:00Z') }
const ask = async (path: string) => (await api.ask('GET', shop + path)).body
const at = (moment: string) => (clock = new Date(`2026-${moment}Z`))

it('a listing tells its sale before it starts, whether it is on, and nothing once it is over', async () => {
  const { id, item } = await addListing('A')
  const sale = async () => (await ask(`/listings/${item}`)).sale
  expect(await sale()).toBe(null)
  await scheduleSale(db, sellerId, [id], today)
  const told = {
    startsAt: '2026-11-22T12:00:00.000Z',
    endsAt: '2026-11-22T20:00:00.000Z',
    price: gbp('40.00'),
    was: gbp('50.00'),
  }
  expect(await sale()).toMatchObject({ ...told, isOn: false })
  // At the second, before any job has run.
  at('11-22T12:00:00')
  expect(await sale()).toMatchObject({ ...told, isOn: true })
  expect((await ask(`/listings/${item}`)).price).toEqual(gbp('50.00'))
  at('11-22T20:00:00')
  expect(await sale()).toBe(null)
})

it('variations have prices of their own, and a sale that is not lower has no effect', async () => {
  const { id, item } = await addListing('V')
  await addVariations(db, { seller_id: sellerId, listing_id: id }, { RED: 1, BLUE: 1 })
  await updateRows(db.owner, 'listing_variations', { listing_id: id, position: 1 }, { price_minor: 1000 })
  await scheduleSale(db, sellerId, [id], today)
  await updateRows(db.owner, 'listing_variations', { listing_id: id, position: 2 }, { price_minor: 400 })
  const listing = await ask(`/listings/${item}`)
  expect(listing.variations.map((each: { sale: unknown }) => each.sale)).toEqual([
    { price: gbp('8.00'), was: null },
    null,
  ])
  expect(listing.sale.price).toEqual(gbp('8.00'))
})

it('an order keeps the price it was sold at', async () => {
  const { id, item } = await addListing('O')
  await scheduleSale(db, sellerId, [id], today)
  at('11-22T13:00:00')
  const { price } = (await ask(`/listings/${item}`)).sale
  const body = { ...orderOf('S-1', item), lines: [{ item, quantity: 1, unitPrice: price }] }
  const placed = await api.ask('POST', `${shop}/orders`, { body: { ...body, placedAt: clock.toISOString() } })
  expect(placed.status).toBe(201)
  at('11-22T21:00:00')
  await runDueSales(api.hub)
  expect((await ask('/orders/S-1')).lines[0].unitPrice).toEqual(gbp('40.00'))
})

it('programs hear of a sale when it is planned, starts and ends, in events and in the list of changes', async () => {
  const { id, item } = await addListing('E')
  const events = async () =>
    (
      await sql<{
        n: number
      }>`select count(*) as n from events where listing_id = ${id} and type = 'listing.changed'`.execute(db.owner)
    ).rows[0]!.n
  let cursor = (await ask('/listings?limit=200')).next
  const before = await events()
  const changed = async () => {
    const page = await ask(`/listings?after=${cursor}`)
    cursor = page.next
    return page.items
      .filter((each: { item: string }) => each.item === item)
      .map((each: { sale: { isOn: boolean } | null }) => each.sale?.isOn ?? null)
  }
  await scheduleSale(db, sellerId, [id], today)
  expect(await changed()).toEqual([false])
  at('11-22T12:00:00')
  await runDueSales(api.hub)
  expect(await changed()).toEqual([true])
  at('11-22T20:00:00')
  await runDueSales(api.hub)
  expect(await changed()).toEqual([null])
  expect(await changed()).toEqual([])
  expect((await events()) - before).toBe(3)
})

it('sale events are listed and read with their prices, only those of the seller', async () => {
  const { id, item } = await addListing('L')
  const [draft, planned] = [await addSale(db, sellerId, [id]), await scheduleSale(db, sellerId, [id], today)]
  await addSale(db, await addTestSeller(db, {}), [])
  const one = {
    id: planned.sale_key,
    name: 'Winter',
    state: 'SCHEDULED',
    percent: 20,
    timeZone: 'Europe/London',
    prices: [{ item, variation: [], price: gbp('40.00'), was: gbp('50.00') }],
  }
  expect((await ask('/sale-events')).items).toMatchObject([{ id: draft.sale_key, state: 'DRAFT', prices: [] }, one])
  at('11-22T13:00:00')
  expect(await ask(`/sale-events/${planned.sale_key}`)).toMatchObject({ ...one, state: 'RUNNING' })
  for (const none of ['0123456789ab', 'x'])
    expect((await api.ask('GET', `${shop}/sale-events/${none}`)).status).toBe(404)
})

it('a listing tells its volume prices and coupons, and when they end', async () => {
  const { id, item } = await addListing('D')
  const tiers = { tier_units: [2, 5], tier_percents: [5, 10] }
  const volume = await scheduleSale(db, sellerId, [id], { ...today, kind: 'VOLUME', percent: 10, ...tiers })
  const off = { percent: null, price_minor: 500, code: 'WINTER26', least_minor: 4000 }
  const coupon = await scheduleSale(db, sellerId, [id], { ...today, kind: 'COUPON', ...off })
  const told = { code: null, amountOff: null, leastOrder: null, tiers: [] }
  const span = { startsAt: '2026-11-22T12:00:00.000Z', endsAt: '2026-11-22T20:00:00.000Z' }
  const steps = [
    { units: 2, percent: 5 },
    { units: 5, percent: 10 },
  ]
  const discounts = [
    { id: volume.sale_key, kind: 'VOLUME', ...span, ...told, percent: 10, tiers: steps },
    {
      id: coupon.sale_key,
      kind: 'COUPON',
      ...span,
      ...told,
      percent: null,
      code: 'WINTER26',
      amountOff: gbp('5.00'),
      leastOrder: gbp('40.00'),
    },
  ]
  expect(await ask(`/listings/${item}`)).toMatchObject({ sale: null, price: gbp('50.00'), discounts })
  expect(await ask(`/sale-events/${coupon.sale_key}`)).toMatchObject({ kind: 'COUPON', items: [item], prices: [] })
  let cursor = (await ask('/listings?limit=200')).next
  at('11-22T12:00:00')
  await runDueSales(api.hub)
  expect((await ask(`/listings?after=${cursor}`)).items).toMatchObject([{ item }])
  cursor = (await ask('/listings?limit=200')).next
  at('11-22T20:00:00')
  expect((await ask(`/listings/${item}`)).discounts).toEqual([])
})

it('a coupon is used as often as its sale says, in all and by one buyer, also by orders at one moment', async () => {
  const { id, item } = await addListing('C')
  await updateRows(db.owner, 'listings', { id }, { quantity_available: 50 })
  const coupon = { kind: 'COUPON', code: 'TEN10', percent: 10, most_uses: 4, most_per_buyer: 2 } as const
  const { sale_key: key } = await scheduleSale(db, sellerId, [id], { ...today, ...coupon })
  at('11-22T13:00:00')
  const place = (nth: string, buyer: string | null, more: object = {}) =>
    api.ask('POST', `${shop}/orders`, {
      body: {
        ...orderOf(`C-${nth}`, item),
        placedAt: '2026-11-22T13:00:00Z',
        buyer: { ...(buyer === null ? {} : { username: buyer }), name: 'A Buyer' },
        currency: 'GBP',
        lines: [{ item, quantity: 1, unitPrice: gbp('50.00'), discount: gbp('5.00') }],
        payment: { id: `pay-${nth}`, method: 'CARD', state: 'PAID', paidAt: '2026-11-22T13:00:00Z' },
        coupon: 'ten10',
        onShort: 'refuse',
        ...more,
      },
    })
  const outcomes = (answers: { status: number; body: { type?: string } }[]) =>
    answers
      .map(({ status, body }) => (status === 201 ? 'taken' : (body.type?.split(':').at(-1) ?? '')))
      .toSorted((a, b) => a.localeCompare(b))

  expect(outcomes(await Promise.all(['1', '2', '3'].map((nth) => place(nth, 'anna'))))).toEqual([
    'taken',
    'taken',
    'wrong-coupon',
  ])
  expect(outcomes(await Promise.all(['4', '5', '6', '7'].map((nth) => place(nth, `buyer-${nth}`))))).toEqual([
    'taken',
    'taken',
    'wrong-coupon',
    'wrong-coupon',
  ])
  expect(await ask(`/sale-events/${key}`)).toMatchObject({ mostUses: 4, mostPerBuyer: 2, uses: 4 })

  // Sold already: it is taken, and says that its code was none.
  expect((await place('8', 'ben', { onShort: 'take' })).status).toBe(201)
  const { unusable } = await rowOf(db.owner, 'orders', { external_id: 'C-8' })
  expect(unusable).toMatchObject([{ field: '/coupon', value: 'TEN10' }])
  expect(outcomes([await place('9', 'ben', { coupon: 'OTHER' })])).toEqual(['wrong-coupon'])

  // A cancelled order gives its use back.
  const ofAnna = db.owner.updateTable('orders').where('external_id', 'in', ['C-1', 'C-2', 'C-3'])
  await ofAnna.set({ cancel_state: 'CANCELED' }).execute()
  expect(outcomes(await Promise.all([place('10', 'cleo'), place('11', null), place('12', null)]))).toEqual([
    'taken',
    'taken',
    'wrong-coupon',
  ])

  // The database itself allows no more.
  const { id: sale } = await rowOf(db.owner, 'sale_events', { sale_key: key })
  const { id: order } = await rowOf(db.owner, 'orders', { external_id: 'C-8' })
  const more = db.owner.insertInto('coupon_uses').values({ seller_id: sellerId, sale_id: sale, order_id: order })
  await expect(more.execute()).rejects.toThrow(/more often than it may be/)
})
