import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { runFileJob } from '#features/reports/testing.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

/** Downloads a finished file from the list, the latest first. */
async function latestFile(page: Page): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('row').nth(1).getByText('Done', { exact: true }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('row').nth(1).getByRole('link').click()
  const file = await download
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

it('a file of chosen columns in a chosen order is made beside the page, and its list says how far it is', async () => {
  const page = await signedInPage(test, 'owner@demo.example')
  await openPage(page, test.url + paths.overview)
  await page.getByRole('navigation').getByRole('link', { name: 'Files' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'All files' }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'No files yet' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'New download' }).click()
  await page.getByRole('heading', { level: 1, name: 'New download' }).waitFor()

  await page.getByLabel('Rows').selectOption({ label: 'Awaiting shipment' })
  await page.getByRole('button', { name: 'Choose none' }).click()
  await page.getByLabel('Order number', { exact: true }).check()
  await page.getByLabel('Search columns').fill('buyer')
  expect(await page.getByLabel('Order number', { exact: true }).isVisible()).toBe(false)
  await page.getByLabel('Buyer', { exact: true }).check()
  await page.getByLabel('Search columns').fill('')
  const up = page.getByRole('button', { name: 'Move Buyer up' })
  while (await up.isEnabled()) await up.click()
  await expectAccessible(page)
  await guidePicture(page, 'reports')
  await page.getByRole('button', { name: 'Create file' }).click()

  await page.getByRole('row').nth(1).getByText('Waiting', { exact: true }).waitFor()
  expect(await runFileJob(test.hub)).toBe(1)
  const { name, content } = await latestFile(page)
  expect(name).toMatch(/^orders-\d{4}-\d\d-\d\d-\d{4}-.+\.csv$/)
  const [header, ...rows] = parse(content, { bom: true })
  expect(header).toEqual(['Buyer', 'Order number'])
  expect(rows.length).toBeGreaterThan(0)

  await openPage(page, test.url + paths.newDownload('orders'))
  await page.getByText('2 of', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Everything' }).click()
  // The address changes before the form that the template fills is there.
  await page.locator('[aria-current=page]').filter({ hasText: 'Everything' }).waitFor()
  await page.getByLabel('Format').selectOption({ label: 'Excel (XLSX)' })
  await page.getByRole('button', { name: 'Create file' }).click()
  await page.getByRole('row').nth(1).getByText('Waiting', { exact: true }).waitFor()
  expect(await runFileJob(test.hub)).toBe(1)
  const workbook = await latestFile(page)
  expect(workbook.name).toMatch(/\.xlsx$/)
  const { sheets } = await readXlsx(workbook.content)
  expect(sheets[0]?.name).toBe('Orders')
  expect(sheets[0]?.rows[0]?.[0]).toBe('Order number')
  await expectAccessible(page)
})

it('a template is saved, fills the form, and its file is made every week', async () => {
  const page = await signedInPage(test, 'owner@demo.example')
  await openPage(page, test.url + paths.newDownload('orders'))
  await page.getByRole('link', { name: 'UPS WorldShip' }).click()
  await page.getByText('Ship to, as “Company or Name”').waitFor()
  await page.getByLabel('Name of a template').fill('For the van')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('The template is saved.').waitFor()
  expect(await page.getByLabel('Name of a template').inputValue()).toBe('For the van')
  await expectAccessible(page)

  await page.getByRole('navigation').getByRole('link', { name: 'Schedules' }).last().click()
  await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor()
  await page.getByLabel('How often').selectOption({ label: 'Every week' })
  await page.getByLabel('Weekday').selectOption({ label: 'Friday' })
  await page.getByLabel('Time', { exact: true }).selectOption({ label: '06:00' })
  await page.getByRole('button', { name: 'Add schedule' }).click()
  const row = page.getByRole('row').filter({ hasText: 'For the van' })
  await row.getByText('Every week on Friday at 06:00').waitFor()
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Pause For the van' }).click()
  await row.getByText('Paused').waitFor()
  await row.getByRole('button', { name: 'Delete For the van' }).click()
  await row.waitFor({ state: 'detached' })
})
