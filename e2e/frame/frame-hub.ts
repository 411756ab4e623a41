import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { paths } from '#web/paths.ts'
import { hydrated, newPage, signIn, testHub, type TestHub } from '../testing.ts'

/** A hub for the calling file, and who is signed in; there once the file's `beforeAll` has run. */
export class FrameHub {
  test!: TestHub
  /** The owner of the demo's shop. */
  member!: Awaited<ReturnType<BrowserContext['storageState']>>

  constructor() {
    beforeAll(async () => {
      this.test = await testHub()
      const page = await newPage()
      await signIn(page, this.test, 'owner@demo.example')
      this.member = await page.context().storageState()
    })
  }

  /** A page of the hub as the member sees it. */
  async open(options: BrowserContextOptions = {}, url: string = paths.preferences): Promise<Page> {
    const page = await newPage({ storageState: this.member, ...options })
    await page.goto(this.test.url + url)
    return page
  }
}

/** Few orders: what is tested is the frame around them. */
export const orders = `${paths.orders}?status=awaiting-shipment&shipBy=overdue`

/** The top navigation. */
export const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
/** One of its items. */
export const link = (page: Page, name: string) => navigation(page).getByRole('link', { name, exact: true }).first()
/** The button that opens an item's dropdown. */
export const toggle = (page: Page, name = 'Orders') => navigation(page).getByRole('button', { name: `More in ${name}` })
/** A link in the orders' dropdown. */
export const child = (page: Page, name: string | RegExp = /^Overdue/) =>
  navigation(page).getByRole('link', { name }).first()
/** Whether the dropdown of an item is open, and no other. */
export const isOpen = async (page: Page, name = 'Orders') =>
  (await toggle(page, name).getAttribute('aria-expanded')) === 'true' &&
  (await navigation(page).locator('li ul:visible').count()) === 1
/** The words of what has focus. */
export const activeText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Opens the dropdown by its button, wherever the pointer is, once the page answers. */
export async function openDropdown(page: Page): Promise<void> {
  await hydrated(page)
  await toggle(page).evaluate((button: HTMLElement) => button.click())
}
