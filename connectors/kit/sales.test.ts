import { expect, it } from 'vitest'
import { report } from './report.ts'
import { retryRefused } from './retry-refused.ts'
import { runRound } from './round.ts'
import { saleOf } from './sales.ts'
import type { Sale } from './source.ts'
import { inStep } from './testing-round.ts'

const pounds = (value: string) => ({ value, currency: 'GBP' })
const dates = { startsAt: '2026-11-24T10:00:00.000Z', endsAt: '2026-11-26T10:00:00.000Z' }
const lower = { price: pounds('8.00'), was: pounds('10.00') }

/** A hub with a listing of the shop, of which it tells. */
async function shopWithSales({ takes = true } = {}) {
  const test = await inStep()
  const [listing] = [...test.hub.listings.values()]
  const told: (Sale | null)[] = []
  if (takes) test.connected.source.applySale = async (_of, sale) => void told.push(sale)
  const change = async (sale: NonNullable<typeof listing>['sale']) => {
    const changed = { ...listing!, sale }
    test.hub.listings.set('p-17', changed)
    const data = { seller: 's-42', listing: changed }
    test.hub.events.push({ id: `evt_${test.hub.events.length}`, type: 'listing.changed', data })
    await runRound(test.connected)
    return told.splice(0)
  }
  const refused = async () => {
    await report(test.connected, { name: 'kit', every: 1_000 })
    return test.hub.reports.at(-1)?.refused
  }
  return { ...test, change, refused }
}

it('a sale is told to the shop with its times and prices, once, and its end', async () => {
  const { change } = await shopWithSales()
  expect(await change(null)).toEqual([])
  expect(await change({ ...dates, ...lower })).toEqual([{ ...dates, prices: [{ variation: null, ...lower }] }])
  expect(await change({ ...dates, ...lower })).toEqual([])
  const other = { ...dates, price: pounds('7.99'), was: null }
  expect(await change(other)).toEqual([{ ...dates, prices: [{ variation: null, price: pounds('7.99'), was: null }] }])
  expect(await change(null)).toEqual([null])
  expect(await change(null)).toEqual([])
})

it('of a shop without sale prices people are told what to set, and to take back what they set', async () => {
  const { connected, change, refused } = await shopWithSales({ takes: false })
  await change({ ...dates, ...lower })
  const reason = `A sale from ${dates.startsAt} to ${dates.endsAt} asks 8.00 GBP instead of 10.00. Set this in the shop, then send this again.`
  expect(await refused()).toMatchObject([{ direction: 'TO_SHOP', kind: 'SALE', about: 'p-17', reason }])
  // Nobody has set it yet.
  await change(null)
  expect(await refused()).toEqual([])
  await change({ ...dates, ...lower })
  expect((await retryRefused(connected)).shop).toEqual({ told: 1, refused: 0 })
  await change(null)
  expect(await refused()).toMatchObject([{ kind: 'SALE', reason: expect.stringContaining('Take its prices out') }])
})

it('has prices of variations that the shop knows, and none while the listing cannot be bought', async () => {
  const variation = { values: ['S'], sku: null, price: pounds('10.00'), available: 1 }
  const variations = [
    { ...variation, id: 'p-17-s', sale: lower },
    { ...variation, id: 'p-17-m', sale: null },
    { ...variation, id: null, sale: lower },
  ]
  const sale = { ...dates, ...lower }
  const prices = [{ variation: 'p-17-s', ...lower }]
  expect(saleOf({ state: 'OUT_OF_STOCK', sale, variations })).toEqual({ ...dates, prices })
  expect(saleOf({ state: 'ENDED', sale, variations })).toBeNull()
  expect(saleOf({ state: 'ACTIVE', sale, variations: variations.slice(1) })).toBeNull()
})
