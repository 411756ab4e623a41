import { existsSync } from 'node:fs'
import type { Cluster } from '#db/embedded/cluster.ts'
import { openDatabase } from '#db/client.ts'
import { defaultSchema, withClient } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { loadDemo } from '#marketplace/demo/load.ts'
import { totalCounts } from '#marketplace/import-report.ts'
import { importOlist } from '#marketplace/olist/import-olist.ts'
import type { Table } from './table.ts'

/** Olist import in rows per second and the duration of the demo load. */
export async function importSuite({
  cluster,
  folder,
  say,
}: {
  cluster: Cluster
  folder: string
  say: (line: string) => void
}): Promise<Table[]> {
  const demo = await inNewDatabase(cluster, 'bench_demo', measureDemo)
  if (!existsSync(folder)) {
    say(`  no Olist files in ${folder}: the import is left out`)
    return [demo]
  }
  return [await inNewDatabase(cluster, 'bench_import', (url) => measureImport(url, folder)), demo]
}

async function measureImport(url: string, folder: string): Promise<Table> {
  const db = openDatabase({ url })
  const began = performance.now()
  const report = await importOlist({ folder, pool: db.pool })
  const seconds = (performance.now() - began) / 1000
  await db.close()
  const { read } = totalCounts(report)
  const peak = process.resourceUsage().maxRSS / 1024
  return {
    title: 'Import of the Olist set',
    columns: ['what', 'rows', 'seconds', 'rows/s'],
    rows: [['rows of the files', count(read), seconds.toFixed(1), count(read / seconds)]],
    notes: [`Budget: under 60 s. Peak memory of the benchmark process: ${Math.round(peak)} MB.`],
  }
}

async function measureDemo(url: string): Promise<Table> {
  const db = openDatabase({ url })
  const began = performance.now()
  const outcome = await loadDemo({ owner: db.owner, now: new Date(), seed: 'demo' })
  const seconds = (performance.now() - began) / 1000
  await db.close()
  if (!outcome.ok) throw new Error('the demo found a marketplace in a new database')
  return {
    title: 'Loading the demo marketplace',
    detail: true,
    columns: ['what', 'rows', 'seconds', 'rows/s', 'budget', 'holds'],
    rows: [
      [
        'demo',
        count(outcome.rows),
        seconds.toFixed(1),
        count(outcome.rows / seconds),
        '10 s',
        seconds < 10 ? 'yes' : 'NO',
      ],
    ],
  }
}

const count = (value: number) => Math.round(value).toLocaleString('en')

async function inNewDatabase<T>(cluster: Cluster, name: string, work: (url: string) => Promise<T>): Promise<T> {
  const asSuperuser = (statement: string) => withClient(cluster.superuserUrl, (client) => client.query(statement))
  await asSuperuser(`drop database if exists ${name} with (force)`)
  await asSuperuser(`create database ${name} owner hub`)
  try {
    await withClient(cluster.url(name), (client) => migrate(client, defaultSchema))
    return await work(cluster.url(name))
  } finally {
    await asSuperuser(`drop database ${name} with (force)`)
  }
}
