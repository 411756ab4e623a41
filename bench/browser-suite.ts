import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { budgets } from './budgets.ts'
import { framePaint } from './frame-paint.ts'
import { percentile } from './percentiles.ts'
import type { RunSuite, Setting } from './setting.ts'
import type { Table } from './table.ts'

const repeats = 7

interface Load {
  /** Milliseconds from navigation to the frame after the first row appeared. */
  rows: number
  firstPaint: number
  loaded: number
  shift: number
  requests: number
  foreign: number
  bytes: number
}

interface Speed {
  name: string
  cpu: number
  /** Bits per second; 0 is unlimited. */
  bits: number
  latency: number
}

const fast: Speed = { name: '', cpu: 1, bits: 0, latency: 0 }
const slow: Speed = { name: ', 4x slower CPU, 10 Mbit/s, 20 ms', cpu: 4, bits: 10_000_000, latency: 20 }

/** Cold loads in headless Chromium; skipped without Chromium. */
export const browserSuite: RunSuite = async (setting) => {
  const browser = await launch(setting)
  if (!browser) return []
  try {
    const session = await signedInState(setting, browser)
    return [await coldLoads(setting, browser, session), await framePaint(setting, browser, session)]
  } finally {
    await browser.close()
  }
}

async function launch({ say }: Setting): Promise<Browser | null> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ]
  return chromium.launch({ executablePath, args }).catch((error: unknown) => {
    say(`  no Chromium (CHROMIUM_PATH): ${String(error).split('\n')[0]}`)
    return null
  })
}

async function coldLoads(setting: Setting, browser: Browser, session: Session): Promise<Table> {
  const { orderNumbers, epids } = setting.known
  const pages: [name: string, path: string, marker: string, speed: Speed, budget: number | null][] = [
    ['orders to its rows', '/sh/ord', 'tbody tr', fast, 500],
    ['orders to its rows', '/sh/ord', 'tbody tr', slow, 1500],
    ['overview', '/sh/ovw', 'main section', fast, null],
    ['overview', '/sh/ovw', 'main section', slow, null],
    ['order', `/sh/ord/details?orderid=${orderNumbers[0]}`, 'main table', fast, null],
    ['listings to their rows', '/sh/lst/active', 'tbody tr', fast, 500],
    ['listing form', '/sl/list?mode=AddItem', 'main form', fast, null],
    ['preferences', '/settings/preferences', 'main form', fast, null],
    ['security', '/settings/security', 'main form', fast, null],
    ['product insights', `/sh/product-insights?epid=${epids.hottest}`, 'main h1', fast, null],
    ['messages', '/messages', 'main h1', fast, null],
  ]
  const rows: string[][] = []
  for (const [name, path, marker, speed, budget] of pages) {
    const loads: Load[] = []
    for (let time = 0; time < repeats; time += 1)
      loads.push(await coldLoad({ browser, session, url: setting.hub.url + path, marker, speed }))
    const middle = (key: keyof Load) =>
      percentile(
        loads.map((load) => load[key]),
        0.5,
      )
    const worst = (key: keyof Load) => Math.max(...loads.map((load) => load[key]))
    const kept =
      (budget === null || middle('rows') <= budget) &&
      worst('shift') < 0.005 &&
      worst('requests') <= budgets.requests &&
      worst('foreign') === 0
    rows.push(
      [
        name + speed.name,
        Math.round(middle('firstPaint')),
        Math.round(middle('rows')),
        budget ?? '',
        Math.round(middle('loaded')),
        worst('shift').toFixed(3),
        worst('requests'),
        worst('foreign'),
        (middle('bytes') / 1024).toFixed(0),
        kept ? 'yes' : 'NO',
      ].map(String),
    )
  }
  return {
    title: 'Cold pages in headless Chromium, ms',
    columns: [
      'page',
      'first paint',
      'content',
      'budget',
      'load',
      'layout shift',
      'requests',
      'foreign hosts',
      'KB',
      'holds',
    ],
    rows,
    notes: [`Median of ${repeats} loads, each in a new profile, 1440 by 900. Layout shift and requests are the worst.`],
  }
}

type Session = NonNullable<BrowserContextOptions['storageState']>

async function signedInState(setting: Setting, browser: Browser): Promise<Session> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(await setting.signInLink())
  const state = await context.storageState()
  await context.close()
  return state
}

interface ColdLoad {
  browser: Browser
  session: Session
  url: string
  marker: string
  speed: Speed
}

async function coldLoad({ browser, session, url, marker, speed }: ColdLoad): Promise<Load> {
  const context = await browser.newContext({
    storageState: session,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Emulation.setCPUThrottlingRate', { rate: speed.cpu })
  const bytesPerSecond = speed.bits === 0 ? -1 : speed.bits / 8
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: speed.latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  const seen = { requests: 0, foreign: 0, bytes: 0 }
  page.on('request', (request) => {
    if (request.url().startsWith('data:')) return
    seen.requests += 1
    if (new URL(request.url()).origin !== new URL(url).origin) seen.foreign += 1
  })
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (seen.bytes += encodedDataLength))
  await page.addInitScript(watch, marker)
  await page.goto(url, { waitUntil: 'load' })
  await untilQuiet(page)
  const times = await page.evaluate(readTimes)
  await context.close()
  return { ...seen, ...times }
}

/**
 * Waits until the page is hydrated and idle for half a second, so that later requests (web vitals, route discovery,
 * icon) and shifts count too.
 */
async function untilQuiet(page: Page): Promise<void> {
  await page.waitForSelector('html[data-hydrated]', { state: 'attached' })
  await page.waitForLoadState('networkidle')
}

/** Runs in the page first: records the frame in which the marked content was painted. */
function watch(marker: string): void {
  const note = () => requestAnimationFrame(() => setTimeout(() => performance.mark('bench-content')))
  const observer = new MutationObserver(() => {
    if (!document.querySelector(marker)) return
    observer.disconnect()
    note()
  })
  observer.observe(document, { childList: true, subtree: true })
  let shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value
    Object.assign(window, { benchShift: shift })
  }).observe({ type: 'layout-shift', buffered: true })
}

function readTimes() {
  const [navigation] = performance.getEntriesByType('navigation')
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  return {
    // Nothing is visible before the first paint.
    rows: Math.max(performance.getEntriesByName('bench-content')[0]?.startTime ?? Number.NaN, firstPaint),
    firstPaint,
    loaded: navigation?.loadEventEnd ?? Number.NaN,
    shift: (window as unknown as { benchShift?: number }).benchShift ?? 0,
  }
}
