import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { listPaths } from '#web/list-paths.ts'
import { paths } from '#web/paths.ts'
import { createSqlRecorder } from './bare-sql.ts'
import { goalTable, type Goal } from './goals.ts'
import { endedChildrenMs, processorMs } from './hub-process.ts'
import { createReactAlone } from './react-alone.ts'
import type { RunSuite, Setting } from './setting.ts'
import type { Table } from './table.ts'
import type { Visitor } from './visitor.ts'
import { repeat, warmHub } from './warm.ts'

/** Sequential requests: enough that clock steps of 10 ms do not matter. */
const requests = 300
const warmups = 100
const aTurn = 10

/**
 * CPU time of the most used pages, for hub and PostgreSQL. Robust against other load, so that versions can be compared
 * anywhere.
 */
export const cpuSuite: RunSuite = async (setting) => {
  const { hub, known, say } = setting
  const visitor = await setting.visit()
  const recorder = await createSqlRecorder(setting, visitor.cookie)
  const postmaster = await postmasterOf(setting)
  say('  until the hub is warm')
  await warmHub(visitor)
  const rows: string[][] = []
  const goals: Goal[] = []
  for (const { name, path, most } of pages(known.orderNumbers[0]!)) {
    say(`  ${name}`)
    const { messages } = await recorder.record(path)
    const react = createReactAlone((await visitor.get(path, { encoding: 'identity' })).body.toString())
    const [ask, draw] = [() => visitor.get(path), () => react.render()]
    await repeat(warmups, ask)
    await repeat(warmups, draw)
    const bytes = (await ask()).body.length
    const spent = { hub: 0, react: 0, database: -(await childrenMs(postmaster)) }
    // Interleaved, so that other load affects both.
    for (let turn = 0; turn < requests / aTurn; turn += 1) {
      const [hubBefore, ownBefore] = [(await hub.cpuMs()) ?? Number.NaN, process.cpuUsage()]
      await repeat(aTurn, draw)
      const { user, system } = process.cpuUsage(ownBefore)
      await repeat(aTurn, ask)
      spent.hub += ((await hub.cpuMs()) ?? Number.NaN) - hubBefore
      spent.react += (user + system) / 1000
    }
    spent.database += await childrenMs(postmaster)
    const [hubMs, reactMs, databaseMs] = [spent.hub, spent.react, spent.database].map((ms) => ms / requests) as [
      number,
      number,
      number,
    ]
    const [hubText, reactText, ratio] = [hubMs.toFixed(2), reactMs.toFixed(2), (hubMs / reactMs).toFixed(2)]
    rows.push([name, hubText, reactText, ratio, databaseMs.toFixed(2), `${messages}`, (bytes / 1024).toFixed(1)])
    if (most !== undefined) goals.push({ what: `${name}, hub CPU`, most, figure: hubMs, unit: 'ms' })
  }
  const exported = await measureExport(setting, visitor, postmaster)
  visitor.close()
  await recorder.close()
  return [
    {
      title: 'Processor time of a page, ms',
      columns: ['page', 'hub', 'React alone', 'hub ÷ React', 'PostgreSQL', 'messages', 'KB'],
      rows,
      notes: [
        `Mean of ${requests} requests after ${warmups}. React alone renders the same markup in turns with the hub. Messages: sent to PostgreSQL.`,
      ],
    },
    exported,
    goalTable(goals),
  ]
}

/** Exports of all orders. */
const files = 3

async function measureExport({ hub }: Setting, visitor: Visitor, postmaster: number): Promise<Table> {
  const spent = async () => ({ hub: (await hub.cpuMs()) ?? Number.NaN, database: await childrenMs(postmaster) })
  const take = () => visitor.get(listPaths(paths.orders).export, { encoding: 'identity' })
  const lines = (await take()).body.toString().split('\r\n').length - 1
  const before = await spent()
  await repeat(files, take)
  const after = await spent()
  const aLine = (ms: number) => ((ms * 1000) / (files * lines)).toFixed(1)
  return {
    title: 'Processor time of a line of the orders export, µs',
    detail: true,
    columns: ['lines', 'hub', 'PostgreSQL'],
    rows: [[`${lines}`, aLine(after.hub - before.hub), aLine(after.database - before.database)]],
    notes: [`Mean of ${files} exports after one. Hub and PostgreSQL work at the same time.`],
  }
}

const pages = (orderNumber: string): { name: string; path: string; most?: number }[] => [
  { name: 'orders', path: '/sh/ord', most: 9 },
  { name: 'orders to be shipped', path: '/sh/ord?status=awaiting-shipment&sort=shipBy', most: 9 },
  { name: 'listings', path: '/sh/lst/active', most: 9 },
  { name: 'to do', path: '/sh/tasks' },
  { name: 'order', path: `/sh/ord/details?orderid=${orderNumber}` },
  { name: 'overview', path: '/sh/ovw' },
]

/** The parent of all PostgreSQL processes. */
async function postmasterOf({ db }: Setting): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.owner)
  return (await parentOf(rows[0]!.pid)) ?? 0
}

async function parentOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = /^PPid:\s+(\d+)$/m.exec(status)?.[1]
  return parent === undefined ? null : Number(parent)
}

/** CPU time of a process's children, running and ended, since connections come and go. */
async function childrenMs(parent: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const times = await Promise.all(
    pids.map(async (pid) => ((await parentOf(pid)) === parent ? ((await processorMs(pid)) ?? 0) : 0)),
  )
  return times.reduce((sum, ms) => sum + ms, (await endedChildrenMs(parent)) ?? 0)
}
