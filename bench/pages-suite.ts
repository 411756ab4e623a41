import { paths } from '#web/paths.ts'
import { goalTable, type Goal } from './goals.ts'
import { createSqlRecorder, type SqlRecorder } from './bare-sql.ts'
import type { HubProcess } from './hub-process.ts'
import { workAMorning } from './morning.ts'
import { morningCases, pageCases, type Budget, type PageCase } from './pages.ts'
import { percentile, spreadOf } from './percentiles.ts'
import { createReactAlone } from './react-alone.ts'
import type { RunSuite } from './setting.ts'
import type { Table } from './table.ts'
import type { Visitor } from './visitor.ts'
import { repeat, warmHub } from './warm.ts'

const warmups = 3
/** Turns of a page and its two references. */
const turns = 4
/** Requests per turn, so that CPU caches behave as in real use. */
const aTurn = 10

/** Times of one page in milliseconds. */
interface Measured extends PageCase {
  http: number[]
  sql: number[]
  react: number[]
  /** CPU time of the hub per request; NaN if unavailable. */
  cpu: number
}

/** Warm server times of every page, sequential, compared with its plain SQL and with React alone. */
export const pagesSuite: RunSuite = async (setting) => {
  const visitor = await setting.visit()
  setting.say('  until the hub is warm')
  await warmHub(visitor)
  const recorder = await createSqlRecorder(setting, visitor.cookie)
  const measured: Measured[] = []
  const measure = async (pages: readonly PageCase[]) => {
    await warmUp(visitor, pages)
    let group = ''
    for (const page of pages) {
      if (page.group !== group) setting.say(`  ${page.group}`)
      group = page.group
      measured.push(await measurePage(page, { visitor, recorder, hub: setting.hub }))
    }
  }
  await measure(pageCases(setting.known))
  setting.say('  a morning of work')
  const clear = await workAMorning(setting, visitor)
  try {
    await measure(morningCases(setting.known))
  } finally {
    await clear()
  }
  visitor.close()
  await recorder.close()
  return [summary(measured), goalTable(goalsOf(measured)), everyPage(measured)]
}

/** Warms up: before V8 has compiled the code and PostgreSQL cached the rows, a page takes several times as long. */
async function warmUp(visitor: Visitor, pages: readonly PageCase[]): Promise<void> {
  for (let round = 0; round < 4; round += 1) for (const { path } of pages) await visitor.get(path)
}

interface Measuring {
  visitor: Visitor
  recorder: SqlRecorder
  hub: HubProcess
}

/** Interleaves the page and its references, so that other load affects all three. */
async function measurePage(page: PageCase, { visitor, recorder, hub }: Measuring): Promise<Measured> {
  const { body, status } = await visitor.get(page.path, { encoding: 'identity' })
  if (status !== 200) throw new Error(`${page.path} was answered with ${status}`)
  const react = createReactAlone(body.toString())
  const bareSql = await recorder.record(page.path)
  const measured: Measured = { ...page, http: [], sql: [], react: [], cpu: Number.NaN }
  const ask = async () => {
    const answer = await visitor.get(page.path)
    if (answer.status !== 200) throw new Error(`${page.path} was answered with ${answer.status}`)
    return answer.ms
  }
  const references = [
    { times: measured.sql, time: () => timed(() => bareSql.run()) },
    { times: measured.react, time: () => timed(() => react.render()) },
  ]
  for (const time of [ask, ...references.map((one) => one.time)]) await repeat(warmups, time)
  const before = await hub.cpuMs()
  for (let turn = 0; turn < turns; turn += 1)
    for (const { times, time } of [{ times: measured.http, time: ask }, ...references])
      await repeat(aTurn, async () => times.push(await time()))
  measured.cpu = (((await hub.cpuMs()) ?? Number.NaN) - (before ?? Number.NaN)) / (turns * aTurn)
  return measured
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The most used groups of pages. */
const tabGroups = ['orders: tabs', 'listings: tabs']
/** Searches with very many matches. */
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

const median = (values: number[]) => percentile(values, 0.5)
const ms = (value: number) => value.toFixed(1)
const holds = ({ p50, p95 }: Budget, times: number[]) =>
  (p50 === null || percentile(times, 0.5) <= p50) && percentile(times, 0.95) <= p95
const budgetText = ({ p50, p95 }: Budget) => (p50 === null ? `p95 ${p95}` : `${p50} / ${p95}`)

function summary(measured: Measured[]): Table {
  const groups = Map.groupBy(measured, (page) => page.group)
  const rows = [...groups].map(([group, pages]) => {
    const all = spreadOf(pages.flatMap((page) => page.http))
    const sql = percentile(
      pages.flatMap((page) => page.sql),
      0.5,
    )
    const react = percentile(
      pages.flatMap((page) => page.react),
      0.5,
    )
    const kept = pages.filter((page) => holds(page.budget, page.http)).length
    const worst = Math.max(...pages.map((page) => percentile(page.http, 0.95)))
    return [
      group,
      ms(all.p50),
      ms(all.p95),
      ms(worst),
      ms(median(pages.map((page) => page.cpu))),
      ms(sql),
      ms(react),
      `${(all.p50 / (sql + react)).toFixed(2)}×`,
      budgetText(pages[0]!.budget),
      kept === pages.length ? 'yes' : `${kept} of ${pages.length}`,
    ]
  })
  return {
    title: 'Server time by kind of page, ms',
    columns: [
      'pages',
      'p50',
      'p95',
      'worst page p95',
      'hub CPU',
      'SQL p50',
      'React p50',
      'page ÷ (SQL + React)',
      'budget',
      'holds',
    ],
    rows,
    notes: [
      `${turns * aTurn} requests a page over loopback, one at a time, in turns of ${aTurn} with both references.`,
      'SQL: the page’s statements through the same driver. React: the same markup as plain elements.',
    ],
  }
}

function everyPage(measured: Measured[]): Table {
  return {
    title: 'Every page, ms',
    detail: true,
    columns: ['page', 'p50', 'p95', 'p99', 'least', 'hub CPU', 'SQL p50', 'React p50', '÷ SQL', '÷ React', 'holds'],
    rows: measured.map((page) => {
      const { p50, p95, p99 } = spreadOf(page.http)
      const [sql, react] = [percentile(page.sql, 0.5), percentile(page.react, 0.5)]
      return [
        `${page.group}: ${page.name}`.replace('orders: ', ''),
        ms(p50),
        ms(p95),
        ms(p99),
        ms(Math.min(...page.http)),
        ms(page.cpu),
        ms(sql),
        ms(react),
        (p50 / sql).toFixed(1),
        (p50 / react).toFixed(1),
        holds(page.budget, page.http) ? 'yes' : 'NO',
      ]
    }),
  }
}
