import { updateRows } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectNoOverflow } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { guidePicture, newPage, openPage, signIn, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
/** SKUs with stock on hand and nothing reserved, as a scanner types them. */
const items = await test.db.owner
  .selectFrom('stock_items as i')
  .innerJoin('sellers as s', 's.id', 'i.seller_id')
  .innerJoin('listings as l', (join) =>
    join.onRef('l.seller_id', '=', 'i.seller_id').onRef('l.id', '=', 'i.listing_id'),
  )
  .select(['i.sku', 'i.stock_number as number', 'l.on_hand as onHand'])
  .where('s.username', '=', shop)
  .where('i.position', 'is', null)
  .where('i.reorder_point', 'is', null)
  .where('l.state', '=', 'ACTIVE')
  .where('l.reserved', '=', 0)
  .where('l.buffer', '=', 0)
  .where('l.on_hand', '>=', 3)
  .where('l.on_hand', '<=', 9)
  .orderBy('i.sku')
  .limit(3)
  .execute()

it('a member sets a reorder point, corrects what is on hand, and counts with a scanner', async () => {
  const page = await newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, test, 'owner@demo.example')
  const [first, second, third] = items
  expect(third).toBeDefined()

  await openPage(page, test.url + paths.listings.active)
  await page.getByRole('link', { name: 'Inventory', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor()
  await expectAccessible(page)
  await guidePicture(page, 'inventory')

  await openPage(page, `${test.url}${paths.inventory}?q=${first!.sku}`)
  await page.getByRole('link', { name: /^Reorder point of / }).click()
  await page.getByRole('textbox', { name: /^Reorder point of / }).fill('9')
  await page.keyboard.press('Enter')
  await page.getByText(`Reorder point of ${first!.sku}: 9, before nothing.`).waitFor()
  await page.getByRole('link', { name: /^Bin of / }).click()
  await page.getByRole('textbox', { name: /^Bin of / }).fill('R1-S2')
  await page.keyboard.press('Enter')
  await page.getByText(/^Bin of .*: R1-S2, before /).waitFor()
  await page.getByRole('row').filter({ hasText: first!.sku }).getByText('Low', { exact: true }).waitFor()

  await page.getByRole('link', { name: first!.sku, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: first!.sku }).waitFor()
  await page.getByRole('textbox', { name: 'On hand' }).fill('many')
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.getByRole('link', { name: 'Enter a whole number from 0 to 1,000,000.' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'On hand' }).fill(String(first!.onHand + 1))
  await page.getByLabel('Reason').selectOption('FOUND')
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.getByText('Corrected.', { exact: true }).waitFor()
  await page.getByText(/^Corrected by .*: Found$/).waitFor()
  await expectAccessible(page)

  await openPage(page, test.url + paths.stockCount())
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Begin a count' }).click()
  await page.getByText('Nothing is counted yet.').waitFor()
  // A scanner types the code and Enter, wherever the focus is.
  const scan = async (code: string) => page.keyboard.type(`${code}\n`)
  const last = page.getByRole('alert')
  await scan(second!.sku.toLowerCase())
  await last.getByText('1 counted').waitFor()
  await scan('NO-SUCH-SKU')
  await last.getByText('kept below').waitFor()
  await page.getByRole('heading', { name: '1 code matches no SKU' }).waitFor()
  // Without a connection scans stay on the device, also after a crash.
  await page.context().setOffline(true)
  await scan(second!.sku)
  await page.getByText('No connection. Your scans are kept.').waitFor()
  await last.getByText('2 counted').waitFor()
  const count = page.url()
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await openPage(page, count)
  await page
    .getByRole('textbox', { name: `Counted of ${second!.sku}` })
    .and(page.locator('[value="2"]'))
    .waitFor()
  // Scanned once, and corrected in place.
  await scan(third!.sku)
  await last.getByText('1 counted').waitFor()
  await page.getByRole('textbox', { name: `Counted of ${third!.sku}` }).fill(String(third!.onHand))
  await page.keyboard.press('Enter')
  await page.getByText('2 SKUs counted').waitFor()
  await page.getByRole('textbox', { name: 'SKU or GTIN', exact: true }).fill(second!.sku)
  await page.getByRole('button', { name: 'Assign NO-SUCH-SKU' }).click()
  await page
    .getByRole('textbox', { name: `Counted of ${second!.sku}` })
    .and(page.locator('[value="3"]'))
    .waitFor()
  await page.getByRole('textbox', { name: `Counted of ${second!.sku}` }).fill('2')
  await page.getByRole('textbox', { name: `Counted of ${second!.sku}` }).blur()
  await expectAccessible(page)
  await guidePicture(page, 'stock-count')
  // A file counts one more.
  const content = `SKU;Counted\n${first!.sku};${first!.onHand + 1}\n`
  const file = { name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.getByRole('main').getByRole('link', { name: 'Upload a file' }).click()
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText(/^3 SKUs counted/).waitFor()
  await page.getByRole('button', { name: 'Apply count' }).click()
  await page.getByText('Applied.', { exact: true }).waitFor()
  const { on_hand: counted } = await test.db.owner
    .selectFrom('listings as l')
    .innerJoin('stock_items as i', (join) =>
      join.onRef('i.seller_id', '=', 'l.seller_id').onRef('i.listing_id', '=', 'l.id'),
    )
    .select('l.on_hand')
    .where('i.stock_number', '=', second!.number)
    .executeTakeFirstOrThrow()
  expect(counted).toBe(2)
  // The refused correction, and the connection that was cut.

  await updateRows(test.db.owner, 'members', {}, { preferences: JSON.stringify({ locale: 'de' }) })
  for (const address of [test.url + paths.inventory, test.url + paths.stockItem(first!.number), count])
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 900 })
      await openPage(page, address)
      await expectNoOverflow(page, `${address} at ${width}`)
    }
})
