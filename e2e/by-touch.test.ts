import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { newPage, openPage, problemsOf, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

useBrowser()
let test: TestHub
beforeAll(async () => {
  test = await testHub()
})

const everyList = [
  paths.orders,
  paths.listings.active,
  paths.listings.drafts,
  paths.listings.scheduled,
  paths.listings.ended,
]

/** What lies under the middle of each of the boxes that are in sight. */
function underBoxes(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('tbody input[type=checkbox]')].slice(0, 3).map((box) => {
      const { x, y, width, height } = box.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2)?.tagName
    }),
  )
}

it.each([
  [375, everyList],
  [768, [paths.orders]],
])('a finger selects, acts and opens at %i px', async (width, lists) => {
  const page = await newPage({ viewport: { width, height: 800 }, hasTouch: true, isMobile: width < 500 })
  await signIn(page, test, 'owner@demo.example')
  const bar = page.getByRole('group', { name: 'Selection' })
  for (const list of lists) {
    await openPage(page, test.url + list)
    expect([...new Set(await underBoxes(page))], list).toEqual(['INPUT'])
    await page.locator('tbody input').first().tap()
    await page.locator('tbody input').nth(1).tap()
    expect(new URL(page.url()).pathname).toBe(list)
    await expect.poll(() => bar.getByRole('status').textContent()).toBe('2 selected')
    await bar.getByRole('button', { name: 'Clear selection' }).tap()
    await expect.poll(() => bar.isVisible()).toBe(false)
    await page.locator('tbody th a').first().tap()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(list)
  }
  expect(problemsOf(page)).toEqual([])
})
