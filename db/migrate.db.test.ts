import { beforeAll, expect, it } from 'vitest'
import { BeforeReleaseError, formerMigrations } from './before-release.ts'
import { inSchema, withClient } from './connection.ts'
import { listMigrations, migrate, MigrationTooNewError } from './migrate.ts'
import { SchemaTakenError } from './own-schema.ts'
import { readPreviousVersion } from './previous-version.ts'
import { waitingForLock } from './testing-waits.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})

const migrateSchema = (schema: string) => withClient(inSchema(db.url, schema), (client) => migrate(client, schema))
const query = (statement: string) => withClient(db.url, (client) => client.query(statement))

it('applies missing migrations once, even if several processes and hubs start together', async () => {
  const all = await listMigrations()
  const applied = await Promise.all(['shop', 'shop', 'other_shop'].map(migrateSchema))
  expect(applied.toSorted((one, other) => one.migrations.length - other.migrations.length)).toEqual([
    { migrations: [], functions: false },
    { migrations: all, functions: true },
    { migrations: all, functions: true },
  ])
})

it('lets readers pass while a long read runs, and is applied once it ends', async () => {
  const last = '0114-requests-to-cancel-as-sent'
  await query(`delete from migrations where name = '${last}'; alter table cancellations drop column pushed_as`)
  await withClient(db.url, async (reader) => {
    await reader.query('begin; select from cancellations limit 1')
    const migrating = withClient(db.url, (client) => migrate(client, 'hub', { lockMs: 50 }))
    await expect.poll(() => waitingForLock(db.pool)).not.toEqual([])
    await query(`set statement_timeout = '5s'; select from cancellations limit 1`)
    await reader.query('commit')
    expect(await migrating).toEqual({ migrations: [last], functions: true })
  })
})

it('preferences are stored in one column', async () => {
  await query(`delete from migrations where name = '0117-preferences'; alter table members drop column preferences,
    add column locale text, add column time_zone text, add column density text, add column theme text`)
  await query(`insert into members (id, name, email, locale, theme) values ('ann', 'Ann', 'ann@example.com', 'de', 'dark'),
    ('bob', 'Bob', 'bob@example.com', null, null)`)
  expect(await migrateSchema('hub')).toMatchObject({ migrations: ['0117-preferences'] })
  const { rows } = await query('select preferences from members order by id')
  expect(rows).toEqual([{ preferences: { locale: 'de', theme: 'dark' } }, { preferences: {} }])
})

it('refuses a newer hub’s schema, and one that contains other tables', async () => {
  await query(`insert into shop.migrations (name) values ('9999-future')`)
  await query(`comment on column shop.migrations.name is 'Usable by Seller Hub 0.1.0 with 9998-before, and later'`)
  await expect(migrateSchema('shop')).rejects.toThrow(MigrationTooNewError)
  await query('create schema books; create table books.migrations (id integer)')
  await expect(migrateSchema('books')).rejects.toThrow(SchemaTakenError)
})

it('uses the next version’s schema unchanged, and replaces none of its functions', async () => {
  await migrateSchema('next')
  const [last] = (await listMigrations()).slice(-1)
  const nextVersion = (oldest: string) =>
    query(`comment on column next.migrations.name is 'Usable by Seller Hub ${oldest}, and later';
      comment on table next.migrations is 'Functions of Seller Hub 99.0.0, 0123456789abcdef'`)
  await nextVersion(`0.0.9 with ${last}`)
  const asItIs = { migrations: [], functions: false, isNewer: true }
  expect(await migrateSchema('next')).toEqual(asItIs)
  await query(`insert into next.migrations (name) values ('9999-future')`)
  expect(await migrateSchema('next')).toEqual(asItIs)
  expect(await migrateSchema('next')).toEqual(asItIs)
  await nextVersion(`98.0.0 with ${last}`)
  await expect(migrateSchema('next')).rejects.toThrow(MigrationTooNewError)
})

it('records the oldest version that can use the schema', async () => {
  const { version, lastMigration } = await readPreviousVersion()
  expect(await listMigrations()).toContain(lastMigration)
  await migrateSchema('recorded')
  const { rows } = await query(
    `select col_description('recorded.migrations'::regclass, 1) as comment from recorded.migrations limit 1`,
  )
  expect(rows).toEqual([{ comment: `Usable by Seller Hub ${version} with ${lastMigration}, and later` }])
})

it('a database with all migrations from before the regrouping has the same schema as a new one', async () => {
  const all = await listMigrations()
  const later = all.filter((name) => name > '0011-operator')
  const record = (names: readonly string[]) =>
    query(`delete from hub.migrations; insert into hub.migrations (name) values ('${names.join(`'), ('`)}')`)
  await record([...formerMigrations, ...later.slice(1)])
  await query('alter table webhook_deliveries drop column brought_forward')
  expect(await migrateSchema('hub')).toEqual({ migrations: later.slice(0, 1), functions: true })
  expect((await query('select name from hub.migrations order by 1')).rows.map(({ name }) => name)).toEqual(all)
  expect(await migrateSchema('hub')).toEqual({ migrations: [], functions: false })

  await record(formerMigrations.slice(0, -1))
  await expect(migrateSchema('hub')).rejects.toThrow(BeforeReleaseError)
  expect((await query('select from hub.migrations')).rowCount).toBe(formerMigrations.length - 1)
})

it('explains what to do with a database from long before the first release', async () => {
  await query(`create table public.migrations (name text); insert into public.migrations values ('001_init.sql')`)
  expect(await migrateSchema('beside')).toMatchObject({ migrations: await listMigrations() })
  await query(`insert into public.migrations values ('0001-accounts')`)
  await expect(migrateSchema('late')).rejects.toThrow(BeforeReleaseError)
  expect(await migrateSchema('beside')).toEqual({ migrations: [], functions: false })
})
