import { expect, it } from 'vitest'
import { listMigrations } from '#db/migrate.ts'
import { testDatabase } from '#db/testing.ts'
import { migrateCommand } from './migrate-command.ts'
import { runCommand } from './testing.ts'

const db = await testDatabase()
const all = await listMigrations()

it.each([
  ['nothing', [], false, /^The database was up to date: it has all \d+ migrations. Nothing was changed.$/],
  ['functions', [], true, /^The database had all \d+ migrations: replaced its functions by those of this version.$/],
  [
    'two',
    all.slice(-2),
    true,
    new RegExp(`^Brought the database up to date with 2 of \\d+ migrations: ${all.slice(-2).join(', ')}.$`),
  ],
  ['everything', all, true, /^The database was empty: made its schema with \d+ migrations.$/],
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
    said: 'The database is of a newer version, and this one can use it. Nothing was changed.',
  })
})
