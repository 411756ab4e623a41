import { beforeAll, expect, it } from 'vitest'
import { BeforeReleaseError, formerMigrations } from './before-release.ts'
import { inSchema, withClient } from './connection.ts'
import { listMigrations, migrate, MigrationTooNewError } from './migrate.ts'
import { SchemaTakenError } from './own-schema.ts'
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
  expect(applied.toSorted((one, other) => one.length - other.length)).toEqual([[], all, all])
})

it('refuses a schema that a newer hub has used, and one that holds something else', async () => {
  await query(`insert into shop.migrations (name) values ('9999-future')`)
  await expect(migrateSchema('shop')).rejects.toThrow(MigrationTooNewError)
  await query('create schema books; create table books.migrations (id integer)')
  await expect(migrateSchema('books')).rejects.toThrow(SchemaTakenError)
})

it('says what to do where a hub from before the first release has used the database, and only there', async () => {
  await query(`create table public.migrations (name text); insert into public.migrations values ('001_init.sql')`)
  expect(await migrateSchema('beside')).toEqual(await listMigrations())
  await query(`delete from public.migrations`)
  await query(`insert into public.migrations values ('${formerMigrations.slice(0, 12).join(`'), ('`)}')`)
  await expect(migrateSchema('late')).rejects.toThrow(BeforeReleaseError)
  expect(await migrateSchema('beside')).toEqual([])
})
