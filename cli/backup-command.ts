import { existsSync } from 'node:fs'
import { backup } from '#db/backup.ts'
import { fromHere, readArguments, UsageError } from './arguments.ts'
import { cancellable, InterruptedError } from './cancellable.ts'
import type { Command } from './command.ts'

/** Writes the whole database to one file. */
export const backupCommand: Command = {
  name: 'backup',
  summary: 'write everything to one file',
  help: `npm run hub -- backup <file>

Writes all of the hub to one compressed file with checksums, as it is at one moment. Hubs may run meanwhile.
An existing file is never overwritten, and a backup that fails leaves none. The file holds personal data and secrets:
only its owner may read it. Pictures are not in it: docs/operations.md says where they are.

Example: npm run hub -- backup ~/hub-2026-11-21.backup`,
  async run(args, { openDatabase, say, now, signal }) {
    const { given } = readArguments(args, { options: {}, takes: ['which file to write'] })
    const file = fromHere(given[0])
    if (existsSync(file)) throw new UsageError(`${file} exists already: name a new file, or remove that one.`)
    const { db, url } = await openDatabase()
    try {
      const { tables, rows } = await cancellable({ db, url, signal }, (client) => backup(client, file, now()))
      say(`Wrote ${rows} rows of ${tables} tables to ${file}.`)
      return 0
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error
      say(error.message)
      return 1
    }
  },
}
