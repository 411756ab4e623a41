import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { setRole } from '#features/people/accounts/members.server.ts'
import { endSessions } from '#features/people/accounts/sessions-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'
import { findSellerId } from '#web/find-seller.server.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import { expectAccessible } from './accessible.ts'
import { fillForm, formsOf, isSent, kindsAt, pressButton, typedInto } from './kept-form-kit.ts'
import { formPage } from './form-page.ts'
import { memberPages, ofShop, shop } from './page-addresses.ts'
import { newPage, openPage, signIn, takeProblems, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const pages = await memberPages(test)

const owner = 'owner@demo.example'

async function memberOf(email: string): Promise<string> {
  const members = test.db.owner.selectFrom('members').select('id').where('email', '=', email)
  return (await members.executeTakeFirstOrThrow()).id
}

const endOwnSessions = async (email: string) => endSessions(test.db.owner, { memberId: await memberOf(email) })

/** The message beside the button. */
const said = (page: Page, words: string) => page.getByRole('alert', { includeHidden: true }).filter({ hasText: words })

/** Forms that are not submitted here, by address or step, with the reason. */
const leftOut: [what: RegExp, why: string][] = [
  [
    /^\/(sign-out|switch-seller|sh\/switch-tool|settings\/team\/leave)\b/,
    'ends or changes the session, and takes no text',
  ],
  [/ end-(session|others|all)$/, 'ends sessions, and takes no text'],
  [/^\/sh\/lst\/\w+\/(bulk|steps)\b/, 'is sent part by part, and says where it stopped'],
  [/^\/sh\/ord\/pack\b/, 'is kept in the pack station until it is taken (e2e/packing)'],
]

describe('every form of the pages of', () => {
  it.each([
    ['a seller', owner, 30],
    ['the operator', 'operator@demo.example', 2],
  ])(
    '%s keeps what was typed when the session has ended, and is taken after signing in again',
    async (who, email, least) => {
      const page = await newPage()
      // A form without a response counts as a failure, and the walk continues.
      page.setDefaultTimeout(minute)
      await signIn(page, test, email)
      const seen = new Set<string>()
      const failed: string[] = []
      for (const { address, isOperators } of pages) {
        if (isOperators !== (who === 'the operator')) continue
        for (const kind of await kindsAt(page, test.url + address)) {
          if (seen.has(kind) || leftOut.some(([what]) => what.test(kind))) continue
          seen.add(kind)
          const wrong = await sendThroughEndedSession(page, { address, kind, email }).catch((error: Error) =>
            error.message.slice(0, 500),
          )
          if (wrong) failed.push(`${address}: ${kind}: ${wrong}`)
          await signIn(page, test, email)
        }
      }
      expect(failed).toEqual([])
      expect(seen.size).toBeGreaterThan(least)
    },
  )
})

interface Ended {
  address: string
  kind: string
  email: string
}

/** Submits a form after its session has ended; returns the fault, or null. */
async function sendThroughEndedSession(page: Page, { address, kind, email }: Ended): Promise<string | null> {
  await openAfterAnswer(page, address)
  const form = (await formsOf(page)).find((one) => one.kind === kind)
  // An earlier submission may have changed the page's subject.
  if (!form) return (await kindsAt(page, test.url + address)).includes(kind) ? 'is gone once it is hydrated' : null
  const typed = await fillForm(page, form)
  await endOwnSessions(email)
  await pressButton(page, form)
  await said(page, 'You are signed out').waitFor({ state: 'attached' })
  expect(await typedInto(page, form)).toEqual(typed)
  await signIn(page, test, email)
  const answered = page.waitForResponse((response) => isSent(response.request(), form) && response.status() !== 403)
  await page.evaluate(() => void (document.documentElement.dataset.before = ''))
  await pressButton(page, form)
  const answer = await answered
  const status = answer.status()
  // A native form navigates to another document.
  if (answer.request().isNavigationRequest())
    await expect.poll(() => page.evaluate(isNext).catch(() => false)).toBe(true)
  return [200, 202, 204, 303, 409, 422].includes(status) ? null : `answered with ${status}`
}

/** In the page: whether another document has loaded. */
const isNext = () => document.readyState === 'complete' && !document.documentElement.matches('[data-before]')

/** Opens a page; retries while a form's response may still navigate elsewhere. */
async function openAfterAnswer(page: Page, address: string): Promise<void> {
  const open = () =>
    openPage(page, test.url + address).then(
      () => true,
      (error: Error) => {
        if (error.message.includes('interrupted')) return false
        throw error
      },
    )
  for (let tries = 0; !(await open()); tries += 1) expect(tries).toBeLessThan(10)
}

/** A form of one kind, how to fill it in, and the text after it was accepted. */
interface Filled {
  field: Locator
  text: string
  button: Locator
}

/** Failures in which nothing arrives: neither responses to submissions nor data. */
const failures: Record<string, (route: Route) => Promise<void>> = {
  'the connection is lost': (route) => route.abort('connectionreset'),
  'the process has died': (route) => route.abort('connectionrefused'),
  'the process behind a proxy has died': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
  'a network wants a sign-in first': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Hotel Wi-Fi</h1>' }),
  'a firewall before the hub refuses it': (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Request blocked</h1>' }),
}

describe('a message, a tracking number, a note, a refund and a template', () => {
  async function filled(page: Page): Promise<(() => Promise<Filled>)[]> {
    const main = page.getByRole('main')
    const waiting = await ofShop(test, 'orders', 'order_number', { status: 'AWAITING_SHIPMENT' })
    const delivered = await ofShop(test, 'orders', 'order_number', { status: 'DELIVERED', currency: 'GBP' })
    const at = (path: string, form: () => Filled) => async () => {
      await openPage(page, test.url + path)
      return form()
    }
    const button = (name: string) => main.getByRole('button', { name, exact: true }).last()
    return [
      at(paths.orderDetails(waiting), () => ({
        field: main.getByRole('textbox', { name: /^Message/ }),
        text: 'It leaves',
        button: button('Send'),
      })),
      at(paths.shipOrder(waiting), () => ({
        field: main.getByLabel(/^Tracking number/).first(),
        text: 'RN473124829GB',
        button: button('Ship'),
      })),
      at(paths.orderNotes(waiting), () => ({
        field: main.getByRole('textbox', { name: /note/i }).first(),
        text: 'Pack twice',
        button: button('Save note'),
      })),
      async () => {
        await openPage(page, test.url + paths.refundOrder(delivered))
        await main.getByLabel('An amount').check()
        await main.getByLabel('Reason').selectOption('Other adjustment')
        const field = main.getByLabel('Amount in GBP')
        return { field, text: '1', button: main.getByRole('button', { name: /^Refund/ }).last() }
      },
      at(paths.templates, () => ({
        field: main.getByLabel('Text', { exact: true }).last(),
        text: 'Thank you',
        button: button('Save'),
      })),
    ]
  }

  it('stay as typed where no answer comes, or the role does not allow it any more, and say why', async () => {
    const page = await newPage()
    const email = 'manager@demo.example'
    await signIn(page, test, email)
    const ids = {
      memberId: await memberOf(email),
      sellerId: assertDefined(await findSellerId(test.db.owner, shop), 'the demo has the seller'),
    }
    const setTo = (role: Role) => setRole(test.db.owner, { ...ids, role })
    for (const [index, open] of (await filled(page)).entries()) {
      const { field, text, button } = await open()
      await field.fill(text)
      const expectKept = async (why: string, words: string) => {
        // The next message is a new element.
        await page.getByRole('alert').evaluateAll((all) => all.forEach((each) => (each.dataset.old = '')))
        await button.click()
        await said(page, words).and(page.locator(':not([data-old])')).waitFor()
        expect(await field.inputValue(), why).toBe(text)
      }
      for (const [why, fail] of Object.entries(failures)) {
        await page.route(
          ({ pathname }) => pathname.startsWith('/s'),
          (route) => (route.request().resourceType() === 'script' ? route.continue() : fail(route)),
        )
        await expectKept(why, 'No response')
        await page.unrouteAll()
      }
      // The page may have asked for changes meanwhile.
      takeProblems(page, /^EventSource/)
      await setTo('viewer')
      await expectKept('a viewer', 'Ask an owner of the shop to change your role')
      // All forms show it in the same way.
      if (index === 0) await expectAccessible(page)
      await setTo('manager')
    }
  })
})

it('without script a refused form comes back with what was typed, and is sent again from there', async () => {
  const page = await formPage(test, owner)
  await page.open(paths.templates)
  const form = page.within('main').forms().at(-1)!
  page.fill('Name', 'Packed today', form)
  page.fill('Text', 'It is packed today, and leaves tomorrow.', form)
  await endOwnSessions(owner)
  await page.press('Save', form)
  page.one('heading', 'You are signed out')
  expect(page.value('What you typed')).toBe('It is packed today, and leaves tomorrow.')
  await page.signIn(test, owner)
  await page.press('Send again')
  page.one('heading', 'This form has expired')
  await page.press('Send again')
  expect(page.url.searchParams.get('done')).toBe('saved')
})

it.each([
  ['without a boundary', 'multipart/form-data', 'srt=1'],
  ['that is cut off', 'multipart/form-data; boundary=edge', '--edge\r\nContent-Disposition: form-data; name="srt"\r\n'],
])('a body %s is refused as any other of a reader who is signed out', async (_, type, body) => {
  const headers = { origin: test.url, accept: 'text/html', 'content-type': type }
  const response = await fetch(test.url + paths.templates, { method: 'POST', headers, body })
  expect(response.status).toBe(401)
  expect(await response.text()).toContain('You are signed out')
})
