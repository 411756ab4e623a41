import { beforeAll, describe, expect, it } from 'vitest'
import { apiPagePath } from '#web/api-page-path.ts'
import { expectAccessible } from './accessible.ts'
import { expectNoOverflow } from './good-page.ts'
import { newPage, problemsOf, testHub, useBrowser, type TestHub } from './testing.ts'

let test: TestHub

useBrowser()
beforeAll(async () => {
  test = await testHub()
})

describe('the page of the API', () => {
  it('is one request without a session, and good to read at each width, in light and dark', async () => {
    const page = await newPage()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    const url = test.url + apiPagePath
    const answer = await page.goto(url)
    expect([answer?.status(), asked.filter((each) => !each.startsWith('data:'))]).toEqual([200, [url]])
    for (const width of [1440, 768, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page, `the page of the API at ${width}`)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, { withFrame: true, only: 'looks' })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessible(page, { withFrame: true })
    expect(problemsOf(page)).toEqual([])
  })

  it('leads from its contents to an operation', async () => {
    const page = await newPage()
    await page.goto(test.url + apiPagePath)
    await page.getByRole('navigation').getByRole('link', { name: 'Create an order' }).click()
    await expect
      .poll(() => page.locator('#placeOrder').evaluate((part) => part.getBoundingClientRect().top))
      .toBeLessThan(100)
    expect(page.url()).toMatch(/#placeOrder$/)
  })
})
