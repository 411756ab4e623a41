import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { newPage } from '../testing.ts'
import { goto, styled, type Kit } from './kit.ts'
import { minute } from '#lib/duration.ts'

/** Under StrictMode, which runs effects twice. Pointer, keyboard and touch tests are in `e2e/frame.test.ts`. */
export function navigationTests({ site }: Kit): void {
  let page: Page
  beforeAll(async () => {
    page = await newPage()
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + minute)
  })
  beforeEach(() => goto(page, `${site.url}/navigation`))

  const toggle = (name: string) => page.getByRole('button', { name })
  const isOpen = async (name = 'Orders') => (await toggle(name).getAttribute('aria-expanded')) === 'true'

  it('one is open at a time', async () => {
    await page.getByRole('link', { name: 'Overview' }).focus()
    await page.keyboard.press('Tab')
    expect(await isOpen('Orders')).toBe(true)
    await page.getByRole('link', { name: 'Listings', exact: true }).hover()
    await page.clock.runFor(100)
    expect([await isOpen('Orders'), await isOpen('Listings')]).toEqual([false, true])
  })

  it('opens under a pointer that lay there before the script ran', async () => {
    const script = Promise.withResolvers<void>()
    await page.route('**/entry-client.mjs', async (route) => {
      await script.promise
      await route.continue()
    })
    await page.goto(`${site.url}/navigation`, { waitUntil: 'commit' })
    await styled(page)
    await page.getByRole('link', { name: 'Orders', exact: true }).hover()
    script.resolve()
    await page.waitForSelector('html[data-hydrated]')
    expect(await isOpen()).toBe(false)
    await page.clock.runFor(100)
    expect(await isOpen()).toBe(true)
  })

  it('following a link in it closes it', async () => {
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()))
    await toggle('Orders').click()
    expect(await isOpen()).toBe(true)
    await page.getByRole('link', { name: 'Overdue' }).click()
    expect(await isOpen()).toBe(false)
  })

  it('does not open under a pointer that followed its link', async () => {
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()))
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.clock.runFor(1000)
    expect(await isOpen()).toBe(false)
    await page.mouse.move(720, 700)
    await page.getByRole('link', { name: 'Orders', exact: true }).hover()
    await page.clock.runFor(100)
    expect(await isOpen()).toBe(true)
  })

  it.each(['click', 'Escape'])('stays closed by %s while a pointer is coming to rest', async (by) => {
    await toggle('Orders').click()
    await page.mouse.move(720, 700)
    await page.clock.runFor(100)
    expect(await isOpen()).toBe(true)
    await toggle('Orders').hover()
    await (by === 'click' ? toggle('Orders').click() : page.keyboard.press(by))
    expect(await isOpen()).toBe(false)
    await page.clock.runFor(1000)
    expect(await isOpen()).toBe(false)
  })
}
