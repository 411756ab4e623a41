import { anyListing, addRows, addRow } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'

const { db, hub } = await testHubAt()
const pages = {
  orders: { loader: listRoutes(ordersList).page, url: paths.orders },
  listings: { loader: listRoutes(listingsList).page, url: paths.listings.active },
}

/** Profits of 20.00, of 200.00 of which 1 % is left, of a loss, and one that is not known. */
const profits = [4_000, 200, -700, null]
const marginOf = (profit: number) => Math.round((profit * 10_000) / 20_000)

const [ann, sam] = [await addTestMember(hub), await addTestMember(hub)]
const sellerId = await addTestSeller(db, { [ann.id]: 'owner', [sam.id]: 'shipper' })
const owner = await signedInBrowser(hub, ann.email)
const shipper = await signedInBrowser(hub, sam.email)
for (const profit of profits) {
  const { id } = await addOrderToShip(db, sellerId, [1])
  const listing = await addRow(db.owner, 'listings', {
    seller_id: sellerId,
    title: profit === null ? 'Not known' : String(profit),
    ...anyListing,
    category: 'Cameras & Photography > Film Cameras',
    price_minor: 20_000,
    on_hand: 5,
    quantity_sold: 1,
    starts_at: new Date('2026-11-01T10:00:00Z'),
  })
  if (profit === null) continue
  const of = { seller_id: sellerId, currency: 'GBP', revenue_minor: 20_000, profit_minor: profit }
  await addRows(db.owner, 'order_profits', { ...of, order_id: id, margin_bps: marginOf(profit) })
  await addRows(db.owner, 'listing_profits', { ...of, listing_id: listing.id, units: 1 })
}

/** Profits and margins in a list with these filters, the oldest first. */
async function shown(page: keyof typeof pages, filters: string, reader = owner) {
  const { loader, url } = pages[page]
  const answer = await reader.get({ loader }, `${url}?cols=profit,margin${filters}`)
  const { rows } = unpackModel(answer.data.model)
  return rows.map(({ cells }) => [cells['profit'], cells['margin']]).toReversed()
}
const money = (text: string) => ({ kind: 'money', text })

it.each(['orders', 'listings'] as const)('%s show profit and margin, and can be filtered by it', async (page) => {
  const all = await shown(page, '')
  const [high, low, loss, unknown] = [
    [money('£40.00'), '20%'],
    [money('£2.00'), '1%'],
    [money('−£7.00'), '−3.5%'],
    ['Cost not known', null],
  ]
  expect(all).toHaveLength(4)
  expect(all).toEqual(expect.arrayContaining([high, low, loss, unknown]))
  expect(await shown(page, '&margin=loss')).toEqual([loss])
  expect(await shown(page, '&margin=from-20')).toEqual([high])
  expect(await shown(page, '&margin=unknown')).toEqual([unknown])
  const under = await shown(page, '&margin=under-10')
  expect(under).toHaveLength(2)
  expect(under).toEqual(expect.arrayContaining([low, loss]))
  expect(await shown(page, '&margin=under-20')).toHaveLength(2)
})

it.each(['orders', 'listings'] as const)('%s show neither to roles that may not see money', async (page) => {
  for (const [profit, margin] of await shown(page, '', shipper))
    expect([profit, margin]).toEqual([undefined, undefined])
  expect(await shown(page, '&margin=loss', shipper)).toHaveLength(4)
})
