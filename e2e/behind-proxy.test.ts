import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { createSignInLink } from '#features/accounts/sign-in-links.server.ts'
import { guardedRoutes } from './guarded-routes.ts'
import { pictureFile, press } from './listing-form-kit.ts'
import { givePassword, newPage, openPage, problemsOf, testHub, useBrowser, type TestHub } from './testing.ts'
import { tlsProxy, type TlsProxy } from './tls-proxy.ts'

const owner = 'owner@demo.example'
const password = 'correct horse battery'
let proxy: TlsProxy
let test: TestHub

useBrowser()
beforeAll(async () => {
  proxy = await tlsProxy()
  test = await testHub({ env: { PUBLIC_URL: proxy.url, TRUST_PROXY: 'on' } })
  proxy.forwardTo(test.url)
  await givePassword(test, owner, password)
})

const visitor = (javaScriptEnabled = true) => newPage({ ignoreHTTPSErrors: true, javaScriptEnabled })

async function signInByPassword(page: Page): Promise<void> {
  await page.goto(proxy.url + paths.signIn)
  await page.getByLabel('E-mail address').fill(owner)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign in')
  await page.waitForURL(proxy.url + paths.overview)
}

async function savePreferences(page: Page): Promise<void> {
  await page.goto(proxy.url + paths.preferences)
  await press(page, /^Save/)
  await page.waitForURL(`${proxy.url + paths.preferences}?done=saved`)
}

async function changePrice(page: Page, price: string): Promise<void> {
  await openPage(page, `${proxy.url + paths.listings.active}?format=FIXED_PRICE`)
  const cell = page
    .locator('tbody tr')
    .first()
    .getByRole('link', { name: /^Price of/ })
  await cell.click()
  await page.keyboard.type(price)
  await page.keyboard.press('Enter')
  await expect.poll(() => cell.innerText()).toBe(`£${price}`)
}

async function addPicture(page: Page): Promise<void> {
  await openPage(page, `${proxy.url}${paths.listingForm({ mode: 'AddItem' })}`)
  await page.locator('#pictures').setInputFiles(await pictureFile('red.png'))
  await page.getByRole('button', { name: 'Remove picture 1', exact: true }).waitFor()
}

async function switchToPreviousTool(page: Page): Promise<void> {
  await openPage(page, proxy.url + paths.overview)
  await page.getByRole('link', { name: 'Switch to classic view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Switch', exact: true }).click()
  await dialog.getByRole('button', { name: 'Go to classic view' }).click()
  await page.getByRole('heading', { level: 1, name: 'Classic view' }).waitFor()
  await press(page, 'Switch to the new Seller Hub')
  await page.getByRole('link', { name: 'Switch to classic view' }).waitFor()
}

/** Sends every form without the anti-forgery token, for which the guard looks last: nothing is changed. */
async function expectFormsJudged(): Promise<void> {
  const { request } = (await visitor()).context()
  await request.get(await createSignInLink(test.hub, owner), { maxRedirects: 0 })
  const post = async (url: string, origin: string) => {
    const answer = await request.post(proxy.url + url, { headers: { origin }, form: {}, maxRedirects: 0 })
    return [answer.status(), /This form has expired|"token"/.test(await answer.text()) ? 'token' : 'origin']
  }
  for (const { url, action } of await guardedRoutes()) {
    if (!action || action === 'operator') continue
    expect(await post(url, proxy.url), url).toEqual([403, 'token'])
    expect(await post(url, 'https://evil.example'), `${url} from elsewhere`).toEqual([403, 'origin'])
  }
  expect(test.log.filter(({ level }) => Number(level) >= 50)).toEqual([])
}

describe('behind a proxy that ends TLS', () => {
  it('a seller signs in, changes what is theirs, adds a picture and switches tools', async () => {
    const page = await visitor()
    await signInByPassword(page)
    await savePreferences(page)
    await changePrice(page, '4,321.50')
    await addPicture(page)
    await switchToPreviousTool(page)
    expect(problemsOf(page)).toEqual([])
    await expectFormsJudged()
  })

  it('and asks the hub by another host, so do sellers without script', async () => {
    proxy.keepsHost = false
    const page = await visitor(false)
    await signInByPassword(page)
    await savePreferences(page)
    await expectFormsJudged()
  })
})

it('a form of a page that was opened elsewhere says where to open it', async () => {
  const page = await newPage()
  await page.goto(test.url + paths.signIn)
  await press(page, 'Sign in')
  await page.getByRole('heading', { level: 1, name: 'This page was opened at another address' }).waitFor()
  expect(await page.getByRole('main').innerText()).toContain(`${proxy.url} only: open it there`)
})
