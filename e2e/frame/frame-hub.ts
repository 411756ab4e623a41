import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { paths } from '#web/paths.ts'
import { hydrated, newPage, signIn, testHub, type TestHub } from '../testing.ts'

/** A hub and session for the calling file, ready after its `beforeAll`. */
export class FrameHub {
  test!: TestHub
  /** Browser state of the demo shop's owner. */
  member!: Awaited<ReturnType<BrowserContext['storageState']>>

  constructor() {
    beforeAll(async () => {
      this.test = await testHub()
      const page = await newPage()
      await signIn(page, this.test, 'owner@demo.example')
      this.member = await page.context().storageState()
    })
  }

  /** Opens a page as the member. */
  async open(options: BrowserContextOptions = {}, url: string = paths.preferences): Promise<Page> {
    const page = await newPage({ storageState: this.member, ...options })
    await page.goto(this.test.url + url)
    return page
  }
}

/** A short list: these tests are about the frame. */
export const orders = `${paths.orders}?status=awaiting-shipment&shipBy=overdue`

/** The top navigation. */
export const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
/** An item of the top navigation. */
export const link = (page: Page, name: string) => navigation(page).getByRole('link', { name, exact: true }).first()
/** The button of an item's dropdown. */
export const toggle = (page: Page, name = 'Orders') => navigation(page).getByRole('button', { name: `More in ${name}` })
/** A link in the orders' dropdown. */
export const child = (page: Page, name: string | RegExp = /^Overdue/) =>
  navigation(page).getByRole('link', { name }).first()
/** Whether only this item's dropdown is open. */
export const isOpen = async (page: Page, name = 'Orders') =>
  (await toggle(page, name).getAttribute('aria-expanded')) === 'true' &&
  (await navigation(page).locator('li ul:visible').count()) === 1
/** Text of the focused element. */
export const activeText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Opens the dropdown by its button once the page is hydrated. */
export async function openDropdown(page: Page): Promise<void> {
  await hydrated(page)
  await toggle(page).evaluate((button: HTMLElement) => button.click())
}
