import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const { seller_id: seller } = await test.db.owner
  .selectFrom('memberships as m')
  .innerJoin('members as p', 'p.id', 'm.member_id')
  .select('m.seller_id')
  .where('p.email', '=', 'owner@demo.example')
  .orderBy('m.created_at')
  .executeTakeFirstOrThrow()
const rows = await test.db.owner
  .selectFrom('orders')
  .select('order_number')
  .where('seller_id', '=', seller)
  .where('status', '=', 'AWAITING_SHIPMENT')
  .orderBy('id')
  .limit(12)
  .execute()
const numbers = rows.map((row) => row.order_number)

const fileOf = (orders: readonly string[], tracking: (index: number) => string) =>
  ['Order number,Tracking number,Carrier', ...orders.map((order, index) => `${order},${tracking(index)},DHL`)].join(
    '\n',
  )

describe('a file of tracking numbers', () => {
  it('is checked, applied, and its bad rows mended', async () => {
    const page = await signedInPage(test, 'shipper@demo.example')
    await openPage(page, `${test.url}${paths.orders}`)
    await page.getByRole('link', { name: 'Upload tracking' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Upload a file' }).waitFor()
    const orders = numbers.slice(0, 6)
    const text = fileOf(orders, (index) => (index < 2 ? '4.8E+13' : `00340434${index}`))
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'despatch.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('button', { name: 'Apply 4 rows' }).waitFor()
    expect(await page.getByRole('row', { name: /Rounded by a spreadsheet/ }).count()).toBe(2)
    const typed = (await page.locator('tbody input:visible').first().boundingBox())!
    expect(typed.x + typed.width, 'the cell to correct is in sight').toBeLessThan(page.viewportSize()!.width)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Apply 4 rows' }).click()
    await page.getByText('4 of 4 rows done').waitFor()
    await page.getByRole('link', { name: 'Done 4' }).click()
    await expect
      .poll(() => page.getByRole('columnheader').allInnerTexts())
      .toEqual(['Order number', 'Line', 'Tracking number'])
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download 2 rows with problems' }).click()
    const toMend = await readFile(await (await download).path(), 'utf8')
    expect(toMend).toContain('The last digits are lost')
    const mended = toMend.replaceAll('4.8E+13', '0034 99')
    await openPage(page, `${test.url}${paths.uploadOf('tracking')}`)
    await page.getByLabel('Or paste its rows').fill(mended)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('button', { name: 'Apply 2 rows' }).click()
    await page.getByText('2 of 2 rows done').waitFor()
    const { n } = await test.db.owner
      .selectFrom('shipments as s')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.seller_id', '=', 's.seller_id').onRef('o.id', '=', 's.order_id'),
      )
      .select((build) => build.fn.countAll<number>().as('n'))
      .where('o.order_number', 'in', orders)
      .executeTakeFirstOrThrow()
    expect(n).toBe(6)
  })

  it('with names of its own for the columns is read by its values, and corrected where it is shown', async () => {
    const page = await signedInPage(test, 'shipper@demo.example')
    const send = async (order: string, name: string) => {
      await openPage(page, `${test.url}${paths.uploadOf('tracking')}`)
      const text = ['Our ref;Belongs to;By;Left on', `AB${order.slice(-4)};${order};;03/04/2026`].join('\n')
      const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await page.getByRole('button', { name: 'Check again' }).first().waitFor()
    }
    await send(numbers[8]!, 'depot.csv')
    await page.getByText('order numbers of yours').waitFor()
    await expectAccessible(page)
    const holds = (column: string) => page.getByLabel(`Meaning of ${column}`)
    expect(await holds('Belongs to').inputValue()).toBe('order')
    await holds('Our ref').selectOption({ label: 'Tracking number' })
    await holds('By').selectOption({ label: 'Carrier' })
    await holds('Left on').selectOption({ label: 'Shipped on' })
    const again = () => page.getByRole('button', { name: 'Check again' })
    await again().last().click()
    await page.getByText('as you chose them').waitFor()
    await page.getByLabel('Carrier in line 2').fill('Our van')
    await page.getByLabel('Carrier in line 2').press('Enter')
    const apply = page.getByRole('button', { name: 'Apply 1 row' })
    await apply.waitFor()
    await page.getByText('Dates such as 03/04/2026').waitFor()
    await page.getByLabel(/^Day first/).check()
    await again().first().click()
    await page.getByText('as you answered').waitFor()
    await apply.click()
    await page.getByText('1 of 1 rows done').waitFor()
    await send(numbers[9]!, 'depot tomorrow.csv')
    await page.getByText('as you chose them').waitFor()
  })

  it('is applied without JavaScript, and what is no such file is refused with what was pasted', async () => {
    const page = await formPage(test, 'owner@demo.example')
    await page.open(paths.uploadOf('tracking'))
    page.fill('Or paste its rows', 'Anna\nYork')
    await page.press('Check')
    page.says('It has no line with known names of columns.')
    expect(page.value('Or paste its rows')).toBe('Anna\nYork')
    page.fill(
      'Or paste its rows',
      fileOf(numbers.slice(6, 8), (index) => `0034${index}`),
    )
    await page.press('Check')
    await page.press('Apply 2 rows')
    page.says('2 of 2 rows done')
  })
})
