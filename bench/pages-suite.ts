import { paths, withQuery } from '#web/paths.ts'
import { goalTable, type Goal } from './goals.ts'
import { createSqlRecorder } from './bare-sql.ts'
import { measurePages, type Measured } from './measure-pages.ts'
import { everyPage, median, pageGroups } from './page-tables.ts'
import { morningCases, pageCases } from './pages.ts'
import { percentile } from './percentiles.ts'
import type { RunSuite, Setting } from './setting.ts'
import { warmHub } from './warm.ts'
import { addOpenOrders, removeOpenOrders, trackingOf } from './open-orders.ts'
import { type Visitor, tokenOf } from './visitor.ts'
import { randomBytes } from 'node:crypto'
import { cellField, takenField } from '#features/shipping/ship-many/sheet-form.ts'
import { maxRows } from '#features/shipping/ship-many/sheet.ts'
import type { HubProcess } from './hub-process.ts'

/** Warm server times of every page, sequential, compared with its plain SQL and with React alone. */
export const pagesSuite: RunSuite = async (setting) => {
  const visitor = await setting.visit()
  setting.say('  until the hub is warm')
  await warmHub(visitor)
  const recorder = await createSqlRecorder(setting, visitor.cookie)
  const measuring = { visitor, recorder, hub: setting.hub, say: setting.say }
  const measured = await measurePages(pageCases(setting.known), measuring)
  setting.say('  a morning of work')
  const clear = await workAMorning(setting, visitor)
  try {
    measured.push(...(await measurePages(morningCases(setting.known), measuring)))
  } finally {
    await clear()
  }
  visitor.close()
  await recorder.close()
  return [pageGroups(measured), goalTable(goalsOf(measured)), everyPage(measured)]
}

const tabGroups = ['orders: tabs', 'listings: tabs', 'inventory: tabs']
const broadSearches = ['a common word', 'two letters']

function goalsOf(measured: readonly Measured[]): Goal[] {
  const tabs = tabGroups.flatMap((group): Goal[] => {
    const pages = measured.filter((page) => page.group === group)
    const middle = (of: (page: Measured) => number[]) => median(pages.flatMap(of))
    const alone = middle(({ sql }) => sql) + middle(({ react }) => react)
    return [
      { what: `${group}, p50`, most: 12, figure: middle(({ http }) => http), unit: 'ms' },
      { what: `${group}, page ÷ (SQL + React)`, most: 1.4, figure: middle(({ http }) => http) / alone, unit: '' },
      { what: `${group}, hub CPU`, most: 9, figure: middle(({ cpu }) => [cpu]), unit: 'ms' },
    ]
  })
  const searches = measured
    .filter(({ name, group }) => broadSearches.includes(name) && group.endsWith('search'))
    .map((page): Goal => ({
      what: `${page.group}: ${page.name}, p95`,
      most: 60,
      figure: percentile(page.http, 0.95),
      unit: 'ms',
    }))
  const tasks = measured.filter(({ path }) => path === paths.tasks())
  const toDo = tasks.map((page): Goal => ({
    what: `${page.group}, p50`,
    most: 25,
    figure: median(page.http),
    unit: 'ms',
  }))
  return [...tabs, ...searches, ...toDo]
}

/** Orders received and shipped in a morning, many more than usual. */
const orderCount = 10_000
const shipped = 5_000
const range = 95

/**
 * Simulates a busy morning: thousands of orders received and shipped, with the resulting dead rows and index entries.
 * Installations are usually in that state. Returns a function that removes the orders.
 */
async function workAMorning(
  { db, hub, known: { sellerId } }: Pick<Setting, 'db' | 'hub' | 'known'>,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  const clear = () => removeOpenOrders(db, { sellerId, range })
  // Left by an interrupted run.
  await clear()
  const orders = await addOpenOrders(db, { sellerId, count: orderCount, range, dueWithinDays: 3 })
  await shipInSheets(hub, visitor, orders.slice(0, shipped))
  return clear
}

/** Ships orders in sheets of maximum size, sequentially, as the page does. */
async function shipInSheets(hub: HubProcess, visitor: Visitor, orders: readonly string[]): Promise<void> {
  const srt = await tokenOf(visitor)
  for (let from = 0; from < orders.length; from += maxRows) {
    const own = orders.slice(from, from + maxRows)
    const body = new URLSearchParams([
      ['srt', srt],
      ['sheet', randomBytes(8).toString('hex')],
      ...own.flatMap((order, index) => [
        [takenField, order],
        [cellField('carrier', order), 'DHL'],
        [cellField('tracking', order), trackingOf(from + index)],
      ]),
    ])
    const { status } = await fetch(hub.url + withQuery(paths.ordersShip, { keys: own.join(',') }), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: visitor.cookie },
      body,
    })
    if (status !== 303) throw new Error(`a sheet was answered with ${status}`)
  }
}
