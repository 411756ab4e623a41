import { rowOf } from '#db/testing-row.ts'
import { machineNow } from '#db/testing-clock.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { paths, serverPaths } from '#web/paths.ts'
import type { Row } from '#db/schema.ts'
import { beaconLimits } from '#lib/beacon.ts'
import { cookieOf } from './http-member.ts'
import { isPageData } from './page-data.ts'
import { hydrated, newPage, signIn, takeProblems, testHub, useBrowser } from './testing.ts'

const email = 'owner@demo.example'
const tracking = { eventFamily: 'HUB', eventAction: 'ACTN', list: [1, null, { 'ü?': true }] }

useBrowser()
const folder = await mkdtemp(path.join(tmpdir(), 'hub-tracking-'))
const file = path.join(folder, 'opt-out.json')
const action = { type: 'NAV', URL: paths.switchTool, tracking }
await writeFile(file, JSON.stringify({ linkConfig: { text: 'Back to Classic', action } }))
const test = await testHub({ env: { OPT_OUT_FILE: file } })
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await test.db.pool.query('truncate page_loads; delete from rate_limits')
})

/** Opens a page, the sign-in page by default, and records its beacons. */
async function open({
  at = paths.signIn,
  options = {},
  as,
  prepare = async () => {},
}: {
  at?: string
  options?: BrowserContextOptions
  as?: string
  prepare?: (page: Page) => Promise<unknown>
} = {}): Promise<{ page: Page; sent: Request[] }> {
  const page = await newPage(options, { drawn: true })
  await prepare(page)
  if (as) await signIn(page, test, as)
  await page.goto(test.url + at)
  // The product summary has no React, and nothing to wait for.
  if (at !== paths.productSummary) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const sent: Request[] = []
  page.on('request', (request) => request.url().includes(serverPaths.track) && sent.push(request))
  return { page, sent }
}

/** Hides the page, as another tab in front of it does. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** Waits until the measuring code has loaded and run. */
async function measuring(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('observe-speed')),
  )
  // As text, because the test runner would transform an `import`.
  await page.evaluate(`(async () => {
    const loaded = performance.getEntriesByType('resource').find(({ name }) => name.includes('observe-speed'))
    await import(loaded.name)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })()`)
}

/** All stored rows, once there are `count` page loads. */
async function stored(count: number): Promise<Row<'page_loads'>[]> {
  const rows = () => test.db.owner.selectFrom('page_loads').selectAll().orderBy('id').execute()
  await expect.poll(async () => (await rows()).length).toBe(count)
  return rows()
}

/** Sends a beacon without a session. */
function tell(body: string | object, { method = 'POST', ...headers }: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const url = test.url + serverPaths.track
  return method === 'GET'
    ? fetch(`${url}?beacon=${encodeURIComponent(text)}`, { headers })
    : fetch(url, { method, headers, body: text })
}

const wasHere = (page: Page) => page.context().addCookies([{ name: 'hub-returning', value: '1', url: test.url }])

const beacon = { page: 'sign-in', views: { 'sign-in': 1 } }

/** Waits until another beacon is stored, so that earlier ones have been processed. */
async function othersAreDealtWith(before = 0): Promise<void> {
  expect((await tell(beacon)).status).toBe(204)
  expect((await stored(before + 1)).at(-1)?.page).toBe('sign-in')
}

