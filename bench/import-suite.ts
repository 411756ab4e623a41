import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Cluster } from '#db/embedded/cluster.ts'
import { openDatabase } from '#db/client.ts'
import { defaultSchema, withClient } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { loadDemo } from '#marketplace/demo/load.ts'
import { hasChanged, totalCounts } from '#marketplace/import-report.ts'
import { importOlist } from '#marketplace/olist/import-olist.ts'
import { marketplaceTables } from '#marketplace/tables.ts'
import type { Table } from './table.ts'

/** Olist import in rows per second compared with a bare COPY, and the duration of the demo load. */
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
  const again = performance.now()
  const second = await importOlist({ folder, pool: db.pool })
  const secondSeconds = (performance.now() - again) / 1000
  if (hasChanged(second)) throw new Error('the second import of the same files has changed something')
  await db.close()
  const { read } = totalCounts(report)
  const copy = await withClient(url, copyAgain)
  const row = (name: string, rows: number, took: number, ratio: string) => [
    name,
    count(rows),
    took.toFixed(1),
    count(rows / took),
    ratio,
  ]
  const peak = process.resourceUsage().maxRSS / 1024
  return {
    title: 'Import of the Olist set',
    columns: ['what', 'rows', 'seconds', 'rows/s', '÷ COPY'],
    rows: [
      row('import: rows of the files', read, seconds, ''),
      row('import: rows of the hub written', copy.rows, seconds, `${(seconds / copy.seconds).toFixed(1)}×`),
      row('the same import again, which changes nothing', read, secondSeconds, ''),
      row('bare COPY of the hub’s rows, no index, key or trigger', copy.rows, copy.seconds, '1×'),
    ],
    notes: [`Budget: under 60 s. Peak memory of the benchmark process: ${Math.round(peak)} MB.`],
  }
}

/** Copies the imported rows out and times copying them into bare tables. */
async function copyAgain(client: pg.Client): Promise<{ rows: number; seconds: number }> {
  let rows = 0
  let milliseconds = 0
  for (const table of marketplaceTables) {
    const text = await buffer(client.query(copyTo(`copy (select * from ${table}) to stdout`)))
    await client.query(`create table copy_of_${table} (like ${table})`)
    const began = performance.now()
    const target = client.query(copyFrom(`copy copy_of_${table} from stdin`))
    await pipeline(Readable.from([text]), target)
    milliseconds += performance.now() - began
    rows += target.rowCount ?? 0
  }
  return { rows, seconds: milliseconds / 1000 }
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
