import { addRows } from '#db/testing-row.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Locator,
  Page,
  Response,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { clockOffset, moveClock } from '#db/testing-clock.ts'
import { watchStatements } from '#db/testing-statements.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { createSignInLink } from '#features/people/accounts/sign-in-links.server.ts'
import { createBeaconStore } from '#features/machinery/site-speed/beacon-store.server.ts'
import { readConfig } from '#server/config.ts'
import { keepAliveTimeout } from '#server/front.ts'
import { builtPages, createHttpServer } from '#server/http.ts'
import { createHub, type ProcessHub } from '#server/hub.ts'
import { createMetrics } from '#server/metrics.ts'
import { minute } from '#lib/duration.ts'
import { toastStays } from '#shui/toast/toast.ts'
import { portOf } from '#lib/listening.ts'
import { defaultWaitTimeout } from '#lib/named-wait.ts'
import { demoTemplate } from './demo-template.ts'
import { launchBrowser, shopName } from './launch-browser.ts'

/** A complete built hub on its own port and database. */
export interface TestHub {
  url: string
  /** The hub as another computer opens it: plain HTTP and a name, no secure context as localhost is. */
  namedUrl: string
  hub: ProcessHub
  db: TestDatabase
  /** Parsed log lines so far. */
  log: Record<string, unknown>[]
  /** Addresses of the requests that are neither answered nor given up. */
  openRequests: () => string[]
}

interface TestHubOptions {
  data?: 'demo' | 'empty'
  beside?: Pick<TestHub, 'db'>
  /** The database is a cluster, which runs the statements itself: their texts are not checked. */
  isCluster?: boolean
  env?: Record<string, string>
  reach?: (url: string) => Promise<string>
}

/**
 * Serves the built hub for the calling test file with real HTTP and PostgreSQL: the demo, an empty database, or that of
 * the hub it runs `beside`. `env` overrides the configuration, `reach` the database URL. Closed after the file's tests.
 */
export async function testHub(options: TestHubOptions = {}): Promise<TestHub> {
  const template = async () => (options.data === 'empty' ? undefined : await demoTemplate())
  const db = options.beside?.db ?? (await testDatabase({ template: await template() }))
  const databaseUrl = (await options.reach?.(db.url)) ?? db.url
  const server = createServer({ keepAliveTimeout })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(server)}`
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hub-test-data-'))
  const config = readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    ...options.env,
  })
  const log: Record<string, unknown>[] = []
  const hub = await createHub({
    config,
    databaseUrl,
    log: pino(
      { level: 'debug' },
      { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) },
    ),
  })
  // The production timeouts, half a second to five, are too short on a busy machine.
  hub.sideTimeoutMs = defaultWaitTimeout
  hub.messagesHeadStartMs = defaultWaitTimeout
  hub.db.pool.options.connectionTimeoutMillis = minute
  const beacons = createBeaconStore({ ...hub, days: config.tracking.days, delay: 20 })
  const metrics = createMetrics(hub.db.pool, beacons.counts)
  const pages = builtPages()
  // Loaded once per worker, so that no test page waits for it.
  await pages.build()
  const inner = createHttpServer(hub, pages, { metrics, beacons, stopping: new AbortController().signal })
  const open = new Map<ServerResponse, string>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    open.set(response, request.url ?? '')
    response.once('close', () => open.delete(response))
    inner.emit('request', request, response)
  })
  afterTestFile(async () => {
    await close(server)
    await beacons.close()
    await hub.db.close()
    await rm(dataDir, { recursive: true })
  })
  if (!options.isCluster) watchStatements(db, hub.db.pool, { isHub: true })
  const namedUrl = `http://${shopName}:${portOf(server)}`
  return { url, namedUrl, hub, db, log, openRequests: () => [...open.values()] }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

let browser: Promise<Browser> | undefined
/** Whether the current file closes its pages. */
let isUsed = false
/** Contexts opened by the test or the file's `beforeAll`. */
const contexts: BrowserContext[] = []

/**
 * Closes the pages of the calling test file, which are isolated contexts of one Chromium a worker, with their test or
 * file: an open one would keep sending requests. A script or console error of any page fails its test.
 */
