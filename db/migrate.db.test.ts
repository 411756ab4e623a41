import { expect, it } from 'vitest'
import { inSchema, withClient } from './connection.ts'
import { listMigrations, migrate, MigrationTooNewError, readPreviousVersion } from './migrate.ts'
import { SchemaTakenError } from './own-schema.ts'
import { waitingForLock } from './testing-waits.ts'
import { testDatabase } from './testing.ts'

const db = await testDatabase()

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

it('lets writers pass while a long write runs, and is applied once it ends', async () => {
  const last = '0020-shops-without-offers'
  await query(`delete from migrations where name = '${last}'; alter table connections drop column takes_offers`)
  const write = 'lock table connections in row exclusive mode'
  await withClient(db.url, async (writer) => {
    await writer.query(`begin; ${write}`)
    const migrating = withClient(db.url, (client) => migrate(client, 'hub', { lockMs: 50 }))
    await expect.poll(() => waitingForLock(db.pool)).not.toEqual([])
    await query(`set statement_timeout = '5s'; begin; ${write}; commit`)
    await writer.query('commit')
    expect(await migrating).toEqual({ migrations: [last], functions: true })
  })
})

it('refuses a newer hub’s schema, and one that contains other tables', async () => {
  await query(`insert into shop.migrations (name) values ('9999-future')`)
  await query(`comment on column shop.migrations.name is 'Usable by Seller Hub 0.1.0 with 9998-before, and later'`)
  await expect(migrateSchema('shop')).rejects.toThrow(MigrationTooNewError)
  await query(`insert into shop.migrations (name) select '0113-former-' || n from generate_series(1, 7) n`)
  await expect(migrateSchema('shop')).rejects.toThrow(
    'by one before 1.0 (it has 0113-former-1, 0113-former-2, 0113-former-3, 0113-former-4, 0113-former-5 and 3 more)',
  )
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
