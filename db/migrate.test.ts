import { beforeAll, expect, it } from 'vitest'
import { BeforeReleaseError, formerMigrations } from './before-release.ts'
import { inSchema, withClient } from './connection.ts'
import { listMigrations, migrate, MigrationTooNewError } from './migrate.ts'
import { SchemaTakenError } from './own-schema.ts'
import { addSeller } from './testing-seller.ts'
import { waitingForLock } from './testing-waits.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})

const migrateSchema = (schema: string) => withClient(inSchema(db.url, schema), (client) => migrate(client, schema))
const query = (statement: string) => withClient(db.url, (client) => client.query(statement))

it('applies what is missing, once, where several processes and several hubs begin together', async () => {
  const all = await listMigrations()
  const applied = await Promise.all(['shop', 'shop', 'other_shop'].map(migrateSchema))
  expect(applied.toSorted((one, other) => one.migrations.length - other.migrations.length)).toEqual([
    { migrations: [], functions: false },
    { migrations: all, functions: true },
    { migrations: all, functions: true },
  ])
})

it('lets those pass who read while another one reads on and on, and is applied once that one has come to its end', async () => {
  const last = '0059-sums-of-countries-and-amounts'
  await query(`delete from migrations where name = '${last}'`)
  await withClient(db.url, async (reader) => {
    await reader.query('begin; select from orders limit 1')
    const migrating = withClient(db.url, (client) => migrate(client, 'hub', { lockMs: 50 }))
    await expect.poll(() => waitingForLock(db.pool)).not.toEqual([])
    await query(`set statement_timeout = '5s'; select from orders limit 1`)
    await reader.query('commit')
    expect(await migrating).toEqual({ migrations: [last], functions: true })
  })
})

it('a database of the first day takes a view of any list', async () => {
  await query(`delete from migrations where name = '0064-views-of-any-list';
    alter table saved_views drop constraint saved_views_resource_check, add constraint saved_views_resource_check
      check (resource in ('orders', 'listings-active', 'listings-drafts', 'listings-scheduled', 'listings-ended'))`)
  expect(await migrateSchema('hub')).toMatchObject({ migrations: ['0064-views-of-any-list'] })
  const seller = await addSeller(db, 'ann')
  await query(`insert into members (id, email, name) values ('ann', 'ann@example.com', 'Ann')`)
  const view = `insert into saved_views (seller_id, member_id, resource, name, query) values (${seller}, 'ann', 'conversations', 'Unread', '')`
  expect((await query(view)).rowCount).toBe(1)
})

it('refuses a schema that a newer hub has used, and one that holds something else', async () => {
  await query(`insert into shop.migrations (name) values ('9999-future')`)
  await expect(migrateSchema('shop')).rejects.toThrow(MigrationTooNewError)
  await query('create schema books; create table books.migrations (id integer)')
  await expect(migrateSchema('books')).rejects.toThrow(SchemaTakenError)
})

it('says what to do where a hub from before the first release has used the database, and only there', async () => {
  await query(`create table public.migrations (name text); insert into public.migrations values ('001_init.sql')`)
  expect(await migrateSchema('beside')).toMatchObject({ migrations: await listMigrations() })
  await query(`delete from public.migrations`)
  await query(`insert into public.migrations values ('${formerMigrations.slice(0, 12).join(`'), ('`)}')`)
  await expect(migrateSchema('late')).rejects.toThrow(BeforeReleaseError)
  expect(await migrateSchema('beside')).toEqual({ migrations: [], functions: false })
})
