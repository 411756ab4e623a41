import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { paths, withQuery } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { isPageData } from './page-data.ts'
import { expectFocus, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

/**
 * From now on a page's forms (POST) or data (GET) get no response, although the browser is online; the returned
 * function restores them.
 */
async function breakAnswers(
  page: Page,
  method: 'POST' | 'GET' = 'POST',
  answer = (route: Route) => route.abort('connectionreset'),
): Promise<() => Promise<void>> {
  await page.route('**', (route) => {
    const isData = isPageData(route.request())
    return isData && route.request().method() === method ? answer(route) : route.continue()
  })
  return () => page.unrouteAll()
}

/** A proxy's response while the hub restarts. */
const badGateway = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' })

it('a phone without a connection, or one that breaks: an order is shipped and a message answered, and nothing typed is lost', async () => {
  const page = await signedInPage(test, 'owner@demo.example', {
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await openPage(page, test.url + withQuery(paths.orders, { status: 'awaiting-shipment' }))
  const number = (await page.locator('tbody th a').first().innerText()).trim()
  await openPage(page, test.url + paths.shipOrder(number))
  const main = page.getByRole('main')
  const tracking = main.getByLabel(/^Tracking number/).first()
  const ship = main.getByRole('button', { name: 'Ship', exact: true })
  const lost = page.getByText('No response').first()

  // Typing a number requests its carrier, which fails offline.
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

  // A form with another target than the page's URL: neither its response nor that page arrives.
  await openPage(page, test.url + paths.orderDetails(number))
  const text = page.getByRole('textbox', { name: /^Message/ })
  const answer = main.getByRole('button', { name: /^(Answer|Send)/ })
  await text.fill('It left today')
  await breakAnswers(page, 'GET', badGateway)
  const repairAgain = await breakAnswers(page, 'POST', badGateway)
  await answer.tap()
  await lost.waitFor()
  expect(await text.inputValue()).toBe('It left today')
  await breakAnswers(page, 'POST', (route) => route.fulfill({ status: 413, body: '<h1>Too Large</h1>' }))
  await answer.tap()
  await page.getByText('Too large').first().waitFor()
  expect(await text.inputValue()).toBe('It left today')
  expect(page.url()).toBe(test.url + paths.orderDetails(number))
  await repairAgain()
  await answer.tap()
  await expect.poll(() => text.inputValue()).toBe('')
  expect(await main.getByText('It left today').count()).toBe(1)
})

it('what is read beside a page where the connection is lost: the page stays, says so, and asks again', async () => {
  const page = await signedInPage(test, 'owner@demo.example')
  await openPage(page, test.url + paths.tasks({ kind: 'question' }))
  const main = page.getByRole('main')
  const unreached = /^The hub could not be reached/
  const answer = main.locator('[data-act]').getByRole('link').first()
  const repair = await breakAnswers(page, 'GET')
  await answer.click()
  await main.getByRole('status').getByText(unreached).waitFor()
  // Loading fails again.
  const failedAgain = page.waitForEvent('requestfailed', isPageData)
  await main.getByRole('button', { name: 'Try again' }).click()
  await failedAgain
  await main.getByRole('status').getByText(unreached).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('To do')
  await repair()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expectFocus(page.getByRole('textbox', { name: 'Message to the buyer' }))
  expect(await main.getByText(unreached).count()).toBe(0)

  // Away from the menu's rows: hovering would prefetch their pages.
  await page.mouse.move(0, 0)
  await page.keyboard.press('Control+k')
  const menu = page.getByRole('dialog', { name: 'Find or go to' })
  await menu.getByRole('option').first().waitFor()
  await page.context().setOffline(true)
  await menu.getByRole('combobox').fill('returns')
  await menu.getByRole('paragraph').filter({ hasText: unreached }).waitFor()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await menu.getByRole('button', { name: 'Try again' }).click()
  await menu
    .getByRole('option', { name: /^Returns/ })
    .first()
    .waitFor()
  expect(await menu.getByText(unreached).count()).toBe(0)
  await expectFocus(menu.getByRole('combobox'))
  await page.keyboard.press('Escape')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('To do')
})
