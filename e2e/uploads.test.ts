import { anyListing, rowOf } from '#db/testing-row.ts'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { runFileJob } from '#features/reports/testing.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
await addListings()

/** Adds 300 listings to the shop. */
async function addListings(): Promise<void> {
  const { id } = await rowOf(test.db.owner, 'sellers', { username: shop })
  const rows = Array.from({ length: 300 }, (_, n) => ({
    seller_id: id,
    title: `Lens cap ${n}`,
    sku: `CAP-${n}`,
    ...anyListing,
    category: 'Lens caps',
    price_minor: 500 + n,
    quantity_available: 3,
    created_at: test.hub.now(),
  }))
  await test.db.owner.insertInto('listings').values(rows).execute()
}

/** The added listings. */
const addedListings = () =>
  test.db.owner
    .selectFrom('listings')
    .select(['item_number', 'price_minor'])
    .where('sku', 'like', 'CAP-%')
    .orderBy('id')
    .execute()

it('300 prices are changed by a file once its wrong column is corrected', async () => {
  const listings = await addedListings()
  const decimal = (minor: number) => (minor / 100).toFixed(2)
  const file = [
    '"Prices of next week; the column Price has those of today"',
    'Item number;Price;New',
    ...listings.map(
      ({ item_number: item, price_minor: price }) => `="${item}";${decimal(price)};${decimal(price + 50)}`,
    ),
  ].join('\r\n')

  const page = await signedInPage(test, 'lister@demo.example')
  await openPage(page, test.url + paths.uploads)
  await page.getByText('Nothing changes before you have reviewed it.', { exact: false }).waitFor()
  await expectAccessible(page)
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'next-week.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'next-week.csv' }).waitFor()
  await page.getByRole('link', { name: /^Unchanged/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Apply/ }).count()).toBe(0)

  await page.getByText('Columns', { exact: true }).click()
  await page.getByLabel('Meaning of Price').selectOption({ label: 'Not used' })
  await page.getByLabel('Meaning of New').selectOption({ label: 'Price' })
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Apply 300 changes' }).waitFor()
  await expectAccessible(page)
  await guidePicture(page, 'uploads')
  await expectFits(page, 'an upload')
  await page.getByRole('button', { name: 'Apply 300 changes' }).click()
  await page.getByText('Waiting: 0 of 300 rows applied.').waitFor()
  expect(await runFileJob(test.hub)).toBe(1)
  const result = page.getByRole('link', { name: 'Download result' })
  await result.waitFor()
  const download = page.waitForEvent('download')
  await result.click()
  const rows: Record<string, string>[] = parse(await readFile(await (await download).path()), {
    bom: true,
    columns: true,
  })
  expect(rows.filter(({ Status }) => Status === 'Success')).toHaveLength(300)
  const after = await addedListings()
  expect(after.map(({ price_minor: price }) => price)).toEqual(listings.map(({ price_minor: price }) => price + 50))
  await openPage(page, test.url + paths.reports)
  await page.getByRole('link', { name: 'next-week.csv' }).click()
  await page.getByRole('link', { name: /^Applied/ }).waitFor()
})

it('works without script', async () => {
  const [listing] = await addedListings()
  const page = await signedInPage(test, 'lister@demo.example', { javaScriptEnabled: false })
  await page.goto(test.url + paths.uploads)
  await page.getByLabel('Or paste its rows').fill(`Item number,Price\n${listing?.item_number},7.77`)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await page.getByText('Waiting: 0 of 1 rows applied.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const cancelled = page.getByText('Cancelled: 0 of 1 rows applied.')
  await cancelled.waitFor()
  expect(await cancelled.count()).toBe(1)
})

it('a file dropped on any page is recognised, and can be something else', async () => {
  const page = await signedInPage(test, 'lister@demo.example')
  await openPage(page, test.url + paths.inventory)
  const drag = (type: string) =>
    page.evaluate((event) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['SKU,Quantity\nCAP-1,4'], 'stock.csv', { type: 'text/csv' }))
      const on = document.querySelector('main') ?? document.body
      on.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }))
    }, type)
  await drag('dragenter')
  await page.getByText('Upload a file', { exact: true }).last().waitFor()
  await drag('drop')
  await page.getByRole('heading', { level: 1, name: 'stock.csv' }).waitFor()
  await page.getByText('it has the columns SKU and Quantity', { exact: false }).waitFor()
  await expectAccessible(page)
  await expectFits(page, 'a file that is asked for')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Apply 1 change' }).waitFor()
  await page.getByText('It is something else').click()
  await page.getByLabel('A stock count').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('1 SKU counted', { exact: false }).waitFor()
})