describe('a page', () => {
  it('tells once, when it is first hidden: what was shown, how fast, which actions', async () => {
    const { page, sent } = await open({ at: paths.overview, as: email, prepare: wasHere })
    await page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).first().click()
    await page.waitForURL(`**${paths.orders}`)
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    await page.getByRole('link', { name: 'Back to Classic' }).click()
    await page.getByRole('dialog').waitFor()
    await measuring(page)
    await hide(page)
    await hide(page)
    const [row] = await stored(1)
    await othersAreDealtWith(1)
    expect(sent).toHaveLength(1)
    const { id: memberId } = await rowOf(test.db.owner, 'members', { email })
    expect(row).toMatchObject({
      page: 'overview',
      views: { overview: 1, orders: 1 },
      actions: [{ page: 'orders', tracking }],
      member_id: memberId,
      seen_before: true,
      errors: [],
      error_count: 0,
    })
    for (const figure of ['lcp', 'ttfb'] as const) expect(row![figure], figure).toBeGreaterThan(0)
    for (const figure of ['inp', 'cls'] as const) expect(row![figure], figure).toBeGreaterThanOrEqual(0)
    expect(row!.timing.loadEventEnd).toBeGreaterThan(row!.timing.responseStart!)
    expect(await page.evaluate(() => performance.getEntriesByType('resource').length)).toBeGreaterThan(0)
  })

  it('tells when it is left, and remembers the browser for as long as browsers do', async () => {
    const { page } = await open()
    await page.goto('about:blank')
    expect((await stored(1))[0]).toMatchObject({ page: 'sign-in', views: { 'sign-in': 1 }, seen_before: false })
    const cookie = (await page.context().cookies(test.url)).find(({ name }) => name === 'hub-returning')
    expect(cookie).toMatchObject({ value: '1', sameSite: 'Lax', path: '/' })
    // 730 days, which browsers limit to 400.
    expect(Math.round((cookie!.expires - machineNow() / 1000) / 86_400)).toBe(400)
  })

  it('counts no page whose data was lost as a script error: Firefox loses it when that page is left', async () => {
    const { page } = await open({ at: paths.home, as: email })
    await page.route('**', (route) => (isPageData(route.request()) ? route.abort('connectionreset') : route.continue()))
    await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).first().click()
    await page.getByRole('heading', { name: 'The hub cannot be reached' }).waitFor()
    await hide(page)
    const rows = await stored(1)
    expect(rows.map(({ error_count }) => error_count)).toEqual(rows.map(() => 0))
  })

  it('collects script errors, without queries', async () => {
    const { page } = await open()
    await page.evaluate(async () => {
      const heard = (type: string) => new Promise((resolve) => addEventListener(type, resolve, { once: true }))
      const both = [heard('error'), heard('unhandledrejection')]
      setTimeout(() => {
        throw new TypeError('cannot load https://x.example/a?secret=1')
      })
      // Requests given up are no failures; Firefox reports those of a page that is left like lost ones.
      void Promise.reject(new DOMException('aborted', 'AbortError'))
      void Promise.reject(new TypeError('NetworkError when attempting to fetch resource.'))
      void Promise.reject(new Error('refused'))
      await Promise.all(both)
    })
    await hide(page)
    const [row] = await stored(1)
    expect(row!.errors.map(({ message, count }) => [message, count])).toEqual(
      expect.arrayContaining([
        ['Uncaught TypeError: cannot load https://x.example/a', 1],
        ['Error: refused', 1],
      ]),
    )
    expect(row!.error_count).toBe(2)
    expect(JSON.stringify(row)).not.toContain('secret')
    takeProblems(page)
  })

  it('collects script errors from its first line on, before the client code is there', async () => {
    const page = await newPage()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/*.js', (route) => released.then(() => route.continue()))
    await page.goto(test.url + paths.signIn, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(async () => {
      const heard = (type: string) => new Promise((resolve) => addEventListener(type, resolve, { once: true }))
      const both = [heard('error'), heard('unhandledrejection')]
      setTimeout(() => {
        throw new TypeError('too early')
      })
      void Promise.reject(new Error('refused early'))
      await Promise.all(both)
    })
    release()
    await hydrated(page)
    await hide(page)
    const [row] = await stored(1)
    expect(row!.errors.map(({ message }) => message).toSorted()).toEqual([
      'Error: refused early',
      'Uncaught TypeError: too early',
    ])
    takeProblems(page)
  })

  it('asks for an image where the browser has no beacons', async () => {
    const { page, sent } = await open({
      prepare: (fresh) =>
        fresh.addInitScript(() => Object.defineProperty(Navigator.prototype, 'sendBeacon', { value: undefined })),
    })
    const [request] = await Promise.all([page.waitForRequest(`**${serverPaths.track}?**`), hide(page)])
    expect([request.method(), request.resourceType(), sent.length]).toEqual(['GET', 'image', 1])
    expect((await request.response())?.status()).toBe(204)
    expect((await stored(1))[0]).toMatchObject({ page: 'sign-in', views: { 'sign-in': 1 }, seen_before: false })
  })

  it.each([
    ['Sec-GPC: 1', { extraHTTPHeaders: { 'Sec-GPC': '1' } }, async () => {}],
    [
      'Global Privacy Control only to scripts',
      {},
      (page: Page) =>
        page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })),
    ],
    ['DNT: 1', { extraHTTPHeaders: { DNT: '1' } }, async () => {}],
    [
      'Do Not Track only to scripts',
      {},
      (page: Page) => page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' })),
    ],
  ])('says nothing to who sends %s', async (_, options, prepare) => {
    const { page, sent } = await open({ options, prepare })
    await hide(page)
    await page.goto('about:blank')
    await othersAreDealtWith()
    expect(sent).toEqual([])
    expect((await page.context().cookies(test.url)).map(({ name }) => name)).not.toContain('hub-returning')
  })

  it.each([
    [1_100_000, 1],
    [1_200_000, 0],
  ])('that has been open for %i ms tells %i times', async (openFor, times) => {
    const { page, sent } = await open({ prepare: (fresh) => fresh.clock.install() })
    await page.clock.fastForward(openFor)
    await hide(page)
    await stored(times)
    await othersAreDealtWith(times)
    expect(sent).toHaveLength(times)
  })

  it('without React, the framed product summary, tells its view and its errors', async () => {
    const { page, sent } = await open({ at: paths.productSummary, as: email })
    await page.evaluate(async () => {
      const heard = new Promise((resolve) => addEventListener('unhandledrejection', resolve, { once: true }))
      for (const filename of ['', '', 'blob:https://hub.example/1?x', 'about:blank'])
        dispatchEvent(new ErrorEvent('error', { message: 'planted', filename, lineno: 1 }))
      void Promise.reject(new Error('unheeded'))
      await heard
    })
    await hide(page)
    await hide(page)
    const [row] = await stored(1)
    expect(row).toMatchObject({ page: 'product-summary', views: { 'product-summary': 1 }, error_count: 5 })
    expect(row!.errors).toMatchObject([
      { message: 'planted', path: paths.productSummary, count: 2 },
      { message: 'planted', path: '/blob:https://hub.example/1', count: 1 },
      { message: 'planted', path: '/about:blank', count: 1 },
      { message: 'Error: unheeded', line: 0, path: paths.productSummary, count: 1 },
    ])
    await othersAreDealtWith(1)
    expect(sent).toHaveLength(1)
    takeProblems(page)
  })
})

describe('the endpoint', () => {
  it('refuses what is no beacon, too large, from elsewhere or too much: no row, no line in the log', async () => {
    const lines = test.log.length
    const large = ' '.repeat(beaconLimits.body + 1)
    const statuses = async (...answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status)
    expect(
      await statuses(
        tell(''),
        tell('{'),
        tell({ ...beacon, ip: '203.0.113.1' }),
        tell({ ...beacon, page: 'no-page-of-ours' }),
        tell('{', { method: 'GET' }),
        fetch(test.url + serverPaths.track),
      ),
    ).toEqual([400, 400, 400, 400, 400, 400])
    expect(await statuses(tell(large), tell('x'.repeat(5_000_000)))).toEqual([413, 413])
    const elsewhere = { origin: 'https://evil.example' }
    expect(await statuses(tell(beacon, elsewhere), tell(beacon, { 'sec-fetch-site': 'cross-site' }))).toEqual([
      403, 403,
    ])
    expect(await statuses(tell(beacon, { 'sec-gpc': '1' }), tell(beacon, { dnt: '1' }))).toEqual([204, 204])
    await othersAreDealtWith()
    await test.db.pool.query(`update rate_limits set count = 600 where key like 'track-address:%'`)
    expect((await tell(beacon)).status).toBe(429)
    expect(test.log.slice(lines)).toEqual([])
  })

  it('takes image requests', async () => {
    expect((await tell({ ...beacon, speed: { lcp: 5 } }, { method: 'GET' })).status).toBe(204)
    expect((await stored(1))[0]).toMatchObject({ page: 'sign-in', lcp: 5, member_id: null, seen_before: false })
  })
})

describe('the operator', () => {
  it('leaves members out with TRACKING_MEMBERS=off', async () => {
    const other = await testHub({ data: 'empty', env: { TRACKING_MEMBERS: 'off' } })
    await other.db.owner.insertInto('members').values({ id: 'ada', name: 'Ada', email }).execute()
    const init = { method: 'POST', headers: { cookie: await cookieOf(other, email) }, body: JSON.stringify(beacon) }
    expect((await fetch(other.url + serverPaths.track, init)).status).toBe(204)
    const rows = () => other.db.owner.selectFrom('page_loads').select('member_id').execute()
    await expect.poll(rows).toEqual([{ member_id: null }])
    // It was counted for the member's session all the same.
    const counted = await other.db.owner.selectFrom('rate_limits').select('key').execute()
    expect(counted).toContainEqual({ key: expect.stringMatching(/^track-session:/) })
  })

  it('turns all of it off with TRACKING=off', async () => {
    const other = await testHub({ data: 'empty', env: { TRACKING: 'off' } })
    const html = async (url: string) => (await fetch(url + paths.signIn)).text()
    expect(await html(test.url)).toMatch(/<html[^>]* data-tracking="730"/)
    expect(await html(other.url)).not.toContain('data-tracking')
    const init = { method: 'POST', body: JSON.stringify(beacon) }
    expect((await fetch(other.url + serverPaths.track, init)).status).toBe(204)
    // Attempts are counted before storing: neither happened.
    const counted = other.db.owner.selectFrom('rate_limits').select('key').where('key', 'like', 'track-%')
    expect(await counted.execute()).toEqual([])
    expect(await other.db.owner.selectFrom('page_loads').select('id').execute()).toEqual([])
  })
})
