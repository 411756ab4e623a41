import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { paths, withQuery } from '#web/paths.ts'
import { newPage, openPage, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

useBrowser()
let test: TestHub
beforeAll(async () => {
  test = await testHub()
})

/** Of a form, no answer comes any more, although the browser thinks that it is online; until it is called. */
async function breakAnswers(page: Page): Promise<() => Promise<void>> {
  await page.route(
    ({ pathname }) => pathname.endsWith('.data'),
    (route) => (route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue()),
  )
  return () => page.unrouteAll()
}

it('a phone without a connection, or one that breaks: an order is shipped and a message answered, and nothing typed is lost', async () => {
  const page = await newPage({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true })
  await signIn(page, test, 'owner@demo.example')
  await openPage(page, test.url + withQuery(paths.orders, { status: 'awaiting-shipment' }))
  const number = (await page.locator('tbody th a').first().innerText()).trim()
  await openPage(page, test.url + paths.shipOrder(number))
  const main = page.getByRole('main')
  const tracking = main.getByLabel(/^Tracking number/).first()
  const ship = main.getByRole('button', { name: 'Ship', exact: true })
  const lost = page.getByText('No answer came').first()

  // What is typed asks for its carrier, which cannot be had now.
  await page.context().setOffline(true)
  await tracking.fill('RN473124829GB')
  await ship.tap()
  await page.getByText('You are offline. Nothing was sent').first().waitFor()
  await page.context().setOffline(false)
  const repair = await breakAnswers(page)
  await ship.tap()
  await lost.waitFor()
  expect(await tracking.inputValue()).toBe('RN473124829GB')
  await repair()
  await ship.tap()
  await page.waitForURL(({ pathname }) => paths.orderDetails(number).startsWith(pathname))
  await main.getByText('RN473124829GB').first().waitFor()

  await openPage(page, test.url + paths.conversation(number))
  const text = page.getByRole('textbox', { name: /^Message/ })
  const answer = main.getByRole('button', { name: /^(Answer|Send)/ })
  await text.fill('It left today')
  const repairAgain = await breakAnswers(page)
  await answer.tap()
  await lost.waitFor()
  expect(await text.inputValue()).toBe('It left today')
  await repairAgain()
  await answer.tap()
  await expect.poll(() => text.inputValue()).toBe('')
  expect(await main.getByText('It left today').count()).toBe(1)
})
