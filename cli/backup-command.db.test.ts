import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { explain } from '#server/failures.ts'
import { backupCommand } from './backup-command.ts'
import type { Command } from './command.ts'
import { restoreCommand } from './restore-command.ts'
import { runCommand } from './testing.ts'

it('files that a backup or a restore cannot take are one sentence, and nothing is done', async () => {
  const db = await testDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const broken = path.join(folder, 'broken')
  await writeFile(broken, gzipSync('nothing of ours'))
  const missing = path.join(folder, 'nope/x')
  /** What the program says in the end, as `main.ts` does. */
  const end = (command: Command, file: string) =>
    runCommand(command, [file], { db }).then(({ code, said }) => `${code} ${said}`, explain)
  expect(await end(restoreCommand, '/nope')).toBe('/nope does not exist.')
  expect(await end(restoreCommand, folder)).toBe(`${folder} is a folder, not a file.`)
  expect(await end(restoreCommand, broken)).toBe(
    `1 ${broken} is damaged, or no backup of a Seller Hub; nothing was changed.`,
  )
  expect(await end(backupCommand, missing)).toBe(`${folder}/nope does not exist.`)
  await expect(runCommand(backupCommand, [broken], { db })).rejects.toThrow('exists already')
})
