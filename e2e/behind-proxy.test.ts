import { rowOf } from '#db/testing-row.ts'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listPaths } from '#web/list-paths.ts'
import { paths, withQuery } from '#web/paths.ts'
import { createPasswordLink } from '#features/people/accounts/passwords.server.ts'
import { createSignInLink } from '#features/people/accounts/sign-in-links.server.ts'
import { withTwoFactor } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testPassword, totpCode } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { guardedRoutes } from './guarded-routes.ts'
import { pictureFile, press, showAllFields } from './listing-form-kit.ts'
import { isPageData } from './page-data.ts'
import { submitEachForm } from './submit-forms.ts'
import { givePassword, newPage, openPage, testHub, useBrowser } from './testing.ts'
import { tlsProxy } from './tls-proxy.ts'

const owner = 'owner@demo.example'
const password = 'correct horse battery'

useBrowser()
const proxy = await tlsProxy()
const test = await testHub({ env: { PUBLIC_URL: proxy.url, TRUST_PROXY: 'on', NODE_ENV: 'development' } })
proxy.forwardTo(test.url)
await givePassword(test, owner, password)

const visitor = (javaScriptEnabled = true) => newPage({ ignoreHTTPSErrors: true, javaScriptEnabled })

async function signInByPassword(page: Page, email = owner, word = password): Promise<void> {
  await page.goto(proxy.url + paths.signIn)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await press(page, 'Sign in')
  await page.waitForURL((url) => url.origin === proxy.url && url.pathname !== paths.signIn)
}

/** Everything about an account: a new password, a second factor, signing out. */
async function useAccount(page: Page): Promise<void> {
  const member = await addTestMember(test.hub)
  await addTestSeller(test.db, { [member.id]: 'owner' })
  await page.goto(proxy.url + paths.forgotPassword)
  await page.getByLabel('E-mail address').fill(member.email)
  await page.locator('form[method=post]').getByRole('button').click()
  await page.getByText(member.email).waitFor()

  await page.goto(await createPasswordLink(test.hub, { memberId: member.id, minutes: 5 }))
  expect(page.url()).toContain(proxy.url)
  // A too long password must not be cut when pasted: the stored one would be wrong.
  for (const field of await page.locator('input[type=password]').all()) {
    await field.focus()
    await page.keyboard.insertText('x'.repeat(129))
  }
  await page.locator('form[method=post]').getByRole('button').click()
  await page.getByText('The password is too long: at most 128 characters.').first().waitFor()
  for (const field of await page.locator('input[type=password]').all()) await field.fill(testPassword)
  await page.locator('form[method=post]').getByRole('button').click()
  await page.waitForURL(`${proxy.url + paths.signIn}?done=password-set`)

  const { secret } = await withTwoFactor(test.hub, member)
  await signInByPassword(page, member.email, testPassword)
  await page.waitForURL(proxy.url + paths.signInCode)
  await page.getByRole('textbox').fill(totpCode(secret, 1))
  await page.locator('form[method=post]').getByRole('button').click()
  await page.waitForURL(proxy.url + paths.overview)
  await page.goto(proxy.url + paths.messages)
  // The menu with the button needs script, but its form is in the page.
  await page.locator(`form[action="${paths.signOut}"]`).evaluate((form: HTMLFormElement) => form.requestSubmit())
  await page.waitForURL(`${proxy.url + paths.signIn}?done=signed-out`)
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
  await showAllFields(page)
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

/**
 * Sends forms without the anti-forgery token, which the guard checks last, so nothing changes. All forms, or the first
 * `few`: one guard checks them all, and finds the hub's address in another way if the proxy keeps the host.
 */
async function expectFormsJudged(few?: number): Promise<void> {
  const { request } = (await visitor()).context()
  await request.get(await createSignInLink(test.hub, owner), { maxRedirects: 0 })
  const post = async (url: string, origin: string) => {
    const answer = await request.post(proxy.url + url, { headers: { origin }, form: {}, maxRedirects: 0 })
    return [answer.status(), /This form has expired|"token"/.test(await answer.text()) ? 'token' : 'origin']
  }
  const forms = (await guardedRoutes()).filter(({ action }) => action && action !== 'operator')
  expect(forms.length).toBeGreaterThan(30)
  for (const { url } of forms.slice(0, few)) {
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
    await expectFormsJudged(3)
  })

  it('an open page follows, also what happens while the connection is lost', async () => {
    const page = await visitor()
    await signInByPassword(page)
    const listens = page.waitForResponse((response) => response.url().includes(paths.live))
    await openPage(page, proxy.url + withQuery(paths.orders, { status: 'awaiting-shipment' }))
    await listens
    const { id } = await rowOf(test.db.owner, 'sellers', { username: 'harbour-camera' })
    const addOrder = () => addOrderToShip(test.hub.db, id, [1], { placedAt: new Date() })
    const showNew = async () => {
      const button = page.getByRole('button', { name: /^Show \d+ new$/ })
      await button.click()
      await expect.poll(() => button.count()).toBe(0)
    }
    await addOrder()
    await showNew()
    // If changes cannot be read, the page stays as it is and retries.
    const isUnread = page.waitForEvent('requestfailed', isPageData)
    const cut = (route: Route) => (isPageData(route.request()) ? route.abort('connectionfailed') : route.continue())
    await page.route('**', cut)
    await addOrder()
    await isUnread
    await page.unroute('**', cut)
    const fails = page.waitForEvent('requestfailed', (request) => request.url().includes(paths.live))
    proxy.cut(true)
    await fails
    await addOrder()
    proxy.cut(false)
    await showNew()
  })

  it('and asks the hub by another host, so do sellers without script, with a form of each kind', async () => {
    proxy.keepsHost = false
    const page = await visitor(false)
    await useAccount(page)
    await signInByPassword(page)
    await savePreferences(page)
    const { switchSeller, listingsBulk, messages, preferences, security } = paths
    const { ordersPrint, uploads, pack, printSettings, policies } = paths
    expect([...(await submitEachForm(page, test))].toSorted()).toEqual(
      [
        ...[paths.orders, ...Object.values(paths.listings)].map((list) => listPaths(list).views),
        ...Object.values(listingsBulk),
        '/sh/lst/active/steps',
        '/sh/lst/item',
        '/sl/list',
        '/sh/ord/ship',
        '/sh/ord/refund',
        '/sh/ord/cancel',
        '/sh/ord/conversation',
        '/sh/ord/note',
        '/sh/ord/feedback',
        '/sh/ord/case',
        '/sh/fin/disputes/details',
        '/sh/performance/costs/enter',
        '/sh/ord/refund/retry',
        '/sh/ord/ship-many',
        '/sh/ord/tag',
        paths.saleEvent(),
        paths.priceRule(),
        paths.priceRulesStop,
        paths.ordersCancel,
        paths.caseRules,
        paths.shipCalendar,
        paths.timeAway,
        paths.stockLocations(),
        paths.mailSettings,
        paths.payoutSettings,
        paths.costSettings,
        paths.templates,
        paths.apiKeys,
        paths.webhooks,
        messages,
        preferences,
        security,
        printSettings,
        policies,
        ordersPrint,
        uploads,
        pack,
        switchSeller,
      ].toSorted(),
    )
    await expectFormsJudged()
  })
})

it('a form of a page that was opened elsewhere says where to open it', async () => {
  const page = await newPage()
  await openPage(page, test.url + paths.signIn)
  await press(page, 'Sign in')
  await page.getByRole('alert').getByText('This page was opened at another address').waitFor()
  expect(await page.getByRole('main').innerText()).toContain(`${proxy.url}: open it there`)
})
