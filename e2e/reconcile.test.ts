import { expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

/** A row of the books. */
interface Sale {
  order: string
  day: string
  net: number
  fees: number
  currency: string
}

/** The shop's latest sales of one currency. */
async function latestSales(): Promise<Sale[]> {
  const rows = await test.db.owner
    .selectFrom('transactions as t')
    .innerJoin('sellers as s', 's.id', 't.seller_id')
    .select(['t.order_number', 't.happened_at', 't.net_minor', 't.fees_minor', 't.currency'])
    .where('s.username', '=', shop)
    .where('t.kind', '=', 'SALE')
    .where('t.currency', '=', 'GBP')
    .where('t.order_number', 'is not', null)
    .orderBy('t.happened_at', 'desc')
    .limit(4)
    .execute()
  return rows.map(({ order_number: order, happened_at: at, net_minor: net, fees_minor: fees, currency }) => ({
    order: order ?? '',
    day: at.toISOString().slice(0, 10),
    net,
    fees,
    currency,
  }))
}

const pounds = (minor: number) => `£${(minor / 100).toFixed(2)}`.replace('£-', '−£')

it('a report with three kinds of difference says which, and is kept with its result', async () => {
  const [first, second, third, fourth] = await latestSales()
  if (!first || !second || !third || !fourth) throw new Error('the demo shop has four sales')
  const line = (sale: Sale, { net = sale.net, fees = sale.fees, order = sale.order } = {}) =>
    [sale.day, 'Order', order, 'Zqname Doe', pounds(net), sale.currency, pounds(fees)].join(',')
  const report = [
    '"Transaction report, all amounts in the currency of the payout"',
    '',
    'Transaction creation date,Type,Order number,Buyer name,Net amount,Payout currency,Fees',
    line(first),
    line(second, { net: second.net - 25, fees: second.fees - 25 }),
    line(third, { net: third.net + 100 }),
    line(fourth, { order: '99-99999-99999' }),
  ].join('\n')

  const page = await signedInPage(test, 'accountant@demo.example')
  await openPage(page, test.url + paths.reconcile)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Upload a file' }).click()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'july.csv', mimeType: 'text/csv', buffer: Buffer.from(report) })
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'july.csv' }).waitFor()
  await expectAccessible(page)

  const row = (order: string) => page.getByRole('row').filter({ hasText: order })
  await row(second.order).getByText('fee differs by −£0.25').waitFor()
  await row(third.order).getByText('amount differs by £1.00').waitFor()
  await guidePicture(page, 'reconcile')
  await page.getByRole('link', { name: /^Missing here/ }).click()
  await row('99-99999-99999').getByText('not in your books').waitFor()
  await page.getByRole('link', { name: /^Missing there/ }).click()
  await row(fourth.order).getByText('not in the report').waitFor()
  await expectFits(page, 'a reconciliation')
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download result' }).click()
  expect((await file).suggestedFilename()).toBe('reconciliation.csv')

  await openPage(page, test.url + paths.reconcile)
  await page.getByRole('link', { name: 'july.csv' }).click()
  await row(second.order).getByText('fee differs by −£0.25').waitFor()
  await page.getByText('Delete this report').click()
  await page.getByRole('button', { name: 'Delete report' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reconcile' }).waitFor()
  expect(await page.getByRole('link', { name: 'july.csv' }).count()).toBe(0)
})
