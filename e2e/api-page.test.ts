import { describe, expect, it } from 'vitest'
import { apiPagePath } from '#web/api-page-path.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits } from './good-page.ts'
import { newPage, testHubInBrowser } from './testing.ts'

/** One group of operations stands for all: Redoc draws each alike. */
const exceptParts = '[id^="tag/"]:not([id^="tag/Events"])'

const test = await testHubInBrowser()

describe('the page of the API', () => {
  it('draws the document without a session, good to read at each width, in light and dark', async () => {
    const page = await newPage()
    const hosts = new Set<string>()
    page.on(
      'request',
      (request) =>
        void hosts.add(
          request
            .url()
            .replace(/^blob:/, '')
            .slice(0, test.url.length),
        ),
    )
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(test.url + apiPagePath)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // What a refusal consists of is shown once.
    await page.getByText('Explanation of this occurrence').first().waitFor()
    expect([...hosts].filter((each) => !each.startsWith('data:'))).toEqual([test.url])
    await expectFits(page, 'the page of the API', [1440, 768, 320])
    await expectAccessible(page, { withFrame: true, only: 'looks', exceptParts })
  })

  it('finds an operation by its words and leads to it', async () => {
    const page = await newPage()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(test.url + apiPagePath)
    await page.getByPlaceholder('Search...').fill('create an order')
    await page.getByRole('menuitem', { name: 'Create an order' }).first().click()
    await expect.poll(() => page.url()).toMatch(/#tag\/Orders\/operation\/placeOrder$/)
    const heading = page.getByRole('heading', { name: 'Create an order' })
    await expect.poll(() => heading.evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(200)
    // Redoc's own: headings skip a level, and names in the menu lack the method.
    const without = ['heading-order', 'label-content-name-mismatch']
    await expectAccessible(page, { withFrame: true, without, exceptParts })
  })
})
