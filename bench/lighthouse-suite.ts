import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium, type BrowserContext } from 'playwright-core'
import { paths } from '#web/paths.ts'
import { portOf } from '#lib/listening.ts'
import type { RunSuite, Setting } from './setting.ts'
import type { Table } from './table.ts'

/** Fetched on demand, because of its two hundred dependencies. */
const lighthouse = 'lighthouse@12.8.2'

const budgets = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof budgets
const categories = Object.keys(budgets) as Category[]

interface LighthouseReport {
  categories: Record<Category, { score: number | null }>
  audits: Record<string, { displayValue?: string }>
}

/** Desktop Lighthouse scores; skipped if Chromium or Lighthouse is unavailable. */
export const lighthouseSuite: RunSuite = async (setting) => {
  if (!(await isThere(setting))) return []
  const profile = await mkdtemp(path.join(tmpdir(), 'hub-lighthouse-'))
  const port = await freePort()
  const context = await openBrowser(setting, profile, port)
  try {
    if (!context) return []
    const page = await context.newPage()
    await page.goto(await setting.signInLink())
    return [await scores(setting, port)]
  } finally {
    await context?.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** A signed-in browser: Lighthouse opens its pages there. */
function openBrowser({ say }: Setting, profile: string, port: number): Promise<BrowserContext | null> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const args = ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`]
  return chromium.launchPersistentContext(profile, { executablePath, args }).catch((error: unknown) => {
    say(`  no Chromium (CHROMIUM_PATH): ${String(error).split('\n')[0]}`)
    return null
  })
}

async function scores({ hub, known, say }: Setting, port: number): Promise<Table> {
  const pages = [
    paths.overview,
    paths.orders,
    paths.orderDetails(known.orderNumbers[0]!),
    paths.listings.active,
    paths.listings.drafts,
    paths.listings.scheduled,
    paths.listings.ended,
    paths.listingForm({ mode: 'AddItem' }),
    paths.messages,
    paths.preferences,
    paths.security,
  ]
  const rows: string[][] = []
  for (const url of pages) {
    const { categories: found, audits } = await audit(hub.url + url, port)
    const points = categories.map((category) => Math.round((found[category].score ?? 0) * 100))
    const kept = categories.every((category, index) => points[index]! >= budgets[category])
    const paint = audits['largest-contentful-paint']?.displayValue ?? ''
    rows.push([url.replace(/\?orderid=.*/, ''), ...points.map(String), paint, kept ? 'yes' : 'NO'])
    say(`  ${rows.at(-1)!.join('  ')}`)
  }
  return {
    title: 'Lighthouse, desktop',
    columns: ['page', 'performance (95)', 'accessibility (100)', 'best practices (100)', 'LCP, as simulated', 'kept'],
    rows,
    notes: [`\`${lighthouse}\`, desktop preset, one run a page. Budgets in brackets.`],
  }
}

async function isThere({ say }: Setting): Promise<boolean> {
  return run('--version').then(
    () => true,
    (error: unknown) => {
      say(`  no Lighthouse: ${String(error)}`)
      return false
    },
  )
}

async function audit(url: string, port: number): Promise<LighthouseReport> {
  const report = await run(
    url,
    '--preset=desktop',
    '--output=json',
    '--disable-storage-reset',
    `--port=${port}`,
    `--only-categories=${categories.join(',')}`,
  )
  return JSON.parse(report) as LighthouseReport
}

async function run(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npx', ['--yes', lighthouse, ...args], { maxBuffer: 64 * 2 ** 20 })
  return stdout
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
