import { sql } from 'kysely'
import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listMigrations, migrate, rebuildSchema } from './migrate.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

/** A database as an older hub left it, before the migration of this name. */
async function databaseBefore(name: string): Promise<TestDatabase> {
  const db = await testDatabase()
  const client = await connect(db)
  const all = await listMigrations()
  await rebuildSchema(client, all.slice(0, all.indexOf(name)))
  return db
}

async function connect(db: TestDatabase): Promise<pg.PoolClient> {
  const client = await db.pool.connect()
  onTestFinished(() => client.release())
  return client
}

const seller = `
  with seller as (
    insert into sellers (username, display_name, registered_at, country, time_zone, currency)
    values ('ann', 'ann', now(), 'GB', 'UTC', 'GBP') returning id
  ), buyer as (
    insert into buyers (seller_id, username, name) select id, 'zoe', 'Zoe Quill' from seller returning seller_id, id
  )
  insert into addresses (seller_id, buyer_id, name, city, country) select seller_id, id, 'Zoe Quill', 'York', 'GB' from buyer`

const order = `
  insert into orders (seller_id, order_number, buyer_id, buyer_username, ship_to_address_id, ship_to_country, placed_at,
    currency, subtotal_minor, line_count, unit_count, payment_status)
  select seller_id, '12-00000-00001', buyer_id, 'zoe', id, 'GB', now(), 'GBP', 1000, 1, 1, 'PAID' from addresses`

describe('migrate', () => {
  it('adds up the sales that an older hub commits while it does', async () => {
    const db = await databaseBefore('0016-sales-hours')
    const [older, newer] = [await connect(db), await connect(db)]
    await older.query(seller)
    await older.query(`begin; ${order}`)
    const migrated = migrate(newer)
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db.owner)
        return rows[0]!.waiting
      })
      .toBe(1)
    await older.query('commit')
    await migrated
    const kept = await db.owner.selectFrom('sales_hours').select(['orders', 'gross_minor']).execute()
    expect(kept).toEqual([{ orders: 1, gross_minor: 1000 }])
  })
})
