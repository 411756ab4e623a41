import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from './testing.ts'

let db: TestDatabase
let ann: number
let bob: number

beforeAll(async () => {
  db = await testDatabase()
  const add = async (username: string) => {
    const seller = await db.owner
      .insertInto('sellers')
      .values({
        username,
        display_name: username,
        registered_at: new Date(0),
        country: 'DE',
        time_zone: 'UTC',
        currency: 'EUR',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.owner
      .insertInto('buyers')
      .values({ seller_id: seller.id, username: 'buyer', name: `Buyer of ${username}` })
      .execute()
    return seller.id
  }
  ann = await add('ann')
  bob = await add('bob')
})

describe('row-level security', () => {
  it('shows a seller only its own rows, even to a query that forgets the seller', async () => {
    const names = await db.asSeller(ann, 'read', (own) => own.selectFrom('buyers').select('name').execute())
    expect(names).toEqual([{ name: 'Buyer of ann' }])
    const sellers = await db.asSeller(bob, 'read', (own) => own.selectFrom('sellers').select('username').execute())
    expect(sellers).toEqual([{ username: 'bob' }])
  })

  it('shows nothing where no seller is bound', async () => {
    const rows = await db.owner.transaction().execute(async (tx) => {
      await sql`set local role hub_seller`.execute(tx)
      return tx.selectFrom('buyers').selectAll().execute()
    })
    expect(rows).toEqual([])
  })

  it('refuses a row written for another seller', async () => {
    const write = db.asSeller(ann, 'write', (own) =>
      own.insertInto('buyers').values({ seller_id: bob, username: 'x', name: 'x' }).execute(),
    )
    await expect(write).rejects.toThrow(/row-level security/)
  })

  it('covers each table that has a seller', async () => {
    const { rows } = await sql<{ table_name: string; rowsecurity: boolean }>`
      select c.table_name, t.rowsecurity from information_schema.columns c
      join pg_tables t on t.tablename = c.table_name and t.schemaname = 'public'
      where c.table_schema = 'public' and c.column_name = 'seller_id' and c.table_name <> 'sessions'`.execute(db.owner)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter((row) => !row.rowsecurity)).toEqual([])
  })

  it('keeps accounts out of reach of requests bound to a seller', async () => {
    for (const table of ['members', 'sessions', 'credentials', 'verifications', 'two_factors', 'hub_settings'])
      await expect(
        db.asSeller(ann, 'read', (own) => sql`select 1 from ${sql.table(table)}`.execute(own)),
      ).rejects.toThrow(/permission denied/)
  })

  it('gives the connection back without the seller', async () => {
    await db.asSeller(ann, 'read', async () => {})
    await expect(db.asSeller(ann, 'write', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const { rows } = await sql<{
      role: string
      seller: string | null
    }>`select current_user as role, current_setting('hub.seller_id', true) as seller`.execute(db.owner)
    expect(rows[0]).toMatchObject({ role: 'hub' })
    expect(rows[0]?.seller || null).toBeNull()
  })

  it('reads only in read mode', async () => {
    await expect(db.asSeller(ann, 'read', (own) => own.deleteFrom('buyers').execute())).rejects.toThrow(/read-only/)
  })
})
