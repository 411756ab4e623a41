import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { openDatabase } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { rebuildSums } from '#db/kept-sums.ts'

export interface Generation {
  seconds: number
  /** Rows of all tables, by PostgreSQL's estimate. */
  rows: number
  orders: number
  bytes: number
}

const parts = ['1-sellers', '2-catalogue', '3-buyers', '4-orders', '5-events', '6-after-sale', '7-offers', '8-derived']
/** Their indexes are built after all rows are inserted, which is several times faster. */
const indexed = [
  'orders',
  'line_items',
  'payments',
  'refunds',
  'shipments',
  'shipment_lines',
  'cancellations',
  'feedback',
  'conversation_messages',
  'order_tags',
  'cases',
  'order_search',
  'listings',
  'listing_search',
  'conversation_search',
  'buyer_offers',
]

/**
 * Fills a migrated, empty database with `orders` orders up to `now`; deterministic. Requires a superuser, because
 * foreign keys and triggers are disabled meanwhile; `check.sql` then verifies derived data. Throws on differences.
 */
export async function generateMarketplace({
  superuserUrl,
  orders,
  now,
  say,
}: {
  superuserUrl: string
  orders: number
  now: Date
  say: (line: string) => void
}): Promise<Generation> {
  const client = await connect(superuserUrl, { application_name: 'bench' })
  const started = performance.now()
  const step = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    say(`  ${name.padEnd(24)} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  try {
    await prepare(client, orders, now)
    const indexes = await dropIndexes(client)
    for (const part of parts) await step(part.slice(2), async () => client.query(await readSql(part)))
    await step('indexes', async () => {
      for (const statement of indexes) await client.query(statement)
    })
    await step('days of sales', () => sumDays(superuserUrl))
    await step('vacuum analyze', () => client.query('vacuum analyze'))
    await step('check', () => check(client))
    const seconds = (performance.now() - started) / 1000
    return { seconds, ...(await measure(client)) }
  } finally {
    await client.end()
  }
}

const readSql = (name: string) => readFile(new URL(`${name}.sql`, import.meta.url), 'utf8')

async function prepare(client: pg.Client, orders: number, now: Date): Promise<void> {
  const settings = {
    'bench.orders': String(orders),
    'bench.now': now.toISOString(),
    session_replication_role: 'replica',
    synchronous_commit: 'off',
    work_mem: '256MB',
    maintenance_work_mem: '512MB',
  }
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [name, value])
}

/** Drops indexes without constraints; returns the statements that recreate them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any ($1::regclass[]) and not c.relispartition
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [indexed],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  // Partitioned indexes are defined with ON ONLY, which would omit the partitions.
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
}

/** Sums the sales of all days, for which the hub's job would take many minutes. */
async function sumDays(url: string): Promise<void> {
  const db = openDatabase({ url })
  try {
    await rebuildSums(db.owner, 'sold_days')
  } finally {
    await db.close()
  }
}

async function check(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ what: string; rows: string }>(await readSql('check'))
  if (rows.length > 0)
    throw new Error(`the generated marketplace is wrong: ${rows.map((row) => `${row.what} ${row.rows}`).join(', ')}`)
}

async function measure(client: pg.Client): Promise<Omit<Generation, 'seconds'>> {
  const { rows } = await client.query<{ rows: string; orders: string; bytes: string }>(
    `select (select sum(n_live_tup) from pg_stat_user_tables) as rows, (select count(*) from orders) as orders,
       pg_database_size(current_database()) as bytes`,
  )
  const [row] = rows
  return { rows: Number(row!.rows), orders: Number(row!.orders), bytes: Number(row!.bytes) }
}
