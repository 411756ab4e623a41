import { updateRows } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { addHeld } from '#features/selling/inventory/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits, expectNoOverflow } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { guidePicture, newPage, openPage, signIn, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
/** A SKU with nothing reserved. */
const item = await test.db.owner
  .selectFrom('stock_items as i')
  .innerJoin('sellers as s', 's.id', 'i.seller_id')
  .innerJoin('listings as l', (join) =>
    join.onRef('l.seller_id', '=', 'i.seller_id').onRef('l.id', '=', 'i.listing_id'),
  )
  .select(['i.seller_id', 'i.listing_id', 'i.sku', 'i.stock_number as number', 'l.on_hand as onHand'])
  .where('s.username', '=', shop)
  .where('i.position', 'is', null)
  .where('l.state', '=', 'ACTIVE')
  .where('l.reserved', '=', 0)
  .where('l.buffer', '=', 0)
  .where('l.on_hand', '>=', 6)
  .where('l.on_hand', '<=', 20)
  .orderBy('i.sku')
  .limit(1)
  .executeTakeFirstOrThrow()

/** Sells items, and ships them. */
async function sell(quantity: number): Promise<void> {
  const { seller_id: sellerId, listing_id } = item
  const now = test.hub.now()
  const placedAt = new Date(now.getTime() - minute)
  const sold = await addHeld(test.db, { seller_id: sellerId, listing_id }, { quantity, placedAt })
  const number = assertDefined(parseOrderNumber(sold), 'it is one')
  const parcel = {
    key: newParcelKey(),
    carrier: 'DHL',
    trackingNumber: null,
    shippedAt: now,
    contents: 'rest',
  } as const
  const shipped = await test.db.asSeller(sellerId, 'write', (own) =>
    shipOrder(own, { sellerId, number, actor: { kind: 'HUB' }, now, parcels: [parcel] }),
  )
  expect(shipped).toMatchObject({ ok: true })
}

const expectAt = (page: Page, name: string, items: number) =>
  page
    .getByRole('region', { name: 'By location' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell', { name: String(items), exact: true })
    .waitFor()

async function move(page: Page, from: string, to: string, items: number): Promise<void> {
  await page.getByRole('combobox', { name: 'From', exact: true }).selectOption(from)
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption(to)
  await page.getByRole('textbox', { name: 'Items', exact: true }).fill(String(items))
  await page.getByRole('button', { name: 'Move stock' }).click()
}

it('a seller names a second location, moves stock there, sells from the first one, and counts', async () => {
  const page = await newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, test, 'owner@demo.example')
  const address = test.url + paths.stockItem(item.number)

  await openPage(page, test.url + paths.stockLocations())
  await expectAccessible(page)
  await page.getByLabel('Where your stock is now').fill('Warehouse')
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByRole('link', { name: 'Enter a name.' }).waitFor()
  await page.getByLabel('Another place').fill('Shop')
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByText('Added.', { exact: true }).waitFor()
  await expectAccessible(page)

  await openPage(page, address)
  await expectAt(page, 'Warehouse', item.onHand)
  await move(page, '1', '2', item.onHand + 1)
  await page.getByRole('link', { name: `Only ${item.onHand} items are at Warehouse.` }).waitFor()
  await move(page, '1', '2', 5)
  await page.getByText('Moved.', { exact: true }).waitFor()
  await expectAt(page, 'Shop', 5)
  await expectAt(page, 'Warehouse', item.onHand - 5)
  await expectAccessible(page)
  await guidePicture(page, 'stock-locations')

  await sell(item.onHand - 4)
  await openPage(page, address)
  await expectAt(page, 'Warehouse', 0)
  await expectAt(page, 'Shop', 4)
  await page.getByText('Taken, because Warehouse had none left').waitFor()

  await openPage(page, test.url + paths.stockCount())
  await page.getByRole('combobox', { name: 'Location', exact: true }).selectOption('2')
  await page.getByLabel('Codes').fill(`${item.sku},3`)
  await page.getByRole('button', { name: 'Begin a count' }).click()
  await page.getByText('Counted. Nothing is changed yet.').waitFor()
  await page.getByRole('button', { name: 'Apply count' }).click()
  await page.getByText('Applied.', { exact: true }).waitFor()
  await expectAccessible(page)
  const count = page.url()

  await openPage(page, address)
  await expectAt(page, 'Shop', 3)
  await move(page, '2', '1', 2)
  await page.getByText('Moved.', { exact: true }).waitFor()
  await expectAt(page, 'Warehouse', 2)
  await page.getByRole('button', { name: 'Undo the move of 2 items from Shop to Warehouse' }).click()
  await page.getByText('Undone.', { exact: true }).waitFor()
  await expectAt(page, 'Shop', 3)
  await page.getByRole('link', { name: 'Correct what is on hand at Shop' }).click()
  await page.getByRole('heading', { name: 'Correct what is on hand at Shop' }).waitFor()
  await page.getByRole('textbox', { name: 'On hand' }).fill('4')
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.getByText('Corrected.', { exact: true }).waitFor()
  await expectAt(page, 'Shop', 4)

  await openPage(page, test.url + paths.stockLocations())
  await page.getByRole('navigation', { name: 'Inventory' }).getByRole('link', { name: 'Move stock' }).click()
  await page.getByRole('heading', { level: 1, name: 'Move stock' }).waitFor()
  await page.getByRole('combobox', { name: 'From', exact: true }).selectOption('2')
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('1')
  await page.getByLabel('Codes').focus()
  // A scanner types the code and Enter.
  for (const code of [item.sku, item.sku, 'NO-SUCH-SKU']) await page.keyboard.type(`${code}\n`)
  await page.getByRole('button', { name: 'Check list' }).click()
  await page.getByRole('link', { name: '1 line cannot be moved. Correct it, and check the list again.' }).waitFor()
  await page.getByRole('listitem').getByText('NO-SUCH-SKU').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Codes').fill(`${item.sku},3`)
  await page.getByRole('button', { name: 'Check list' }).click()
  await page.getByText('Checked. Nothing has moved yet.').waitFor()
  await expectAccessible(page)
  await guidePicture(page, 'stock-moves')
  await expectFits(page, 'a checked list', [768, 375])
  await page.getByRole('button', { name: 'Move 3 items' }).click()
  await page.getByText('Moved.', { exact: true }).waitFor()
  await expectAccessible(page)
  await openPage(page, address)
  await expectAt(page, 'Shop', 1)
  await expectAt(page, 'Warehouse', 3)

  await openPage(page, test.url + paths.stockLocations())
  await page.getByRole('button', { name: 'Make default: Shop' }).click()
  await page.getByText(/^Changed the default location\./).waitFor()
  await expectAccessible(page)
  await openPage(page, address)
  await expectAt(page, 'Shop', 1)
  await expectAt(page, 'Warehouse', 3)
  // The refused forms.

  await updateRows(test.db.owner, 'members', {}, { preferences: JSON.stringify({ locale: 'de' }) })
  const more = [paths.stockLocations(), paths.stockMoves(), paths.stockCount()].map((path) => test.url + path)
  for (const shown of [address, count, ...more])
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 900 })
      await openPage(page, shown)
      await expectNoOverflow(page, `${shown} at ${width}`)
    }
})