export function useBrowser(): void {
  isUsed = true
  const ofFile: BrowserContext[] = []
  const closeAll = (some: BrowserContext[]) => Promise.all(some.map((context) => context.close()))
  beforeEach(() => void ofFile.push(...contexts.splice(0)))
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await reportPages([...ofFile, ...contexts])
    const left = problems.splice(0).map(({ text }) => text)
    await closeAll(contexts.splice(0))
    expect(left).toEqual([])
  })
  afterAll(async () => {
    isUsed = false
    await closeAll([...ofFile, ...contexts.splice(0)])
    problems.length = 0
  })
}

/** The worker's Chromium, started by the first page: files whose chosen tests open none need none. */
async function runningBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  const running = await browser
  if (running.isConnected()) return running
  browser = launchBrowser()
  return browser
}

/** Reports what the pages of a failed test show, because a timed out wait does not. */
async function reportPages(some: readonly BrowserContext[]): Promise<void> {
  for (const page of some.flatMap((context) => context.pages())) {
    const shown = await page.locator('body').innerText({ timeout: 10_000 }).catch(String)
    process.stderr.write([`${page.url()} shows:`, shown.slice(0, 2_000), ''].join('\n'))
  }
}

/**
 * A page in its own context. Nothing is drawn on screen unless `drawn`, as what browsers report of drawing needs;
 * layout, clicks and prints are the same.
 */
export async function newPage(options: BrowserContextOptions = {}, { drawn = takesPictures } = {}): Promise<Page> {
  if (!isUsed) throw new Error('call useBrowser() at the top of the file')
  const context = await (
    await runningBrowser()
  ).newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    ...options,
  })
  contexts.push(context)
  // A long timeout: on a busy machine, what tests wait for may be late.
  context.setDefaultTimeout(3 * minute)
  await context.addInitScript(countPrintDialogs)
  if (clockOffset > 0) await context.addInitScript(moveClock, clockOffset)
  if (!drawn) await context.addInitScript(drawNothing)
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push({ page, text: String(error) }))
  page.on('console', (message) => isProblem(message) && problems.push({ page, text: message.text() }))
  page.on(
    'response',
    (response) => isMissing(response) && problems.push({ page, text: `${response.status()} of ${response.url()}` }),
  )
  if (drawn) drawnPages.add(page)
  return page
}

/** In the page: counts calls of `print()` instead of opening a dialog, which would block printing in full Chromium. */
function countPrintDialogs(): void {
  const dialogs = { count: 0 }
  Object.assign(globalThis, { print: () => void (dialogs.count += 1), printDialogs: dialogs })
}

const drawnPages = new WeakSet<Page>()

/** Whether a page is drawn on screen. */
export const isDrawn = (page: Page): boolean => drawnPages.has(page)

/** In the page: keeps it off the screen, since drawing takes a tenth of Chromium's processor time. Audits remove the sheet. */
function drawNothing(): void {
  // Audits also measure the colours of frames, which are not drawn without their page.
  if (window !== window.top) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('@media screen { :root { opacity: 0 !important } }')
  document.adoptedStyleSheets = [sheet]
}

/** Number of print dialogs requested since the page was loaded. */
export async function printDialogsOf(page: Page): Promise<number> {
  return page.evaluate(() => (Reflect.get(globalThis, 'printDialogs') as { count: number }).count)
}

/** Keeps the toasts of later documents open: a busy machine may look for one after its ten seconds. */
export const keepToasts = (page: Page): Promise<unknown> => page.addInitScript(slowToastTimer, toastStays)

