import { expect, it } from 'vitest'
import { rowOf, updateRows } from '#db/testing-row.ts'
import { parseSaleKey, type SellerSaleStep } from '#features/core/sale-event/sale-event.ts'
import { takeSellerStep } from '#features/selling/sale-events/move-sale-db.server.ts'
import {
  addSaleListings,
  makeSale,
  readSale,
  type SaleForm,
} from '#features/selling/sale-events/sale-events-db.server.ts'
import { hour } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits } from './good-page.ts'
import { startTestMarket } from './testing-market.ts'
import { openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const { market, buyer } = await startTestMarket(test)

/** A listing for 100.00 without offers, in three sales that have just begun: at 80.00, a volume price, and a code. */
async function inSales() {
  const { item, id, sellerId, title } = await test.db.owner
    .selectFrom('listings')
    .select(['item_number as item', 'id', 'seller_id as sellerId', 'title'])
    .where('state', '=', 'ACTIVE')
    .where('format', '=', 'FIXED_PRICE')
    .where('currency', '=', 'GBP')
    .where('quantity_available', '>', 2)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('listing_variations as v').select('v.listing_id').whereRef('v.listing_id', '=', 'listings.id'),
        ),
      ),
    )
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const before = new Date(test.hub.now().getTime() - hour)
  await updateRows(test.db.owner, 'listings', { seller_id: sellerId, id }, { price_minor: 10_000 })
  await updateRows(test.db.owner, 'listing_prices', { seller_id: sellerId, listing_id: id }, { price_minor: 10_000 })
  const common = { percent: null, price_minor: null, ending: 'NONE', starts_at: before } as const
  const forms: Partial<SaleForm>[] = [
    { percent: 20 },
    { kind: 'VOLUME', percent: 5, tier_units: [2], tier_percents: [5] },
    { kind: 'COUPON', percent: 10, code: 'TEN10' },
  ]
  const keys = forms.map((_form, nth) => parseSaleKey(`5a1e0000000${nth}`)!)
  const step = (nth: number, name: SellerSaleStep) =>
    test.db.asSeller(sellerId, 'write', async (own) => {
      const sale = (await readSale(own, sellerId, { key: keys[nth]! }))!
      expect(await takeSellerStep(own, { sale, step: name, now: test.hub.now() })).toMatchObject({ ok: true })
    })
  for (const [nth, form] of forms.entries()) {
    await test.db.asSeller(sellerId, 'write', async (own) => {
      const times = { ends_at: new Date(before.getTime() + 5 * hour), name: `Sale ${nth}` }
      const { id: sale } = await makeSale(own, {
        sellerId,
        key: keys[nth]!,
        form: { ...common, ...times, ...form },
        currency: 'GBP',
        zone: 'Europe/London',
        rule: null,
        by: 'Ada',
        now: before,
      })
      await addSaleListings(own, { sellerId, id: sale }, [id])
    })
    await step(nth, 'schedule')
  }
  return { item, id, sellerId, title, endPrice: () => step(0, 'end') }
}

it('sells at the price of a sale, with a volume price and a code; the order keeps what was paid', async () => {
  const { item, id, sellerId, title, endPrice } = await inSales()
  const shop = await buyer('petra')
  const pay = () => shop.getByRole('button', { name: /^Pay for/ })
  const main = () => shop.locator('main').innerText()
  await expect
    .poll(async () => {
      await shop.goto(`${market.url}/items/${item}`)
      return main()
    })
    .toContain('£80.00')
  expect(await main()).toContain('£100.00')
  await expectFits(shop, 'an item in a sale')
  await shop.getByLabel('Quantity').fill('2')
  await shop.getByRole('button', { name: 'Put into the basket' }).click()
  await shop.getByRole('link', { name: 'To the checkout' }).click()
  for (const shown of ['£160.00', '-£8.00']) await shop.getByText(shown, { exact: true }).waitFor()
  await shop.getByLabel('Coupon code').fill('TEN11')
  await pay().click()
  await shop.getByText('This code is not good for what you buy').waitFor()
  await shop.getByLabel('Coupon code').fill('ten10')
  await pay().click()
  // Of 160.00 less 8.00.
  for (const shown of ['Code TEN10', '-£15.20']) await shop.getByText(shown, { exact: true }).waitFor()
  await expectAccessible(shop, { withFrame: true })
  await pay().click()
  await shop.getByRole('status').getByText('Thank you: it is ordered.').waitFor()
  await shop.getByRole('link', { name: title }).click()
  await shop.getByText('-£23.20', { exact: true }).waitFor()
  const sold = () => rowOf(test.db.owner, 'line_items', { seller_id: sellerId, listing_id: id, discount_minor: 2_320 })
  expect(await sold()).toMatchObject({ quantity: 2, unit_price_minor: 8_000 })

  // The sale ends and the price rises: the order stays as it was.
  await endPrice()
  await updateRows(test.db.owner, 'listings', { seller_id: sellerId, id }, { price_minor: 12_000 })
  const other = await buyer('quinn')
  await expect
    .poll(async () => {
      await other.goto(`${market.url}/items/${item}`)
      return other.locator('main').innerText()
    })
    .toContain('£120.00')
  await shop.reload()
  for (const shown of ['£80.00 each', '£160.00', '-£23.20']) expect(await main()).toContain(shown)
  const { order_id: orderId } = await sold()
  const { order_number: number } = await rowOf(test.db.owner, 'orders', { seller_id: sellerId, id: orderId })
  const hub = await signedInPage(test, 'owner@demo.example')
  await openPage(hub, test.url + paths.orderDetails(number))
  const shown = await hub.locator('main').innerText()
  for (const text of ['£80.00', '£160.00', '£23.20']) expect(shown).toContain(text)
})
