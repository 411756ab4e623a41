import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase, type Database } from '#db/client.ts'
import { defaultSchema, withClient } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { hubCommand, ownerUrl, startClusterServers, stopClusterServers, superuserUrl } from '#server/cluster-testing.ts'
import { startHub } from './hub-process.ts'
import { readKnown } from './known.ts'
import { generateMarketplace } from './marketplace/generate.ts'
import { aTurn } from './measure-pages.ts'
import type { Options } from './options.ts'
import { median } from './page-tables.ts'
import { pageCases, type PageCase } from './pages.ts'
import { visitsTo } from './setting.ts'
import type { Table } from './table.ts'
import type { Visitor } from './visitor.ts'
import { repeat, warmHub } from './warm.ts'

/** A page of the cluster takes at most this many times as long as on one server. */
const most = 1.4
const requestsPerPage = 3 * aTurn
/** Product insights read all sellers' sales, by choice (docs/scale-out.md). */
const leftOut = 'product insights'

/**
 * Server times of every page before and after `npm run hub -- distribute`: the same rows, on one server with Citus and
 * divided over two workers on the same machine. Skipped without PG_BIN.
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
    const { coordinator } = await startClusterServers(bin, folder)
    const url = ownerUrl(coordinator)
    await withClient(url, (client) => migrate(client, defaultSchema))
    const { orders } = options
    await generateMarketplace({ superuserUrl: superuserUrl(coordinator), orders, now: new Date(), say })
    const known = await withDatabase(url, (db) => readKnown(db, new Date()))
    const pages = pageCases(known).filter(({ group }) => group !== leftOut)
    const measure = () => measurePages(pages, { url, dataDir: folder })
    say('  pages on one server')
    const before = await measure()
    say('  dividing')
    await hubCommand({ coordinator: url, schema: defaultSchema }, ['distribute'])
    await withClient(superuserUrl(coordinator), (client) => client.query('vacuum analyze'))
    say('  pages on the cluster')
    return [tableOf(before, await measure())]
  } finally {
    await stopClusterServers(bin, folder)
    await rm(folder, { recursive: true, force: true })
  }
}

interface Timed extends PageCase {
  times: number[]
}

async function measurePages(
  pages: readonly PageCase[],
  { url, dataDir }: { url: string; dataDir: string },
): Promise<Timed[]> {
  const hub = await startHub({ DATABASE_URL: url, DATA_DIR: dataDir })
  try {
    const visitor = await withDatabase(url, (db) => visitsTo(hub, db)())
    await warmHub(visitor)
    const timed: Timed[] = []
    for (const page of pages) timed.push({ ...page, times: await timesOf(page, visitor) })
    visitor.close()
    return timed
  } finally {
    await hub.stop()
  }
}

async function timesOf({ path: address }: PageCase, visitor: Visitor): Promise<number[]> {
  const times: number[] = []
  await repeat(3, () => visitor.get(address))
  await repeat(requestsPerPage, async () => {
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

function tableOf(before: readonly Timed[], after: readonly Timed[]): Table {
  const byGroup = (pages: readonly Timed[]) =>
    new Map(
      [...Map.groupBy(pages, ({ group }) => group)].map(([group, ofIt]) => [group, ofIt.flatMap(({ times }) => times)]),
    )
  const divided = byGroup(after)
  const row = (group: string, plain: number[], spread: number[]) => {
    const [alone, apart] = [median(plain), median(spread)]
    const ratio = apart / alone
    return [group, alone.toFixed(1), apart.toFixed(1), `${ratio.toFixed(2)}×`, ratio <= most ? 'yes' : 'NO']
  }
  const all = (pages: readonly Timed[]) => pages.flatMap(({ times }) => times)
  return {
    title: 'Pages on a cluster, p50, ms',
    columns: ['pages', 'one server', 'cluster', 'ratio', `<= ${most}×`],
    rows: [
      ...[...byGroup(before)].map(([group, times]) => row(group, times, divided.get(group) ?? [])),
      row('all', all(before), all(after)),
    ],
    notes: [
      `A coordinator and two workers beside the hub on one machine; ${requestsPerPage} requests a page, one at a time.`,
    ],
  }
}
