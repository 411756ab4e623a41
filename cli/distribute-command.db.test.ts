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
