import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { addOffer, addOfferedListing, offerLimits } from '#features/core/offer/testing.ts'
import { moveOffer } from '#features/core/offer/offers-db.server.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import { ordersHref, ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { addTestMember, addTestSeller } from '#features/people/accounts/testing.ts'
import * as listingPage from '#features/selling/listings/listing-page.tsx'
import * as salesPage from '#features/insights/sales-report/sales-report-page.tsx'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { listPaths } from '#web/list-paths.ts'
import { paths } from '#web/paths.ts'
import { sellHub } from '#api/sell/testing.ts'
import { gbp, orderOf, soonAfter as now } from '#api/testing-orders.ts'
import { testApi } from '#api/testing.ts'

const orders = listRoutes(ordersList)
const made = new Date('2026-11-20T09:00:00Z')

// A listing at £50.00 is sold at £40.00 by an offer, and once as it asks.
const db = await testDatabase()
const api = await testApi(db, { now: () => now })
const members = [await addTestMember(api.hub), await addTestMember(api.hub)] as const
const sellerId = await addTestSeller(
  db,
  { [members[0].id]: 'owner', [members[1].id]: 'shipper' },
  { external_id: 'shop' },
)
const owner = await signedInBrowser(api.hub, members[0].email)
const shipper = await signedInBrowser(api.hub, members[1].email)
const { item } = await addOfferedListing(db, sellerId)
const { id, offer_key: key } = await addOffer(db, { sellerId, item, now: made, buyer: 'anna', externalId: 'of-1' })
const offer = key
const accepted = { sellerId, offer: { id }, step: 'accept', by: 'SELLER', memberName: 'Olu', now: made } as const
await db.asSeller(sellerId, 'write', (tx) => moveOffer(tx, accepted, offerLimits))
const place = async (name: string, line: object) => {
  const body = {
    ...orderOf(name, item),
    lines: [{ item, quantity: 1, ...line }],
    payment: { id: `p-${name}`, method: 'CARD', state: 'PAID', paidAt: '2026-11-20T10:00:00Z' },
  }
  const placed = await api.ask('POST', '/sellers/shop/orders', { body })
  expect(placed.status).toBe(201)
  return placed.body
}
const paying = await place('A-1', { unitPrice: gbp('40.00'), offer: 'of-1' })
expect(paying.lines[0].offer).toBe('of-1')
/** Number of the order that pays an offer, and the key of the offer. */
const number = paying.number
expect((await place('A-2', { unitPrice: gbp('50.00') })).lines[0].offer).toBeNull()

it('events and eBay’s tools name the offer of a line', async () => {
  const { body } = await api.ask('GET', '/events?limit=200')
  const placed = body.items.filter(({ type }: { type: string }) => type === 'order.placed')
  const offersOf = placed.map(
    (event: { data: { order: { lines: { offer: string | null }[] } } }) => event.data.order.lines[0]!.offer,
  )
  expect(offersOf).toEqual(['of-1', null])
  const sell = await sellHub(db, () => now)
  const tool = sell.toolOf(await sell.makeKey(sellerId))
  const { lineItems } = await tool.sell.fulfillment.getOrder(number)
  expect(lineItems).toMatchObject([{ properties: { fromBestOffer: true } }])
})

it('the order’s page links to the offer, and its timeline says who accepted it', async () => {
  const { data } = await owner.get(detailsPage, paths.orderDetails(number))
  const { lines, timeline } = data.model
  expect(lines[0].offer).toEqual({
    text: 'Price agreed by an offer: £40.00 instead of £50.00',
    href: paths.offer(offer),
  })
  expect(timeline).toContainEqual(
    expect.objectContaining({ text: 'Offer accepted: £40.00 instead of £50.00', by: 'Olu' }),
  )
  const { data: seen } = await shipper.get(detailsPage, paths.orderDetails(number))
  expect(JSON.stringify(seen)).not.toContain('£40.00')
})

it('the list finds orders from offers and says how far below the price they are, as its file does', async () => {
  const { data } = await owner.get({ loader: orders.page }, `${ordersHref({ offer: ['1'] })}&cols=order,offer`)
  expect(JSON.stringify(unpackModel(data.model).rows)).toContain('£10.00 below the listing price')
  expect(unpackModel(data.model).totals.map(({ text }) => text)).toContain('1 order')
  const text = await owner.download({ loader: orders.export }, listPaths(paths.orders).export)
  const records = parse<Record<string, string>>(text, { bom: true, columns: true })
  expect(new Set(records.map((record) => [record['Unit price'], record['Offer'], record['Listing price']]))).toEqual(
    new Set([
      ['40.00', 'of-1', '50.00'],
      ['50.00', '', ''],
    ]),
  )
})

it('the books have the agreed price, and fees of it', async () => {
  await expectSoundBooks(db)
  const postings = await db.owner
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_entries as e', 'e.id', 'p.entry_id')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select(['o.order_number', 'p.account', 'p.amount_minor'])
    .where('p.account', 'in', ['revenue:item', 'fees:fvf_variable'])
    .orderBy('p.account')
    .execute()
  const of = (isPaying: boolean) =>
    postings.filter((row) => (row.order_number === number) === isPaying).map((row) => row.amount_minor)
  const [fee, revenue] = of(true)
  const [feeOfOther, revenueOfOther] = of(false)
  expect([revenue, revenueOfOther]).toEqual([-4_000, -5_000])
  expect(fee! * 5).toBe(feeOfOther! * 4)
})

it('the listing says what was sold by offers, to who may see amounts', async () => {
  const at = paths.listing(item)
  const { parts } = (await owner.get(listingPage, at)).data
  expect(parts.offers).toEqual({
    href: paths.offersOfListing(item),
    waiting: 0,
    offers: [],
    sold: '1 item sold by offer for £40.00, on average 20% below the listing price',
  })
  expect((await shipper.get(listingPage, at)).data.parts.offers).toBeNull()
})

it('the sales report says how much came from offers, and leads to those orders', async () => {
  const { data } = await owner.get(salesPage, paths.sales({ from: '2026-11-20', to: '2026-11-21' }))
  const { text, href } = data.model.content.offers
  expect(text).toBe('1 order from offers: £40.00 (44.4%), the items on average 20% below the listing price')
  const listed = await owner.get({ loader: orders.page }, href)
  expect(unpackModel(listed.data.model).totals.map((total) => total.text)).toEqual(['1 order', '1 item', '£40.00'])
})
