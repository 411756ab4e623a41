import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths, withQuery } from '#web/paths.ts'
import { createPasswordLink } from '#features/accounts/passwords.server.ts'
import { createSignInLink } from '#features/accounts/sign-in-links.server.ts'
import { withTwoFactor } from '#features/accounts/test-browser.ts'
import { addTestMember, addTestSeller, testPassword, totpCode } from '#features/accounts/testing.ts'
import { addOrderToShip } from '#features/fulfilment/testing.ts'
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
  test = await testHub({ env: { PUBLIC_URL: proxy.url, TRUST_PROXY: 'on', NODE_ENV: 'development' } })
  proxy.forwardTo(test.url)
  await givePassword(test, owner, password)
})

const visitor = (javaScriptEnabled = true) => newPage({ ignoreHTTPSErrors: true, javaScriptEnabled })

async function signInByPassword(page: Page, email = owner, word = password): Promise<void> {
  await page.goto(proxy.url + paths.signIn)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await press(page, 'Sign in')
  await page.waitForURL((url) => url.origin === proxy.url && url.pathname !== paths.signIn)
}

/** All that an account asks for: a new password, the code of a second step, the way out. */
async function useAccount(page: Page): Promise<void> {
  const member = await addTestMember(test.hub)
  await addTestSeller(test.db, { [member.id]: 'owner' })
  await page.goto(proxy.url + paths.forgotPassword)
  await page.getByLabel('E-mail address').fill(member.email)
  await page.locator('form[method=post]').getByRole('button').click()
  await page.getByText(member.email).waitFor()

  await page.goto(await createPasswordLink(test.hub, { memberId: member.id, minutes: 5 }))
  expect(page.url()).toContain(proxy.url)
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
  // The menu that has the button needs script; the form is in the page.
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

/** Pages of a seller that have forms of their own. */
async function pagesWithForms(): Promise<string[]> {
  const { item_number: item } = await test.db.owner
    .selectFrom('listings')
    .innerJoin('sellers', 'sellers.id', 'listings.seller_id')
    .select('item_number')
    .where('sellers.username', '=', 'harbour-camera')
    .where('state', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  const { order_number: order } = await test.db.owner
    .selectFrom('orders')
    .innerJoin('sellers', 'sellers.id', 'orders.seller_id')
    .select('order_number')
    .where('sellers.username', '=', 'harbour-camera')
    .where('status', '=', 'AWAITING_SHIPMENT')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { order_number: said } = await test.db.owner
    .selectFrom('feedback')
    .innerJoin('sellers', 'sellers.id', 'feedback.seller_id')
    .innerJoin('orders', 'orders.id', 'feedback.order_id')
    .select('order_number')
    .where('sellers.username', '=', 'harbour-camera')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { case_number: waiting } = await test.db.owner
    .selectFrom('cases')
    .innerJoin('sellers', 'sellers.id', 'cases.seller_id')
    .select('case_number')
    .where('sellers.username', '=', 'harbour-camera')
    .where('state', '=', 'RETURN_REQUESTED')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { order_number: unrefunded } = await test.db.owner
    .selectFrom('refunds')
    .innerJoin('sellers', 'sellers.id', 'refunds.seller_id')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select('order_number')
    .where('sellers.username', '=', 'harbour-camera')
    .where('refunds.state', '=', 'FAILED')
    .limit(1)
    .executeTakeFirstOrThrow()
  const bulk = Object.values(paths.listingsBulk).map((path) => `${path}?step=sellSimilar&all=1&limit=25`)
  // A narrowed list can be kept as a view.
  const lists = [paths.orders, ...Object.values(paths.listings)].map((path) => `${path}?q=a`)
  const ofOrders = [
    paths.orderDetails(order),
    paths.orderDetails(unrefunded),
    paths.orderFeedback(said, 0),
    paths.shipOrder(order),
    paths.refundOrder(order),
    paths.cancelOrder(order),
    withQuery(paths.ordersPrint, { all: '1' }),
    withQuery(paths.ordersShip, { all: '1', status: 'awaiting-shipment' }),
    withQuery(paths.ordersTag, { all: '1' }),
    withQuery(paths.ordersCancel, { all: '1', status: 'awaiting-payment', placed: 'cancellable' }),
    paths.caseDetails(waiting),
    paths.tasks(),
    paths.tracking,
    paths.pack,
  ]
  const settings = [
    paths.messages,
    paths.preferences,
    paths.printSettings,
    paths.policies,
    paths.caseRules,
    paths.shipCalendar,
    paths.mailSettings,
    paths.templates,
    paths.apiKeys,
    paths.webhooks,
    // Its forms may end the session.
    paths.security,
  ]
  return [...lists, ...bulk, ...ofOrders, paths.listing(item), paths.listingForm(), ...settings]
}

/** Ends the session, or leaves the new interface: not in passing. */
const leavingHere: string[] = [paths.signOut, paths.switchTool]

/**
 * Sends a form of each kind as its page has it, whatever is filled in: it is taken, or refused for what its fields say. The
 * browser says where it comes from, as it does for a form that is sent. Returns where they went.
 */
async function submitEachForm(page: Page): Promise<Set<string>> {
  const seen = new Map<string, string>()
  for (const path of await pagesWithForms()) {
    const sent = await page.evaluate(sendForms, {
      path,
      seen: [...seen.keys()],
      not: leavingHere,
      last: paths.switchSeller,
    })
    for (const { kind, action, status } of sent) {
      seen.set(kind, action)
      expect(status < 400 || status === 422, `${path}: ${kind} was answered with ${status}`).toBe(true)
    }
  }
  return new Set(seen.values())
}

/**
 * In the browser: sends each form of a page that is of another kind (where it goes, and what of), and says how it was
 * answered; a redirect is 0. The page is read, not drawn: thirty of them would take longer than all else here. Where one form
 * has changed what the next is about, that one is sent again from the page as it is now; the switch to another seller comes last.
 */
async function sendForms({ path, seen, not, last }: { path: string; seen: string[]; not: string[]; last: string }) {
  const read = async () => {
    const answer = await fetch(path)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return Array.from(page.querySelectorAll<HTMLFormElement>('form[method=post]'), (form) => {
      const target = new URL(form.getAttribute('action') ?? '', answer.url)
      const data = new FormData(form, form.querySelector<HTMLButtonElement>('button[type=submit]'))
      const names = [...new Set(data.keys())].filter((name) => name !== 'srt')
      const kind = [target.pathname, ...names, form.querySelector<HTMLButtonElement>('button[name]')?.value].join(' ')
      return { form, target, data, kind, referrer: answer.url }
    })
  }
  const send = async ({ form, target, data, referrer }: Awaited<ReturnType<typeof read>>[number]) => {
    const fields = [...data].map(([name, value]): [string, string] => [name, value instanceof File ? '' : value])
    const body = form.enctype === 'multipart/form-data' ? data : new URLSearchParams(fields)
    return (await fetch(target, { method: 'POST', body, redirect: 'manual', referrer })).status
  }
  const sent: { kind: string; action: string; status: number }[] = []
  const isLast = (one: { target: URL }) => Number(one.target.pathname === last)
  for (const one of (await read()).toSorted((a, b) => isLast(a) - isLast(b))) {
    const { kind, target } = one
    const action = target.pathname
    if (not.includes(action) || seen.includes(kind) || sent.some((other) => other.kind === kind)) continue
    const status = await send(one)
    const now = status === 409 ? (await read()).find((other) => other.kind === kind) : null
    sent.push({ kind, action, status: now ? await send(now) : status })
  }
  return sent
}

/**
 * Sends forms without the anti-forgery token, for which the guard looks last: nothing is changed. Every one, or the first
 * `few`: all are judged by the same guard, which tells the hub's address in another way where the proxy keeps the host.
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
    expect(problemsOf(page)).toEqual([])
    await expectFormsJudged(3)
  })

  it('an open page follows, also what happens while the connection is lost', async () => {
    const page = await visitor()
    await signInByPassword(page)
    const listens = page.waitForResponse((response) => response.url().includes(paths.live))
    await openPage(page, proxy.url + withQuery(paths.orders, { status: 'awaiting-shipment' }))
    await listens
    const { id } = await test.db.owner
      .selectFrom('sellers')
      .select('id')
      .where('username', '=', 'harbour-camera')
      .executeTakeFirstOrThrow()
    const addOrder = () => addOrderToShip(test.hub.db, id, [1], { placedAt: new Date() })
    const showNew = async () => {
      const button = page.getByRole('button', { name: /new: show/ })
      await button.click()
      await button.waitFor({ state: 'detached' })
    }
    await addOrder()
    await showNew()
    expect(problemsOf(page)).toEqual([])
    // Where what changed cannot be read, the page stays as it is and asks again.
    const isUnread = page.waitForEvent('requestfailed', (request) => request.url().includes('.data'))
    await page.route('**/*.data*', (route) => route.abort('connectionfailed'))
    await addOrder()
    await isUnread
    await page.unroute('**/*.data*')
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
    const { switchSeller, ordersViews, listingsViews, listingsBulk, messages, preferences, security } = paths
    const { ordersPrint, tracking, pack, printSettings, policies } = paths
    expect([...(await submitEachForm(page))].toSorted()).toEqual(
      [
        ordersViews,
        ...Object.values(listingsViews),
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
        '/sh/ord/refund/retry',
        '/sh/ord/ship-many',
        '/sh/ord/tag',
        paths.ordersCancel,
        paths.caseRules,
        paths.shipCalendar,
        paths.mailSettings,
        paths.templates,
        paths.apiKeys,
        paths.webhooks,
        messages,
        preferences,
        security,
        printSettings,
        policies,
        ordersPrint,
        tracking,
        pack,
        switchSeller,
      ].toSorted(),
    )
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
