import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import { s10CheckDigit } from '#lib/check-digits.ts'
import { paths } from '#web/paths.ts'
import { expectFocus } from './testing.ts'
import { Walk } from './walk.ts'

/** A signed-in owner's page, and a function that opens a page of the hub. */
export interface Walking {
  page: Page
  start: (path: string) => Promise<Walk>
}

/** The first element with this name in the main content. */
export const inMain = (page: Page, role: 'link' | 'button', name: RegExp | string) =>
  page.getByRole('main').getByRole(role, { name }).first()
const rows = (page: Page) => page.locator('tbody tr')

/** A valid Royal Mail tracking number. */
const numberOf = (serial: number) => {
  const digits = String(serial).padStart(8, '0')
  return `RN${digits}${s10CheckDigit(digits)}GB`
}

/** Pastes text into the focused cell. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement!.dispatchEvent(event)
  }, text)

/** The most frequent order tasks, by their names in the guide. */
export const orderTasks: Record<string, (on: Walking) => Promise<Walk>> = {
  'Ship an order, from the overview': async ({ page, start }) => {
    const walk = await start(paths.overview)
    await walk.click(
      page
        .locator('[data-act]')
        .getByRole('link', { name: /^Ship \d{2}-/ })
        .first(),
    )
    const number = page.getByRole('textbox', { name: 'Tracking number' })
    await expectFocus(number.first())
    await page.keyboard.insertText(numberOf(1))
    await walk.click(inMain(page, 'button', /^Ship/))
    await page
      .getByText(/^Order .* shipped/)
      .last()
      .waitFor()
    return walk
  },
  'Ship twelve orders, their numbers from a spreadsheet': async ({ page, start }) => {
    const walk = await start(orderTabHref('awaiting-shipment'))
    await walk.click(rows(page).first().getByRole('checkbox'))
    await walk.click(rows(page).nth(11).getByRole('checkbox'), { modifiers: ['Shift'] })
    await walk.click(inMain(page, 'button', /^Ship$/))
    await page.getByRole('heading', { level: 1, name: 'Ship 12 orders' }).waitFor()
    await expectFocus(page.getByRole('textbox', { name: /^Tracking number of/ }).first())
    await paste(page, Array.from({ length: 12 }, (_, row) => numberOf(row + 2)).join('\n'))
    await walk.click(inMain(page, 'button', 'Ship 12'))
    await page.getByRole('status').getByText('12 orders shipped').waitFor()
    return walk
  },
  'See which orders are overdue': async ({ page, start }) => {
    const walk = await start(paths.overview)
    await walk.click(page.getByRole('link', { name: /^Overdue/ }).first())
    await page.waitForURL(/shipBy=overdue/)
    return walk
  },
  'Find an order by its buyer, number or item': async ({ page, start }) => {
    const walk = await start(paths.orders)
    await page.keyboard.press('/')
    await walk.typeEnter('leica')
    await page.waitForURL(/q=leica/)
    return walk
  },
  'Open an order: what, where to, by when': async ({ page, start }) => {
    const walk = await start(paths.orders)
    await walk.click(rows(page).first().locator('a').first())
    await page.waitForURL(/orderid=/)
    return walk
  },
  'Download exactly what the filter shows': async ({ page, start }) => {
    const walk = await start(`${paths.orders}?q=leica`)
    const download = page.waitForEvent('download')
    await walk.click(inMain(page, 'link', /^Export/))
    await download
    return walk
  },
  'Print the packing slips of all that is to be shipped': async ({ page, start }) => {
    const walk = await start(orderTabHref('awaiting-shipment'))
    await walk.click(page.locator('thead').getByRole('checkbox'))
    await walk.click(inMain(page, 'button', /^Print$/))
    await page.getByRole('heading', { level: 1, name: /^Print for \d+ orders/ }).waitFor()
    await walk.click(inMain(page, 'button', /^Print/))
    await page.waitForURL(/print\/run/)
    return walk
  },
  'Answer a buyer’s question with a template': async ({ page, start }) => {
    const walk = await start(paths.tasks())
    await walk.click(
      page
        .locator('[data-act]')
        .getByRole('link', { name: /^Answer \S+$/ })
        .first(),
    )
    await walk.choose(page.getByRole('combobox', { name: 'Template' }), { label: 'Sorry for the wait' })
    await walk.click(page.getByRole('button', { name: 'Insert template' }))
    await expect.poll(() => page.getByRole('textbox', { name: 'Message to the buyer' }).inputValue()).not.toBe('')
    await walk.click(inMain(page, 'button', /^Send$/))
    await page.getByRole('status').getByText('Your answer was sent.').waitFor()
    return walk
  },
  'Accept a return': async ({ page, start }) => {
    const walk = await start(paths.tasks())
    await walk.click(inMain(page, 'link', /^Answer: Answer the return/))
    await walk.click(page.getByRole('radio', { name: 'Accept the return' }))
    await walk.click(inMain(page, 'button', 'Accept the return'))
    await page.getByRole('status').getByText('Your answer was saved').waitFor()
    return walk
  },
  'Accept a buyer’s request to cancel': async ({ page, start }) => {
    const walk = await start(paths.tasks())
    await walk.click(inMain(page, 'link', /^Accept and refund/))
    await walk.click(inMain(page, 'button', /^Accept and refund/))
    await page.getByRole('status').getByText('The cancellation is accepted.').waitFor()
    return walk
  },
  'Refund an order whole': async ({ page, start }) => {
    await start(orderTabHref('delivered'))
    await rows(page).first().locator('a').first().click()
    await page.waitForURL(/orderid=/)
    const walk = new Walk(page)
    await walk.click(inMain(page, 'link', /^Refund$/))
    await walk.choose(page.getByLabel('Reason'), { label: 'Other adjustment' })
    await walk.click(inMain(page, 'button', /^Refund /))
    await page
      .getByText(/^Refunded .*: Other adjustment/)
      .first()
      .waitFor()
    return walk
  },
  'Write a private note on an order': async ({ page, start }) => {
    await start(orderTabHref('shipped'))
    await rows(page).first().locator('a').first().click()
    await page.waitForURL(/orderid=/)
    const walk = new Walk(page)
    // The demo's team has notes on some orders; which order is the latest depends on the day.
    await walk.click(inMain(page, 'link', /^(Add a note|Edit)$/))
    await expectFocus(page.getByRole('textbox', { name: 'Private note' }))
    await page.keyboard.insertText('Call before delivery')
    await walk.click(inMain(page, 'button', 'Save note'))
    await page.locator('p', { hasText: 'Call before delivery' }).first().waitFor()
    return walk
  },
}
