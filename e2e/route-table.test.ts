import { rowOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#api/endpoints.ts'
import { apiRoot } from '#api/marketplace-api.ts'
import { sellRoutes } from '#api/sell/routes.ts'
import { newKeyId, sellerScopes } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import type { Access } from '#web/guard.server.ts'
import { listPaths } from '#web/list-paths.ts'
import { paths, serverPaths } from '#web/paths.ts'
import { mayDo, roles, type Role } from '#web/roles.ts'
import { cookieOf as newCookieOf } from './http-member.ts'
import { guardedRoutes } from './guarded-routes.ts'
import { testHub } from './testing.ts'

const cookies = new Map<string, string>()
const tokens = new Map<string, string>()

async function cookieOf(email: string): Promise<string> {
  const cookie = cookies.get(email) ?? (await newCookieOf(test, email))
  cookies.set(email, cookie)
  return cookie
}

function get(url: string, cookie = ''): Promise<Response> {
  return fetch(test.url + url, { redirect: 'manual', headers: { cookie } })
}

function post(
  url: string,
  { cookie = '', srt, origin = test.url }: { cookie?: string; srt?: string; origin?: string },
): Promise<Response> {
  return fetch(test.url + url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(srt === undefined ? {} : { srt }),
  })
}

/** The anti-forgery token of this session, the same on each page. */
async function tokenOf(email: string): Promise<string> {
  const known = tokens.get(email)
  if (known) return known
  const html = await (await get(paths.preferences, await cookieOf(email))).text()
  const token = /name="srt" value="([^"]+)"/.exec(html)![1]!
  tokens.set(email, token)
  return token
}

const mayAll = (access: Access) =>
  access === 'member' || (access !== 'public' && access !== 'operator' && roles.every((role) => mayDo(role, access)))

const emailOf = (role: Role | 'operator') => `${role}@demo.example`

const test = await testHub()
const routes = await guardedRoutes()

