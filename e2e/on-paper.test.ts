import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { printed } from './pdf.ts'
import { openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

/** Opens a page at the width between the margins of A4. */
async function openAsPaper(address: string): Promise<Page> {
  const page = await signedInPage(test, 'owner@demo.example', { viewport: { width: 718, height: 1000 } })
  await openPage(page, test.url + address)
  await page.emulateMedia({ media: 'print' })
  return page
}

/** Removes blanks, since lines break differently on paper. */
const inOne = (text: string) => text.replaceAll(/\s+/g, '')

/** Words that are not printed, except those whose letters the PDF reader joins differently. */
async function notOnPaper(page: Page, words: readonly string[]): Promise<string[]> {
  const sheets = await printed(page)
  const paper = inOne(sheets.map(({ text }) => text).join(''))
  return words.filter((word) => /^[ -~£€–·]*$/.test(word) && !paper.includes(inOne(word)))
}

/** Buttons and fields that are printed, and content beyond the edge of the sheet. */
const leftOver = (page: Page) =>
  page.evaluate(() => ({
    pressed: [...document.querySelectorAll('main :is(button, input, [role=button], kbd)')].filter(
      (part) => part.checkVisibility() && part.getBoundingClientRect().width > 1,
    ).length,
    beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))

it('a list on paper has every word of its rows, its sums, and nothing to press', async () => {
  for (const address of [paths.orders, paths.listings.active, paths.cases.RETURN, paths.conversations]) {
    const page = await openAsPaper(address)
    const words = await page.locator('tbody [dir=auto]:not(:has(a))').filter({ visible: true }).allTextContents()
    expect(words.length).toBeGreaterThan(15)
    const range = await page.getByText(/^1–\d+ of/).innerText()
    expect({ address, missing: await notOnPaper(page, [...words, range]) }).toEqual({ address, missing: [] })
    expect({ address, ...(await leftOver(page)) }).toEqual({ address, pressed: 0, beyond: 0 })
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Ship\b/ })
        .count(),
    ).toBe(0)
  }
})

it('what is to do on paper names each task whole, and none of the ways to do it', async () => {
  const page = await openAsPaper(paths.tasks())
  const words = await page.locator('[data-task] bdi').allTextContents()
  expect(words.length).toBeGreaterThan(50)
  expect(await notOnPaper(page, [...words, 'Add label'])).toEqual(['Add label'])
  expect(await leftOver(page)).toEqual({ pressed: 0, beyond: 0 })
})
