import type { Browser, BrowserContext, Page, Request, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'
import { checkHeader } from '#web/check-form.ts'
import { paths } from '#web/paths.ts'
import { launchBrowser } from './launch-browser.ts'
import { givePassword, hydrated, openPage, signIn, testHub } from './testing.ts'

const owner = 'owner@demo.example'
const password = 'correct horse battery'

const test = await testHub()
await givePassword(test, owner, password)

/** A browser that may keep left pages for Back, as a seller's does. */
let browser: Browser
beforeAll(async () => void (browser = await launchBrowser(['--disable-back-forward-cache'])))
afterAll(() => browser.close())

async function someone(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  context.setDefaultTimeout(3 * minute)
  onTestFinished(() => context.close())
  return context
}

/** Opens the orders and the first of them; returns its number. */
async function lookAtOrders(page: Page): Promise<string> {
  await page.goto(test.url + paths.orders)
  await hydrated(page)
  const first = page.locator('tbody tr a').first()
  const number = (await first.innerText()).trim()
  await first.click()
  await page.waitForURL((url) => url.searchParams.get('orderid') === number, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: number }).waitFor()
  return number
}

/** Goes back like the browser's button. Playwright would wait for the load of a page that was kept. */
async function back(page: Page, to: string): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back()))
  await expect.poll(() => page.url()).toBe(test.url + to)
  await page.locator('h1').waitFor()
}

describe('Back', () => {
  it('after signing out shows nothing of the seller', async () => {
    const page = await (await someone()).newPage()
    await page.goto(test.url + paths.signIn)
    await hydrated(page)
    await page.getByLabel('E-mail address').fill(owner)
    await page.getByLabel('Password', { exact: true }).fill(password)
    // A double click submits once.
    const clicked = Promise.withResolvers<void>()
    let sent = 0
    await page.route(test.url + paths.signIn, async (route) => {
      if (isSent(route.request())) {
        sent += 1
        await clicked.promise
      }
      await route.continue()
    })
    const first = page.waitForRequest(isSent)
    const button = page.getByRole('button', { name: 'Sign in' })
    const { x, y } = assertDefined(await button.boundingBox(), 'it is drawn')
    await page.mouse.click(x + 5, y + 5)
    await first
    await page.mouse.click(x + 5, y + 5)
    clicked.resolve()
    await page.waitForURL(test.url + paths.overview)
    expect(sent).toBe(1)
    const number = await lookAtOrders(page)
    await page.getByRole('button', { name: /Ada Fairclough/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/signed-out/)
    await back(page, paths.signInWith(`${paths.orderDetails(number)}&from=`))
    await back(page, paths.signInWith(paths.orders))
    expect(await page.locator('tbody tr').count()).toBe(0)
    expect((await page.content()).includes(number)).toBe(false)
  })

  it('after signing out everywhere, neither', async () => {
    const page = await (await someone()).newPage()
    await signIn(page, test, owner)
    await page.goto(test.url + paths.orders)
    await page.locator('tbody tr').first().waitFor()
    await openPage(page, test.url + paths.security)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL(/signed-out-everywhere/)
    await back(page, paths.signInWith(paths.security))
    await back(page, paths.signInWith(paths.orders))
    expect(await page.locator('tbody tr').count()).toBe(0)
  })

  it('after a switch to another seller shows that one’s rows', async () => {
    const page = await (await someone()).newPage()
    await signIn(page, test, owner)
    await openPage(page, test.url + paths.orders)
    const number = (await page.locator('tbody tr a').first().innerText()).trim()
    await page.getByRole('button', { name: /Ada Fairclough/ }).click()
    await page.getByRole('button', { name: /First Light/ }).click()
    await page.waitForURL(test.url + paths.overview)
    await back(page, paths.orders)
    expect((await page.content()).includes(number)).toBe(false)
  })
})

it('A page that still shows one seller, after a switch in a second tab, writes nothing to the other, and switches and writes once it shows that one', async () => {
  const context = await someone()
  const page = await context.newPage()
  await signIn(page, test, owner)
  await page.goto(test.url + paths.templates)
  await hydrated(page)
  await switchSeller(await context.newPage(), /First Light/)
  await saveTemplate(page, 'For Harbour')
  await page.getByRole('alert').getByText('Another member or shop is signed in').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).last().inputValue()).toBe('For Harbour')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()
  expect(await page.content()).not.toContain('For Harbour')
  await hydrated(page)
  await saveTemplate(page, 'For First Light')
  await page.waitForURL(/done=saved/)

  await switchSeller(await context.newPage(), /Harbour/)
  await page.getByRole('button', { name: /Ada Fairclough/ }).click()
  await page.getByRole('button', { name: /Nordlicht/ }).click()
  await page.waitForURL(test.url + paths.overview)
})

async function switchSeller(page: Page, name: RegExp): Promise<void> {
  await openPage(page, test.url + paths.overview)
  await page.getByRole('button', { name: /Ada Fairclough/ }).click()
  // The URL stays the same: the response shows that the shop was switched.
  const switched = page.waitForResponse((response) => response.request().method() === 'POST' && isRedirect(response))
  await page.getByRole('button', { name }).click()
  await switched
  await page.getByRole('button', { name: /Ada Fairclough/ }).waitFor()
  await page.close()
}

async function saveTemplate(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).last().fill(name)
  await page.getByLabel('Text', { exact: true }).last().fill('Hello')
  await page.getByRole('button', { name: 'Save' }).last().click()
}

/** Whether a request submits a form and does not only check it. */
const isSent = (request: Request) => request.method() === 'POST' && !(checkHeader in request.headers())

const isRedirect = (response: Response) => response.status() >= 300 && response.status() < 400
