import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { distributeCommand } from './distribute-command.ts'
import { runCommand } from './testing.ts'

it('hub distribute changes nothing in a database on a single server, and says what it lacks', async () => {
  const db = await testDatabase()
  expect(await runCommand(distributeCommand, [], { db })).toEqual({
    code: 1,
    said: 'The database is on a single server: the citus extension is not installed. Nothing was changed.',
  })
})

it('hub distribute leaves a database of a newer version alone, whose triggers it does not know', async () => {
  const db = await testDatabase()
  const applied = { migrations: [], functions: false, isNewer: true as const }
  const openDatabase = () => Promise.resolve({ db, url: db.url, applied, close: async () => {} })
  expect(await runCommand(distributeCommand, [], { db, openDatabase })).toEqual({
    code: 1,
    said: 'The database is of a newer version of the hub: divide it with that version. Nothing was changed.',
  })
})
