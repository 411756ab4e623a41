import { expect, it } from 'vitest'
import { ebayOrders, etsyItems, shopifyOrders } from '#features/orders/order-files/testing.ts'
import { runFileJob } from '#features/reports/testing.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits, expectNoOverflow } from './good-page.ts'
import { guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

const listings = [
  'Item number,Title,Custom label (SKU),Available quantity,Currency,Start price,Watchers,Sold quantity,Condition',
  '398160795273,"Leica M3, 1957",M3-57,1,GBP,1249.00,4,1,Used',
  '398160795274,Strap,S-R,5,GBP,20.00,0,2,New',
].join('\n')
const costs = 'SKU;Unit cost\nM3-57;800,00\nS-R;7,50'

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

it('a shop moves in with five report files', async () => {
  const page = await signedInPage(test, 'owner@demo.example')
  await openPage(page, test.url + paths.uploads)
  // An empty page says what can be dropped, and what happens then.
  await page.getByRole('cell', { name: 'Sold order items: Settings › Options › Download data' }).waitFor()
  await page.getByText('Nothing is imported yet.', { exact: false }).waitFor()
  await expectAccessible(page)
  await expectFits(page, 'moving in without files')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles([
      file('active-listings.csv', listings),
      file('ebay-orders.csv', ebayOrders),
      file('shopify-orders.csv', shopifyOrders),
      file('etsy-items.csv', etsyItems),
      file('costs.csv', costs),
    ])
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('2 new orders, 1 left out').waitFor()
  await page.getByText('2 new costs').waitFor()
  await guidePicture(page, 'moving-in')
  await expectAccessible(page)
  await expectFits(page, 'moving in')

  await page.getByRole('link', { name: 'ebay-orders.csv' }).click()
  await page.getByRole('heading', { level: 1, name: 'ebay-orders.csv' }).waitFor()
  await page.getByText('1 item, £1,258.50, 21 Jul 2025').waitFor()
  await page.getByRole('link', { name: /^Left out/ }).click()
  await page.getByText('Still open. Finish it where it was bought', { exact: false }).waitFor()
  await page.getByText('Columns', { exact: true }).click()
  expect(await page.getByLabel('Meaning of Sold For').inputValue()).toBe('price')
  await expectAccessible(page)
  await expectFits(page, 'a file of orders')
  await openPage(page, test.url + paths.reports)
  await page.getByRole('button', { name: 'Import 5 files' }).click()
  await page.getByRole('table').getByText('Waiting', { exact: true }).first().waitFor()
  expect(await runFileJob(test.hub)).toBe(5)
  await page.getByRole('table').getByText('Done', { exact: true }).nth(4).waitFor()

  await page.getByRole('main').getByRole('link', { name: 'Upload a file' }).click()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles([
      file('more-costs.csv', 'SKU,Unit cost\nCAP,3.20'),
      file('transactions.csv', 'Transaction creation date,Type,Order number,Net amount\nJul-21-25,Order,1,1.00'),
    ])
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('Say what it is').waitFor()
  await page.getByRole('link', { name: 'more-costs.csv' }).waitFor()

  await openPage(page, `${test.url}${paths.orders}?q=AB123456789GB`)
  await page.getByText('Leica M3, 1957').first().waitFor()
})

it('works without script, with a wrong column corrected, in German on a phone', async () => {
  const page = await signedInPage(test, 'owner@demo.example', {
    javaScriptEnabled: false,
    locale: 'de-DE',
    viewport: { width: 375, height: 800 },
  })
  await page.goto(test.url + paths.uploads)
  const text = [
    'Order number,Order date,Item title,Price,Paid,Shipped on date,Country',
    'Z-1,2025-01-01,Cup,9.99,2.50,2025-01-02,Atlantis',
  ]
  await page.getByLabel('Datei', { exact: true }).setInputFiles([file('own-table.csv', text.join('\n'))])
  await page.getByRole('button', { name: 'Prüfen', exact: true }).click()
  await page.getByText('1 Artikel, 9,99').waitFor()
  await page.getByText('Spalten', { exact: true }).click()
  await expectNoOverflow(page, 'a file of orders in German')
  await page.getByLabel('Bedeutung von Price').selectOption({ label: 'Nicht verwendet' })
  await page.getByLabel('Bedeutung von Paid').selectOption({ label: 'Preis' })
  await page.getByRole('button', { name: 'Noch einmal prüfen' }).click()
  await page.getByText('1 Artikel, 2,50').waitFor()
  await page.getByRole('button', { name: '1 Bestellung übernehmen' }).click()
  await page.getByText('Wartet: 0 von 1 Bestellungen übernommen.').waitFor()
  expect(await runFileJob(test.hub)).toBe(1)
  await page.reload()
  await page.getByText('1 von 1 Bestellungen übernommen.').waitFor()
  const order = test.db.owner.selectFrom('orders').select('order_number').where('external_id', '=', 'Z-1')
  await page.goto(test.url + paths.orderDetails((await order.executeTakeFirstOrThrow()).order_number))
  await page.getByText('Lieferadresse (Land): Atlantis').waitFor()
  await page.getByText('Manche Angaben dieser Bestellung waren nicht verwendbar').waitFor()
  await expectNoOverflow(page, 'an order with data that could not be used, in German')
})

it('a price that a file does not explain is asked for, and the answer decides', async () => {
  const page = await signedInPage(test, 'owner@demo.example')
  await openPage(page, test.url + paths.uploads)
  const rows = [
    'Order number,Order date,Item title,Quantity,Price,Shipped on date',
    'Q-1,2025-01-01,Mug,2,42.00,2025-01-02',
  ]
  await page.getByLabel('File', { exact: true }).setInputFiles([file('unclear.csv', rows.join('\n'))])
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('Q-1: 2 × £42.00, in all £84.00').waitFor()
  await expectAccessible(page)
  await expectFits(page, 'a question about a file', [1440, 375])
  await page.getByLabel('Of all items in the row').check()
  await page.getByRole('button', { name: 'Check again' }).first().click()
  await page.getByText('2 items, £42.00, 1 Jan 2025').waitFor()
  await page.getByText('as you answered').waitFor()
})
