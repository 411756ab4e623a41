import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase, type Database } from '#db/client.ts'
import { defaultSchema, withClient } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import {
  hubCommand,
  ownerUrl,
  startClusterServers,
  startSingleServer,
  stopClusterServers,
  superuserUrl,
  type ClusterServer,
} from '#server/testing-cluster.ts'
import { startHub } from './hub-process.ts'
import { readKnown } from './known.ts'
import { generateMarketplace } from './marketplace/generate.ts'
import { aTurn } from './measure-pages.ts'
import type { Options } from './options.ts'
import { median } from './page-tables.ts'
import { pageCases } from './pages.ts'
import type { PageCase } from './page-case.ts'
import { visitsTo } from './setting.ts'
import type { Table } from './table.ts'
import type { Visitor } from './visitor.ts'
import { repeat, warmHub } from './warm.ts'

/** A page of the cluster takes at most this many times as long as on one server. */
const most = 1.4
const turns = 4
/** Product insights read all sellers' sales, by choice (docs/scale-out.md). */
const leftOut = 'product insights'

/**
 * Server times of every page by a hub on plain PostgreSQL and one on a cluster of the same rows, on one machine. Both
 * take turns within a second, so that both see the same speed of the machine. Skipped without PG_BIN.
 */
export async function clusterSuite(options: Options, say: (line: string) => void): Promise<Table[]> {
  const { PG_BIN: bin } = process.env
  if (!bin) {
    say('  left out: PG_BIN names no programs of a PostgreSQL with the extension citus')
    return []
  }
  const folder = path.resolve(path.dirname(options.dataDir), 'cluster')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    const single = await startSingleServer(bin, folder)
    const { coordinator } = await startClusterServers(bin, folder)
    const now = new Date()
    for (const server of [single, coordinator]) await fill(server, { orders: options.orders, now, say })
    say('  dividing')
    await hubCommand({ coordinator: ownerUrl(coordinator), schema: defaultSchema }, ['distribute'])
    for (const server of [single, coordinator])
      await withClient(superuserUrl(server), (client) => client.query('vacuum analyze'))
    const known = await withDatabase(ownerUrl(single), (db) => readKnown(db, now))
    const pages = pageCases(known).filter(({ group }) => group !== leftOut)
    return [tableOf(await measurePages(pages, { single, coordinator, dataDir: folder, say }))]
  } finally {
    await stopClusterServers(bin, folder)
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(
  server: ClusterServer,
  { orders, now, say }: { orders: number; now: Date; say: (line: string) => void },
): Promise<void> {
  await withClient(ownerUrl(server), (client) => migrate(client, defaultSchema))
  await generateMarketplace({ superuserUrl: superuserUrl(server), orders, now, say })
}

interface Timed extends PageCase {
  plain: number[]
  divided: number[]
  /** Of each turn, the middle time on the cluster divided by that on one server. */
  ratios: number[]
}

async function measurePages(
  pages: readonly PageCase[],
  {
    single,
    coordinator,
    dataDir,
    say,
  }: { single: ClusterServer; coordinator: ClusterServer; dataDir: string; say: (line: string) => void },
): Promise<Timed[]> {
  const open = async (server: ClusterServer) => {
    const url = ownerUrl(server)
    const hub = await startHub({ DATABASE_URL: url, DATA_DIR: path.join(dataDir, `hub-${server.port}`) })
    const visitor = await withDatabase(url, (db) => visitsTo(hub, db)())
    await warmHub(visitor)
    return { hub, visitor }
  }
  const [plain, divided] = [await open(single), await open(coordinator)]
  try {
    const timed: Timed[] = []
    for (const page of pages) {
      if (page.group !== timed.at(-1)?.group) say(`  ${page.group}`)
      timed.push(await inTurns(page, plain.visitor, divided.visitor))
    }
    return timed
  } finally {
    for (const { hub, visitor } of [plain, divided]) {
      visitor.close()
      await hub.stop()
    }
  }
}

async function inTurns(page: PageCase, plain: Visitor, divided: Visitor): Promise<Timed> {
  const timed: Timed = { ...page, plain: [], divided: [], ratios: [] }
  for (const visitor of [plain, divided]) await repeat(aTurn, () => visitor.get(page.path))
  for (let turn = 0; turn < turns; turn += 1) {
    const [alone, apart] = [await timesOf(page, plain), await timesOf(page, divided)]
    timed.plain.push(...alone)
    timed.divided.push(...apart)
    timed.ratios.push(median(apart) / median(alone))
  }
  return timed
}

async function timesOf({ path: address }: PageCase, visitor: Visitor): Promise<number[]> {
  const times: number[] = []
  await repeat(aTurn, async () => {
    const { status, ms } = await visitor.get(address)
    if (status !== 200) throw new Error(`${address} was answered with ${status}`)
    times.push(ms)
  })
  return times
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

function tableOf(timed: readonly Timed[]): Table {
  const row = (group: string, pages: readonly Timed[]) => {
    const middle = (of: 'plain' | 'divided' | 'ratios') => median(pages.flatMap((page) => page[of]))
    const ratio = middle('ratios')
    return [
      group,
      middle('plain').toFixed(1),
      middle('divided').toFixed(1),
      `${ratio.toFixed(2)}×`,
      `${Math.max(...pages.map(({ ratios }) => median(ratios))).toFixed(2)}×`,
      ratio <= most ? 'yes' : 'NO',
    ]
  }
  const above = timed.map((page) => ({ ...page, ratio: median(page.ratios) })).filter(({ ratio }) => ratio > most)
  return {
    title: 'Pages on a cluster, p50, ms',
    columns: ['pages', 'one server', 'cluster', 'ratio', 'highest page', `<= ${most}×`],
    rows: [
      ...[...Map.groupBy(timed, ({ group }) => group)].map(([group, pages]) => row(group, pages)),
      row('all', timed),
    ],
    notes: [
      `Plain PostgreSQL, and a coordinator with two workers, each with a hub of its own, on one machine; ${turns * aTurn} requests a page, one at a time.`,
      `Both take turns of ${aTurn} requests; the ratio is the middle one of all turns.`,
      ...above.map(({ group, name, ratio }) => `Above ${most}×: ${group}, ${name} (${ratio.toFixed(2)}×).`),
    ],
  }
}
