import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { memberPages, type MemberPage } from './page-addresses.ts'
import { openPage, testHub, useBrowser, type TestHub, signedInPage, takeProblems } from './testing.ts'

useBrowser()

/** Maximum Tab stops to a page's first control, using skip links. */
const mostStops = 12

/** Follows a link by Enter, without a new document. */
async function goTo(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to, textContent: 'On' })
    link.setAttribute('data-follow', '')
    document.body.append(link)
    link.focus()
  }, href)
  await page.keyboard.press('Enter')
}

/** Where the focus is: at the heading, at a control that the page focuses, or elsewhere. */
const arrivedAt = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    if (activeElement?.tagName === 'H1') return 'the heading'
    return activeElement?.matches('main :is(input, select, textarea, button)') ? 'a control' : 'astray'
  })

/** Tab stops from the top of the document to the first control of the page's content, using skip links. */
async function stopsToControl(page: Page): Promise<number> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  for (let stop = 1; stop <= mostStops; stop += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const { activeElement } = document
      return { skips: activeElement?.textContent?.startsWith('Skip to'), isIn: activeElement?.closest('main') !== null }
    })
    if (at.skips) await page.keyboard.press('Enter')
    else if (at.isIn) return stop
  }
  return Infinity
}

/**
 * Controls whose accessible name lacks their visible words in sequence (WCAG 2.5.3), for speech input. Only those with
 * an explicit name.
 */
const misnamed = (page: Page) =>
  page.evaluate(() => {
    const words = (text: string | null) =>
      [' ', ...((text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word} `)].join('')
    return [...document.querySelectorAll<HTMLElement>(':is(a, button, summary)[aria-label]')]
      .filter((control) => !words(control.ariaLabel).includes(words(control.innerText)))
      .map((control) => `${control.innerText}: ${control.ariaLabel}`)
  })

it('every page that there is takes the focus, is announced by a title of its own, and has its first control near', async () => {
  const test = await testHub()
  const pages = await memberPages(test)
  expect(pages.length).toBeGreaterThan(40)
  const ofOperators = pages.filter(({ isOperators }) => isOperators)
  const ofSellers = pages.filter(({ isOperators }) => !isOperators)
  const page = await expectArrivals(test, { email: 'owner@demo.example', from: paths.overview, pages: ofSellers })
  await expectArrivals(test, { email: 'operator@demo.example', from: paths.security, pages: ofOperators })
  // The page that there is not.
  takeProblems(page, /^404/)
})

async function expectArrivals(
  test: TestHub,
  { email, from, pages }: { email: string; from: string; pages: readonly MemberPage[] },
): Promise<Page> {
  const page = await signedInPage(test, email)
  await openPage(page, test.url + from)
  const titles = new Map<string, string>()
  for (const { address } of pages) {
    const before = await page.title()
    await goTo(page, address)
    await expect.poll(() => page.title(), { message: address }).not.toBe(before)
    await expect.poll(() => arrivedAt(page), { message: address }).not.toBe('astray')
    const title = await page.title()
    await expect
      .poll(() => page.locator('[aria-live="polite"]').allTextContents(), { message: address })
      .toContain(title)
    expect(title, address).toMatch(/, Harbour Camera$|, Seller Hub$| · Seller Hub$/)
    expect(titles.get(title), `${address} is called as another page: ${title}`).toBeUndefined()
    titles.set(title, address)
    expect(await misnamed(page), address).toEqual([])
    expect(await stopsToControl(page), `Tab stops of ${address}`).toBeLessThanOrEqual(mostStops)
  }
  return page
}
