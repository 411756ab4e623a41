import { existsSync } from 'node:fs'
import { backup } from '#db/backup.ts'
import { cancellable, InterruptedError } from './cancellable.ts'
import { UsageError, type Command } from './command.ts'

/** Writes the whole database to one file. */
export const backupCommand: Command = {
  name: 'backup',
  summary: 'write everything to one file',
  help: `npm run hub -- backup <file>

Writes all of the hub to one compressed file with a checksum, as it is at one moment. Hubs may run meanwhile.
An existing file is never overwritten. The file holds personal data and secrets: only its owner may read it.

Example: npm run hub -- backup ~/hub-2026-11-21.backup`,
  async run([file, ...rest], { openDatabase, say, now, signal }) {
    if (!file || rest.length > 0) throw new UsageError('backup takes one argument, the file to write.')
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
