import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listPaths } from '#web/list-paths.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { httpMember } from './http-member.ts'
import { shop } from './page-addresses.ts'
import { payOut } from './paid-out.ts'
import { printed } from './pdf.ts'
import { guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const money = await payOut(test, shop)

const as = (email: string) => signedInPage(test, email)

/** Left edges of rows of figures in pixels, without duplicates. */
const rowStarts = (page: Page): Promise<number[]> =>
  page
    .locator('main dl')
    .first()
    .locator('dt')
    .evaluateAll((labels) => {
      const starts = new Map<number, number>()
      for (const { top, left } of labels.map((label) => label.getBoundingClientRect()))
        starts.set(Math.round(top), Math.min(starts.get(Math.round(top)) ?? left, left))
      return [...new Set(starts.values())]
    })

/** Number of tables that must be scrolled to be read. */
const cutTables = (page: Page): Promise<number> =>
  page
    .locator('main div:has(> table)')
    .evaluateAll((boxes) => boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)

describe('payments', () => {
  it('say where the money is, why an order is on hold, and which rows make up a payout', async () => {
    const page = await as('accountant@demo.example')
    await openPage(page, test.url + paths.orders)
    await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    await expectAccessible(page)
    await guidePicture(page, 'payments')

    const held = page.getByRole('region', { name: 'On hold' }).getByRole('row', { name: money.heldOrder })
    await held.getByText('Return open').waitFor()
    await held.getByText(/^when the case is closed, answer by /).waitFor()
    await held.getByRole('link', { name: 'Answer' }).click()
    await page.getByRole('heading', { level: 1, name: /^Return / }).waitFor()
    await page.goBack()

    await openPage(page, test.url + paths.payouts)
    await page.getByRole('row').filter({ hasText: '£48.60' }).getByRole('rowheader').getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /^Payout of .*, £48\.60$/ }).waitFor()
    const rows = page.getByRole('region', { name: 'Transactions of the payout' })
    await rows.getByText('The rows add up to the payout; nothing is unexplained.').waitFor()
    expect(await rows.locator('tbody tr').count()).toBe(2)
    await expectAccessible(page)
    await guidePicture(page, 'payout')
    const sale = rows.getByRole('row').filter({ hasText: 'Sale' })
    await sale.getByRole('rowheader').getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Sale, £51.74' }).waitFor()
    await page.getByText(/^Final value fee, .*schedule GB 2026-01-01$/).waitFor()
    await expectAccessible(page)
    await guidePicture(page, 'transaction')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Sale, £51.74' }).waitFor({ state: 'detached' })
  })

  it('give the rows of a payout as a file, which adds up to it', async () => {
    const accountant = await httpMember(test, 'accountant@demo.example')
    const page = await accountant.read(paths.payoutDetails(money.payout))
    const file = `${listPaths(paths.transactions).export}?payout=${money.payout}`
    expect(page).toContain(file)
    const [header = [], ...rows] = parse(await accountant.read(file), { bom: true })
    const net = rows.reduce((sum, row) => sum + Math.round(Number(row[header.indexOf('Net')]) * 100), 0)
    expect([rows.length, net]).toEqual([2, 4_860])
  })

  it('have a statement for each month, which begins where the one before ended, on paper too', async () => {
    const page = await as('accountant@demo.example')
    await openPage(page, test.url + paths.payments)
    await page.getByRole('main').waitFor()
    await page.getByRole('link', { name: 'Statements' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Statements' }).waitFor()
    await expectAccessible(page)
    const pounds = page.getByRole('region', { name: 'GBP' }).locator('tbody tr')
    const amounts = await pounds.nth(1).getByRole('cell').allTextContents()
    const [opening, closing] = [amounts[0], amounts.at(-1)]
    expect(await pounds.nth(0).getByRole('cell').first().textContent()).toBe(closing)
    await pounds.nth(1).getByRole('link').click()
    const month = page.getByRole('region', { name: 'GBP' })
    await month.getByText('The next month begins with this balance; nothing is unexplained.').waitFor()
    await expectAccessible(page)
    await guidePicture(page, 'statement')
    await page.getByRole('link', { name: 'Print' }).click()
    await page.getByRole('button', { name: 'Print' }).waitFor()
    const sheets = await printed(page)
    expect(sheets.map(({ text }) => text).find((text) => text.includes('GBP'))).toContain(closing)
    expect(sheets.map(({ text }) => text).find((text) => text.includes('GBP'))).toContain(opening)
    expect(sheets[0]).toMatchObject({ width: expect.closeTo(210, 0) })

    await openPage(page, test.url + paths.taxes(String(test.hub.now().getUTCFullYear())))
    await page.getByRole('columnheader', { name: 'With refunds' }).first().waitFor()
    await expectAccessible(page)
  })

  it.each([
    ['owner', true],
    ['accountant', true],
    ['shipper', false],
    ['viewer', false],
  ])('are for roles that may see money: %s', async (role, may) => {
    const member = await httpMember(test, `${role}@demo.example`)
    for (const path of [
      paths.payments,
      paths.transactions,
      paths.payouts,
      paths.holds,
      paths.statements(),
      paths.taxes(),
      paths.sales(),
      paths.salesExport({ by: 'listing' }),
      paths.reconcile,
    ])
      expect((await member.get(path)).status, path).toBe(may ? 200 : 403)
    expect((await member.read(paths.orders)).includes(`"${paths.payments}"`)).toBe(may)
  })

  it('fit screens from 375 to 1440 px: figures stand in rows, and no table is cut', async () => {
    const page = await as('owner@demo.example')
    await openPage(page, test.url + paths.payments)
    expect(await cutTables(page)).toBe(0)
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await rowStarts(page), `figures at ${width}`).toHaveLength(1)
    }
  })
})
