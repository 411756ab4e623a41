import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '#db/client.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { perSecond, type Shop } from './shop.ts'

const singles = 1_000
const connections = 8
const batch = 5_000
const pastBatch = 100_000

/** Pushed orders, singly and concurrently, compared with plain SQL inserts of the same rows. */
export async function ordersIn({ db, known, say }: Setting, shop: Shop): Promise<Table> {
  await shop.push(50, 1)
  const one = await shop.push(singles, 1)
  const rows = await rowsOf(db, known.sellerId, shop.last())
  const written = rows.reduce((sum, table) => sum + table.rows.length, 0)
  const bare = await bareInserts(db, shop.last(), rows)
  say(`  ${Math.round(one)} orders/s, bare ${Math.round(bare)}`)
  const many = await shop.push(singles, connections)
  const lines = await shop.pushBatch(batch)
  const past = await shop.pushBatch(pastBatch, { isHistory: true })
  const again = await shop.pushBatchAgain()
  const row = (what: string, rate: number) => [what, rate.toFixed(0), (bare / rate).toFixed(1)]
  return {
    title: 'Orders in, a line and a payment each, one process',
    columns: ['what', 'orders/s', 'bare SQL ÷'],
    rows: [
      row('one request an order, one at a time', one),
      row(`the same, ${connections} at once`, many),
      row(`${batch.toLocaleString('en')} in one request (NDJSON)`, lines),
      row(`${pastBatch.toLocaleString('en')} of history, with a parcel each, in one request`, past),
      row('the same request again, which changes nothing', again),
      row('bare SQL, a transaction an order, one at a time', bare),
    ],
    notes: [
      `Bare SQL inserts the same rows (${(written / singles).toFixed(1)} an order) into tables with the same columns and indexes, without triggers and foreign keys.`,
    ],
  }
}

interface TableRows {
  name: string
  rows: { order: string; row: string }[]
}

/** All rows written for these orders, by table, without double counting partitions. */
async function rowsOf(db: Database, sellerId: number, ids: readonly string[]): Promise<TableRows[]> {
  const { rows: tables } = await sql<{ name: string; key: string }>`
    select table_name as name, column_name as key from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and not (select relispartition from pg_class where oid = table_name::regclass)
      and (column_name = 'order_id' or (table_name = 'orders' and column_name = 'id')) order by 1`.execute(db.owner)
  const read = tables.map(async ({ name, key }) => {
    const { rows } = await sql<{ order: string; row: string }>`
      select o.external_id as "order", to_jsonb(t)::text as row from ${sql.table(name)} t
      join orders o on o.seller_id = ${sellerId} and o.id = ${sql.ref(`t.${key}`)}
      where t.seller_id = ${sellerId} and o.external_id = any (${[...ids]})`.execute(db.owner)
    return { name, rows }
  })
  return (await Promise.all(read)).filter(({ rows }) => rows.length > 0)
}

/** Inserts the same rows into bare tables, one transaction per order; returns orders per second. */
async function bareInserts(db: Database, ids: readonly string[], tables: readonly TableRows[]): Promise<number> {
  const client = await db.pool.connect()
  try {
    const work = await prepareBare(client, ids, tables)
    return await perSecond(ids.length, async () => {
      for (const statements of work) {
        await client.query('begin')
        for (const { text, values } of statements) await client.query(text, values)
        await client.query('commit')
      }
    })
  } finally {
    for (const { name } of tables) await client.query(`drop table if exists bare_${name}`)
    client.release()
  }
}

async function prepareBare(client: pg.PoolClient, ids: readonly string[], tables: readonly TableRows[]) {
  const byOrder = new Map<string, { text: string; values: string[] }[]>(ids.map((id) => [id, []]))
  for (const { name, rows } of tables) {
    await client.query(`create table bare_${name} (like ${name} including indexes)`)
    // Generated columns are written as plain values.
    const text = `insert into bare_${name} select * from jsonb_populate_recordset(null::bare_${name}, $1)`
    for (const [order, own] of Map.groupBy(rows, (row) => row.order))
      byOrder.get(order)!.push({ text, values: [`[${own.map(({ row }) => row).join(',')}]`] })
  }
  return [...byOrder.values()]
}
