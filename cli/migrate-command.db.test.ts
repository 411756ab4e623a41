import { expect, it } from 'vitest'
import { listMigrations } from '#db/migrate.ts'
import { testDatabase } from '#db/testing.ts'
import { migrateCommand } from './migrate-command.ts'
import { runCommand } from './testing.ts'

const db = await testDatabase()
const all = await listMigrations()

it.each([
  ['nothing', [], /^The database was up to date: it has all \d+ migrations. Nothing was changed.$/],
  [
    'two',
    all.slice(-2),
    new RegExp(`^Brought the database up to date with 2 of \\d+ migrations: ${all.slice(-2).join(', ')}.$`),
  ],
  ['everything', all, /^The database was empty: made its schema with \d+ migrations.$/],
])('hub migrate says what it did: %s', async (_, applied, words) => {
  const openDatabase = () => Promise.resolve({ db, url: db.url, applied, close: async () => {} })
  expect(await runCommand(migrateCommand, [], { db, openDatabase })).toEqual({
    code: 0,
    said: expect.stringMatching(words),
  })
})
