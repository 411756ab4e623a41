import { expect, it } from 'vitest'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { addRows } from '#db/testing-row.ts'
import { enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { addStocked } from '#features/selling/inventory/testing.ts'
import { paths } from '#web/paths.ts'
import { stockSpan } from './stock-span.ts'
import { stockValueList } from './stock-value-list.server.ts'

const { db, hub, now } = await testHubAt('2026-11-22T10:40:00Z')
const routes = listRoutes(stockValueList)
const owner = await addTestMember(hub, { name: 'Ann Example' })
const shipper = await addTestMember(hub, { name: 'Sam Example' })
const sellerId = await addTestSeller(db, { [owner.id]: 'owner', [shipper.id]: 'shipper' })
const ann = await signedInBrowser(hub, owner.email)

const own = { seller_id: sellerId }
const cost = { sku: 'M3', currency: 'GBP', key: 'a', source: 'TYPED' as const, enteredBy: null }

await addStocked(db, sellerId, 'M3')
await addStocked(db, sellerId, 'M6')
await addRows(db.owner, 'stock_days', [
  { ...own, sku: 'M3', day: '2025-12-31', units: 10 },
  { ...own, sku: 'M3', day: '2026-06-01', units: 4 },
])
await db.asSeller(sellerId, 'write', (tx) =>
  enterCosts(tx, {
    ...cost,
    sellerId,
    now,
    costs: [
      { ...cost, unitCostMinor: 300, quantity: null, since: new Date('2025-01-01T00:00:00Z') },
      { ...cost, key: 'b', unitCostMinor: 350, quantity: null, since: new Date('2026-11-01T00:00:00Z') },
    ],
  }),
)

const pageAt = async (query: string) =>
  unpackModel((await ann.get({ loader: routes.page }, paths.stockValue + query)).data.model)
const textOf = (cell: unknown) => (typeof cell === 'object' && cell !== null && 'text' in cell ? cell.text : cell)

it('is that of today with what changed it this year, and says what lacks a cost', async () => {
  const { rows, totals, gap } = await pageAt('')
  const names = ['sku', 'units', 'opening', 'received', 'sold', 'counted', 'recosted', 'value']
  expect(rows.map(({ cells }) => names.map((name) => textOf(cells[name])))).toEqual([
    ['M3', '4', '£30.00', null, null, '−£18.00', '£2.00', '£14.00'],
  ])
  expect(totals.map(({ text }) => text)).toEqual(['1 SKU', '4 items', '£14.00'])
  expect(gap?.text).toBe(
    '31 Dec 2025: £30.00. Received £0.00, sold £0.00, returned £0.00, counted −£18.00, new costs £2.00. 22 Nov 2026: £14.00. 1 of 2 SKUs in stock has no cost.',
  )
})

it('is that of a day of the past, in the address', async () => {
  const { rows, gap } = await pageAt('?daysFrom=2026-01-01&daysTo=2026-10-31')
  expect(textOf(rows[0]?.cells['value'])).toBe('£12.00')
  expect(gap?.text).toContain('31 Oct 2026: £12.00.')
  expect((await pageAt('?days=last-year')).rows.map(({ cells }) => textOf(cells['value']))).toEqual(['£30.00'])
  expect((await pageAt('?daysTo=2024-12-31')).rows).toEqual([])
})

it('is for those who see money', async () => {
  const sam = await signedInBrowser(hub, shipper.email)
  expect((await sam.get({ loader: routes.page }, paths.stockValue)).status).toBe(403)
})

it.each([
  [{ period: null, from: null, to: null }, '2026-01-01', '2026-11-22'],
  [{ period: 'this-month', from: null, to: null }, '2026-11-01', '2026-11-22'],
  [{ period: 'last-month', from: null, to: null }, '2026-10-01', '2026-10-31'],
  [{ period: 'last-year', from: null, to: null }, '2025-01-01', '2025-12-31'],
  [{ period: null, from: null, to: '2026-11-21' }, '', '2026-11-21'],
  [{ period: null, from: '2026-03-04', to: '2026-12-24' }, '2026-03-04', '2026-11-22'],
])('spans the days chosen by %j', (chosen, from, to) => {
  expect(stockSpan(chosen, now)).toEqual({ from, to })
})
