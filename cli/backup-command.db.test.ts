import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { inSchema } from '#db/connection.ts'
import { testDatabase } from '#db/testing.ts'
import { explain } from '#server/failures.ts'
import { backupCommand } from './backup-command.ts'
import type { Command, CommandContext } from './command.ts'
import { restoreCommand } from './restore-command.ts'
import { runCommand } from './testing.ts'

const db = await testDatabase()

/** A folder of the test's own. */
async function testFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('files that a backup or a restore cannot take are one sentence, and nothing is done', async () => {
  const folder = await testFolder()
  const broken = path.join(folder, 'broken')
  await writeFile(broken, gzipSync('nothing of ours'))
  const missing = path.join(folder, 'nope/x')
  /** The program's last line, as `main.ts` prints it. */
  const end = (command: Command, file: string) =>
    runCommand(command, [file], { db }).then(({ code, said }) => `${code} ${said}`, explain)
  expect(await end(restoreCommand, '/nope')).toBe('/nope does not exist.')
  expect(await end(restoreCommand, folder)).toBe(`${folder} is a folder, not a file.`)
  expect(await end(restoreCommand, broken)).toBe(
    `1 ${broken} is damaged or not a Seller Hub backup; nothing was changed.`,
  )
  expect(await end(backupCommand, missing)).toBe(`${folder}/nope does not exist.`)
  await expect(runCommand(backupCommand, [broken], { db })).rejects.toThrow('already exists')
})

it('hub backup takes the database as it is, an older version’s too, and makes none of a database without a hub', async () => {
  const folder = await testFolder()
  const opened = (url: string): CommandContext['openDatabase'] => {
    return async (options) => {
      expect(options).toEqual({ asItIs: true })
      return { db, url, applied: { migrations: [], functions: false }, close: async () => {} }
    }
  }
  const nothing = path.join(folder, 'nothing.backup')
  const openDatabase = opened(inSchema(db.url, 'nobodys'))
  expect(await runCommand(backupCommand, [nothing], { db, openDatabase })).toEqual({
    code: 1,
    said: 'This database contains no Seller Hub data. Set DATABASE_URL or DATA_DIR as for the hub; nothing was written.',
  })
  expect(existsSync(nothing)).toBe(false)
  const file = path.join(folder, 'hub.backup')
  const made = await runCommand(backupCommand, [file], { db, openDatabase: opened(db.url) })
  expect(made).toEqual({ code: 0, said: expect.stringMatching(/^Wrote \d+ rows of \d+ tables to /) })
})
