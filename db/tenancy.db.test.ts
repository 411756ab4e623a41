import { addRows } from './testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from './testing.ts'
import { addSeller } from './testing-seller.ts'

const db = await testDatabase({ forgetsSeller: true })
const add = async (username: string) => {
  const id = await addSeller(db, username)
  await addRows(db.owner, 'buyers', { seller_id: id, username: 'buyer', name: `Buyer of ${username}` })
  return id
}
const ann = await add('ann')
const bob = await add('bob')

describe('row-level security', () => {
  it('shows a seller only its own rows, even to a query that forgets the seller', async () => {
    const names = await db.asSeller(ann, 'read', (own) => own.selectFrom('buyers').select('name').execute())
    expect(names).toEqual([{ name: 'Buyer of ann' }])
    const sellers = await db.asSeller(bob, 'read', (own) => own.selectFrom('sellers').select('username').execute())
    expect(sellers).toEqual([{ username: 'bob' }])
  })

  it('shows nothing if no seller is bound', async () => {
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
      join pg_tables t on t.tablename = c.table_name and t.schemaname = 'hub'
      where c.table_schema = 'hub' and c.column_name = 'seller_id'
        and c.table_name not in ('seller_names', 'sessions', 'api_keys', 'webhook_endpoints', 'webhook_deliveries', 'api_answers', 'page_loads', 'messages')`.execute(
      db.owner,
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter((row) => !row.rowsecurity)).toEqual([])
  })

  it('lets each policy pass only the bound seller’s rows', async () => {
    const { rows } = await sql<{ table: string; policy: string }>`
      select tablename as table, concat_ws(' ', permissive, cmd, qual, with_check) as policy
      from pg_policies where schemaname = 'hub' order by 1, 2`.execute(db.owner)
    const own = 'PERMISSIVE ALL (seller_id = current_seller())'
    expect(rows.filter(({ policy }) => policy !== own)).toEqual([
      { table: 'sellers', policy: 'PERMISSIVE ALL (id = current_seller())' },
    ])
    expect(rows.length).toBeGreaterThan(20)
  })

  it('gives requests access to nothing but sellers’ tables, shared tables and views that name the seller', async () => {
    const { rows } = await sql<{ name: string; kind: string }>`
      select relname as name, case relkind when 'v' then 'view' else 'table' end as kind
      from pg_class
      where relnamespace = 'hub'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not relrowsecurity
        and (has_table_privilege('hub_seller', oid, 'select, insert, update, delete, truncate')
          or has_any_column_privilege('hub_seller', oid, 'select, insert, update'))
      order by 1`.execute(db.owner)
    expect(rows).toEqual([
      { name: 'bin_words', kind: 'view' },
      { name: 'listing_words', kind: 'view' },
      { name: 'order_words', kind: 'view' },
      { name: 'products', kind: 'table' },
      { name: 'searched_cases', kind: 'view' },
      { name: 'searched_conversations', kind: 'view' },
      { name: 'searched_listings', kind: 'view' },
      { name: 'searched_orders', kind: 'view' },
    ])
    const { rows: views } = await sql<{ viewname: string; definition: string }>`
      select relname as viewname, pg_get_viewdef(oid) as definition from pg_class
      where relnamespace = 'hub'::regnamespace and relkind = 'v' and has_table_privilege('hub_seller', oid, 'select')`.execute(
      db.owner,
    )
    expect(views).toHaveLength(7)
    for (const { viewname, definition } of views)
      expect(definition, viewname).toMatch(/WHERE \(?(?:s\.)?seller_id = current_seller\(\)\)?;$/)
  })

  it('denies seller requests access to accounts', async () => {
    for (const table of ['members', 'sessions', 'credentials', 'verifications', 'two_factors', 'hub_settings'])
      await expect(
        db.asSeller(ann, 'read', (own) => sql`select 1 from ${sql.table(table)}`.execute(own)),
      ).rejects.toThrow(/permission denied/)
  })

  it('binds the marketplace’s writes to the seller, with the owner’s privileges only', async () => {
    const asked = await db.asOwnerFor(ann, (own) =>
      sql<{ role: string; seller: number }>`select current_user as role, current_seller() as seller`.execute(own),
    )
    expect(asked.rows).toEqual([{ role: 'hub', seller: ann }])
  })

  it('returns the connection without a bound seller', async () => {
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
