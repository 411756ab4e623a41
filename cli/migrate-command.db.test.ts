import { expect, it } from 'vitest'
import { listMigrations } from '#db/migrate.ts'
import { testDatabase } from '#db/testing.ts'
import { migrateCommand } from './migrate-command.ts'
import { runCommand } from './testing.ts'

const db = await testDatabase()
const all = await listMigrations()

it.each([
  ['nothing', [], false, /^The database is up to date: all \d+ migrations are applied. Nothing was changed.$/],
  ['functions', [], true, /^All \d+ migrations were already applied. Replaced the functions with this version’s.$/],
  ['two', all.slice(-2), true, new RegExp(`^Applied 2 of \\d+ migrations: ${all.slice(-2).join(', ')}.$`)],
  ['everything', all, true, /^Created the schema in the empty database with \d+ migrations.$/],
])('hub migrate says what it did: %s', async (_, migrations, functions, words) => {
  const openDatabase = () =>
    Promise.resolve({ db, url: db.url, applied: { migrations, functions }, close: async () => {} })
  expect(await runCommand(migrateCommand, [], { db, openDatabase })).toEqual({
    code: 0,
    said: expect.stringMatching(words),
  })
})

it('hub migrate leaves the schema of a newer version', async () => {
  const applied = { migrations: [], functions: false, isNewer: true as const }
  const openDatabase = () => Promise.resolve({ db, url: db.url, applied, close: async () => {} })
  expect(await runCommand(migrateCommand, [], { db, openDatabase })).toEqual({
    code: 0,
    said: 'The database schema is from a newer version that this one can use. Nothing was changed.',
  })
})