describe('every route', () => {
  it('is known with who may call it', () => {
    expect(routes.length).toBeGreaterThan(14)
  })

  it('sends nobody to the sign-in page, with the way back, unless it is public', async () => {
    for (const { url } of routes.filter((route) => route.loader && route.loader !== 'public')) {
      const response = await get(`${url}?a=1`)
      expect(response.status, url).toBe(302)
      expect(response.headers.get('location'), url).toBe(paths.signInWith(`${url}?a=1`))
    }
  })

  it('answers each role by the table of permissions', async () => {
    for (const role of roles) {
      const cookie = await cookieOf(emailOf(role))
      for (const { url, loader } of routes) {
        if (!loader || loader === 'public') continue
        // Pages open to every role are requested by the last role only; as the owner, all pages are walked elsewhere.
        if (mayAll(loader) && role !== roles.at(-1)) continue
        const response = await get(url, cookie)
        const { status } = response
        // An unread export would still count among the member's concurrent ones.
        if (url.endsWith('/export')) await response.bytes()
        else await response.body?.cancel()
        const allowed = loader === 'member' || (loader !== 'operator' && mayDo(role, loader))
        if (allowed) expect([200, 204, 302, 400, 404], `${role} ${url}`).toContain(status)
        else expect(status, `${role} ${url}`).toBe(403)
      }
    }
  })

  it('keeps an operator out of every seller’s pages', async () => {
    const cookie = await cookieOf(emailOf('operator'))
    for (const { url, loader } of routes) {
      if (!loader || ['public', 'member', 'operator'].includes(loader)) continue
      const response = await get(url, cookie)
      expect(response.headers.get('location'), url).toBe(paths.operator)
    }
  })

  it('changes nothing without the token of this very session, from another origin, or with a wrong role', async () => {
    const cookie = await cookieOf(emailOf('owner'))
    const [own, others] = [await tokenOf(emailOf('owner')), await tokenOf(emailOf('manager'))]
    for (const { url, action } of routes) {
      if (!action) continue
      if (action !== 'operator') {
        expect((await post(url, { cookie })).status, `${url} without token`).toBe(403)
        expect((await post(url, { cookie, srt: 'x' })).status, `${url} with a wrong token`).toBe(403)
        expect((await post(url, { cookie, srt: others })).status, `${url} with another session's token`).toBe(403)
        const elsewhere = await post(url, { cookie, srt: own, origin: 'https://evil.example' })
        expect(elsewhere.status, `${url} from elsewhere`).toBe(403)
      }
      const nobody = await post(url, { srt: own })
      expect(nobody.status, `${url} as nobody`).toBe(action === 'public' ? 403 : 401)
      for (const role of roles.filter(
        (candidate) => !['public', 'member', 'operator'].includes(action) && !mayDo(candidate, action as never),
      ))
        expect(
          (await post(url, { cookie: await cookieOf(emailOf(role)), srt: await tokenOf(emailOf(role)) })).status,
          `${role} ${url}`,
        ).toBe(403)
    }
  })

  it('refuses an origin that is none, and writes no failure of the hub about it', async () => {
    const cookie = await cookieOf(emailOf('owner'))
    const [own, before] = [await tokenOf(emailOf('owner')), test.log.length]
    for (const url of [paths.preferences, '/no/such/page'])
      expect((await post(url, { cookie, srt: own, origin: 'not an origin' })).status, url).toBe(400)
    expect(test.log.slice(before).filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  it('answers a state change to a route without action as not allowed', async () => {
    const cookie = await cookieOf(emailOf('owner'))
    const srt = await tokenOf(emailOf('owner'))
    for (const { url, action } of routes.filter((route) => !route.action))
      expect([404, 405], `${url} ${action}`).toContain((await post(url, { cookie, srt })).status)
  })

  it('tells who sends a form without script what is wrong in a page, in their language and with the way back', async () => {
    const send = (url: string, more: Record<string, string>) =>
      fetch(test.url + url, {
        method: 'POST',
        headers: { origin: test.url, accept: 'text/html,*/*;q=0.8', 'accept-language': 'de', ...more },
        body: new URLSearchParams({ srt: 'x' }),
      })
    for (const { url, action } of routes) {
      if (!action || action === 'public') continue
      const answer = await send(url, {})
      expect([answer.status, answer.headers.get('content-type')], url).toEqual([401, 'text/html; charset=utf-8'])
      const html = await answer.text()
      expect(html, url).toContain('Sie sind abgemeldet')
      expect(html, url).toMatch(/<html lang="de"/)
    }
    const cookie = await cookieOf(emailOf('owner'))
    const page = `${paths.orders}?q=a&undo=1`
    const expired = await (await send(paths.undo, { cookie, referer: test.url + page })).text()
    expect(expired).toContain('Dieses Formular ist abgelaufen')
    expect(expired).toContain(`href="${page.replace('&', '&amp;')}"`)
    const signedOut = await (await send(paths.undo, { referer: test.url + page })).text()
    expect(signedOut).toContain(`href="${paths.signInWith(page)}"`)
    for (const referer of ['https://evil.example/x', `${test.url}//evil.example`])
      expect(await (await send(paths.undo, { cookie, referer })).text()).toContain(`href="${paths.home}"`)
  })

  it('answers who only looks at where forms are sent as not allowed, and not as a failure of its own', async () => {
    const cookie = await cookieOf(emailOf('owner'))
    const addresses = routes.filter(({ action, loader }) => action && !loader)
    expect(addresses.length).toBeGreaterThan(5)
    for (const { url } of addresses) {
      const { status, headers } = await get(url, cookie)
      expect([status, headers.get('allow')], url).toEqual([405, 'POST'])
    }
    const read = await fetch(test.url + paths.optOut, { headers: { cookie, accept: 'text/html' } })
    expect([read.status, await read.text()]).toEqual([405, expect.stringContaining('There is nothing at this address')])
  })

  it('reads no more of a body than its form may have, whoever sends it', async () => {
    const cookie = await cookieOf(emailOf('viewer'))
    for (const { url } of routes.filter(({ action }) => action === 'public' || action === 'member'))
      for (const body of ['a&'.repeat(40_000), `a=${'x'.repeat(2_000_000)}`]) {
        const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
        const { status } = await fetch(test.url + url, { method: 'POST', headers, body })
        expect(status, url).toBe(413)
      }
  })

  it('hides what another seller has as if it did not exist', async () => {
    const foreign = await test.db.owner
      .selectFrom('orders')
      .innerJoin('sellers', 'sellers.id', 'orders.seller_id')
      .innerJoin('listings', 'listings.seller_id', 'sellers.id')
      .select(['order_number', 'item_number'])
      .where('sellers.username', '=', 'nordlicht-papier')
      .limit(1)
      .executeTakeFirstOrThrow()
    const listed = (item: string) => [
      paths.listing(item),
      `${paths.listingForm()}?mode=ReviseItem&itemId=${item}`,
      `${paths.listingForm()}?mode=SellSimilarItem&key=${crypto.randomUUID()}&itemId=${item}`,
    ]
    const cookie = await cookieOf(emailOf('owner'))
    for (const url of [
      paths.orderDetails(foreign.order_number),
      paths.orderDetails('99-99999-99999'),
      ...listed(foreign.item_number),
      ...listed('999999999999'),
      paths.listingPreview('1'),
    ])
      expect((await get(url, cookie)).status, url).toBe(404)
    const headers = { cookie }
    const exported = await get(`${listPaths(paths.orders).export}?keys=${foreign.order_number}`, cookie)
    expect(await exported.text()).not.toContain(foreign.order_number)
    const edit = new URLSearchParams({ srt: await tokenOf(emailOf('owner')), item: foreign.item_number, version: '1' })
    edit.set('value', '1.00')
    const edited = await fetch(`${test.url}${paths.listingEdit}`, { method: 'POST', headers, body: edit })
    edit.set('item', '999999999999')
    const unknown = await fetch(`${test.url}${paths.listingEdit}`, { method: 'POST', headers, body: edit })
    expect([edited.status, await edited.text()]).toEqual([422, await unknown.text()])
  })

  it.each([
    ['owner', `${paths.orders}?buyer=`],
    ['owner', `${paths.listingForm()}?mode=AddItem&draftId=`],
    ['operator', `${paths.operator}?q=`],
    ['nobody', paths.resetPassword('')],
  ] as const)(
    'answers an address with the character that PostgreSQL cannot keep as any other: %s %s',
    async (role, url) => {
      const cookie = role === 'nobody' ? '' : await cookieOf(emailOf(role))
      const without = await get(url, cookie)
      expect(without.status).toBeLessThan(500)
      for (const nul of ['%00', '%%0000', '%0%000'])
        expect((await get(url + nul, cookie)).status, nul).toBeLessThan(500)
    },
  )

  it('carries the security headers', async () => {
    for (const { url } of routes) {
      const { headers } = await get(url)
      expect(headers.get('content-security-policy'), url).toMatch(
        /script-src 'self' 'nonce-[\w-]{22}';.*frame-ancestors '(none|self)'$/,
      )
      expect(headers.get('content-security-policy')!.endsWith(`'self'`), url).toBe(url === paths.productSummary)
      expect(headers.get('x-content-type-options'), url).toBe('nosniff')
      expect(headers.get('referrer-policy'), url).toBe('strict-origin-when-cross-origin')
    }
    for (const url of [serverPaths.health, serverPaths.ready, '/favicon.svg', '/assets/none.js']) {
      const { headers } = await get(url)
      expect(headers.get('x-content-type-options'), url).toBe('nosniff')
      expect(headers.get('referrer-policy'), url).toBe('strict-origin-when-cross-origin')
    }
  })
})

describe('every address of the API', () => {
  const addresses = (seller: string) =>
    endpoints.map(({ method, path }) => ({
      method,
      url: `${test.url}${apiRoot}${path.replace('{seller}', seller).replaceAll(/\{\w+\}/g, '118304211004')}`,
    }))
  const ask = ({ method, url }: { method: string; url: string }, headers: Record<string, string>) => {
    const body = method === 'GET' ? {} : { body: '{}' }
    return fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, ...body })
  }

  it('is shut to whoever has no key, also in a browser that is signed in', async () => {
    const cookie = await cookieOf(emailOf('operator'))
    for (const address of addresses('harbour-camera'))
      for (const headers of [{}, { cookie, origin: test.url }] as Record<string, string>[]) {
        const { status } = await ask(address, headers)
        expect(status, `${address.method} ${address.url}`).toBe(401)
      }
  })

  it('of sellers’ tools is shut to whoever has no token, also with the secret of a key', async () => {
    const cookie = await cookieOf(emailOf('owner'))
    const known = sellRoutes.map(({ method, path }) => ({
      method,
      url: test.url + path.replaceAll(/\{\w+\}/g, '77-00001-00001'),
    }))
    for (const address of [...known, { method: 'GET', url: `${test.url}/sell/marketing/v1/ad_campaign` }])
      for (const headers of [{ cookie, origin: test.url }, { authorization: 'Bearer hub_none' }] as Record<
        string,
        string
      >[]) {
        const { status } = await ask(address, headers)
        expect(status, `${address.method} ${address.url}`).toBe(401)
      }
  })

  it('shows the key of one seller nothing of another', async () => {
    const { id } = await rowOf(test.db.owner, 'sellers', { username: 'nordlicht-papier' })
    const made = {
      id: newKeyId(),
      name: 'test',
      scopes: [...sellerScopes],
      sellerId: id,
      madeBy: null,
      days: 1,
      now: new Date(),
    }
    const { secret } = (await makeApiKey(test.db.owner, made))!
    const headers = { authorization: `Bearer ${secret}` }
    for (const address of addresses('harbour-camera')) {
      const { status } = await ask(address, headers)
      // Sellers, events and webhooks are limited to its own and the catalogue is shared; operations that no seller's
      // key may perform are forbidden.
      const isOwn = /\/(sellers|events|webhooks|categories|category-map|products)$/.test(address.url)
      const allowed = !isOwn ? [403, 404] : address.method === 'GET' ? [200] : [403, 422]
      expect(allowed, `${address.method} ${address.url}`).toContain(status)
    }
  })
})
