import { existsSync } from 'node:fs'
import { backup, NoHubError } from '#db/backup.ts'
import { resolveFromCaller, readArguments, UsageError } from './arguments.ts'
import { cancellable, InterruptedError } from './cancellable.ts'
import type { Command } from './command.ts'

export const backupCommand: Command = {
  name: 'backup',
  summary: 'write all data to one file',
  help: `npm run hub -- backup <file>

Writes a consistent snapshot of all the hub's data to one compressed file with checksums. Hubs may keep running, and
may be of an older version: the database is not changed, so make a backup before an update. An existing file is never
overwritten, and a failed backup leaves no file. The file contains personal data and secrets; only its owner can read
it. Pictures are not included: see docs/operations.md.

Example: npm run hub -- backup ~/hub-2026-11-21.backup`,
  async run(args, { openDatabase, say, now, signal }) {
    const { given } = readArguments(args, { options: {}, takes: ['the file to write'] })
    const file = resolveFromCaller(given[0])
    if (existsSync(file)) throw new UsageError(`${file} already exists: choose another file name, or delete the file.`)
    // Without migrating: a backup before an update must keep the old schema.
    const { db, url } = await openDatabase({ asItIs: true })
    try {
      const { tables, rows } = await cancellable({ db, url, signal }, (client) => backup(client, file, now()))
      say(`Wrote ${rows} rows of ${tables} tables to ${file}.`)
      return 0
    } catch (error) {
      if (error instanceof NoHubError) {
        // An empty backup would only be noticed at the restore.
        say(`${error.message} Set DATABASE_URL or DATA_DIR as for the hub; nothing was written.`)
        return 1
      }
      if (!(error instanceof InterruptedError)) throw error
      say(error.message)
      return 1
    }
  },
}