/** In the page: timers of this length take sixty times as long. */
function slowToastTimer(stays: number): void {
  const begin = globalThis.setTimeout
  const startTimer = (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
    begin(work, ms === stays ? 60 * stays : ms, ...given)
  Object.assign(globalThis, { setTimeout: startTimer })
}

/** Errors of the file's pages: of scripts, hydration, blocked scripts, and of what a page asks for beside itself. */
const problems: { page: Page; text: string }[] = []

/** What Chromium alone says of failed requests: tests lose connections, and `isMissing` sees the answers. */
const isProblem = (message: ConsoleMessage) =>
  message.type() === 'error' && !message.text().startsWith('Failed to load resource')

/** Of a session, right or server that a test took away: whether a page asks meanwhile is chance. */
const takenAway = [401, 403, 502, 503]

/** Whether a page, by itself, asked for what it does not get: no page that a test opens, nor a form. */
function isMissing(response: Response): boolean {
  const request = response.request()
  const isPage = request.isNavigationRequest() && request.frame().parentFrame() === null
  const status = response.status()
  return status >= 400 && !takenAway.includes(status) && request.method() === 'GET' && !isPage
}

/** Takes away the errors that a test provokes in a page, all or those `like` something, and returns them. */
export function takeProblems(page: Page, like = /^/): string[] {
  const all = problems.splice(0)
  const isTaken = (problem: (typeof all)[number]) => problem.page === page && like.test(problem.text)
  problems.push(...all.filter((problem) => !isTaken(problem)))
  return all.filter(isTaken).map(({ text }) => text)
}

/** Signs a demo member in by a one-time link, at the hub's address and its name, without navigating the page. */
export async function signIn(page: Page, { hub, url }: TestHub, email: string): Promise<void> {
  const context = page.context()
  const answer = await context.request.get(await createSignInLink(hub, email), { maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  const cookies = await context.cookies(url)
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: shopName })))
}

/** A hub as `testHub` serves it, and a browser for the calling file. */
export function testHubInBrowser(options?: TestHubOptions): Promise<TestHub> {
  useBrowser()
  return testHub(options)
}

/** A new page with a demo member signed in. */
export async function signedInPage(
  test: TestHub,
  email: string,
  ...options: Parameters<typeof newPage>
): Promise<Page> {
  const page = await newPage(...options)
  await signIn(page, test, email)
  return page
}

/** Shows the hub to a demo member in German. */
export async function readGerman({ db }: TestHub, email: string): Promise<void> {
  const preferences = JSON.stringify({ locale: 'de' })
  await db.owner.updateTable('members').set({ preferences }).where('email', '=', email).execute()
}

/** Sets a demo member's password. */
export async function givePassword({ db, hub }: TestHub, email: string, password: string): Promise<void> {
  const { id } = await db.owner.selectFrom('members').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const { hash } = (await hub.auth.$context).password
  await addRows(db.owner, 'credentials', {
    id,
    account_id: id,
    provider_id: 'credential',
    member_id: id,
    password: await hash(password),
  })
}

/**
 * A page shared by the file's tests in sequence: session and browser storage are kept, window size and request handlers
 * are reset. A new context for each costs a third more.
 */
export function keepPage(begin: (page: Page) => Promise<void>): (url: string) => Promise<Page> {
  let page: Page
  beforeAll(async () => {
    page = await newPage()
    await begin(page)
  })
  return async (url) => {
    await page.context().setOffline(false)
    await page.unrouteAll()
    await page.setViewportSize({ width: 1440, height: 900 })
    await openPage(page, url)
    return page
  }
}

/** Opens a page of the hub and waits for hydration. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await hydrated(page)
}

/** Waits for hydration (marked by `app/root.tsx`). */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/**
 * Waits until what is shown is painted and its effects have run. Pages that the router shows listen to keys only then,
 * and a new address is no sign of it: the page follows it.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done())))),
  )

/** Whether to take screenshots for documentation: with TEST_PICTURES=write only, since they are slow. */
export const takesPictures = process.env.TEST_PICTURES === 'write'

/** Takes a screenshot of a page or part of it for the guide, if enabled. */
export async function guidePicture(what: Page | Locator, name: string): Promise<void> {
  if (!takesPictures) return
  const page = 'mouse' in what ? what : what.page()
  // Move the mouse away, so that no row is marked, and leave no toast over the page.
  await page.mouse.move(0, 0)
  const toasts = page.locator('[role=status]:has(> ol)')
  const show = (visibility: string) =>
    toasts.evaluateAll(
      (all, value) => all.forEach((each) => (each as HTMLElement).style.setProperty('visibility', value)),
      visibility,
    )
  await show('hidden')
  await what.screenshot({ path: `docs/guide/images/${name}.png`, animations: 'disabled', caret: 'hide' })
  await show('')
}

/** Waits until a field has focus, which marks the end of a step. */
export const expectFocus = (field: Locator) =>
  expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
