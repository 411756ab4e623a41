import { existsSync } from 'node:fs'
import { backup, NoHubError } from '#db/backup.ts'
import { resolveFromCaller, readArguments, UsageError } from './arguments.ts'
import { cancellable, InterruptedError } from './cancellable.ts'
import type { Command } from './command.ts'

/** Writes the whole database to one file. */
export const backupCommand: Command = {
  name: 'backup',
  summary: 'write everything to one file',
  help: `npm run hub -- backup <file>

Writes all of the hub to one compressed file with checksums, as it is at one moment. Hubs may run meanwhile, and may
be of an older version: the database is left as it is, so before an update is the time for it. An existing file is
never overwritten, and a backup that fails leaves none. The file holds personal data and secrets: only its owner may
read it. Pictures are not in it: docs/operations.md says where they are.

Example: npm run hub -- backup ~/hub-2026-11-21.backup`,
  async run(args, { openDatabase, say, now, signal }) {
    const { given } = readArguments(args, { options: {}, takes: ['which file to write'] })
    const file = resolveFromCaller(given[0])
    if (existsSync(file)) throw new UsageError(`${file} exists already: name a new file, or remove that one.`)
    // Without migrating: a backup before an update must keep the old schema.
    const { db, url } = await openDatabase({ asItIs: true })
    try {
      const { tables, rows } = await cancellable({ db, url, signal }, (client) => backup(client, file, now()))
      say(`Wrote ${rows} rows of ${tables} tables to ${file}.`)
      return 0
    } catch (error) {
      if (error instanceof NoHubError) {
        // An empty backup would only be noticed at the restore.
        say(`${error.message} Give the command the hub’s own DATABASE_URL or DATA_DIR; nothing was written.`)
        return 1
      }
      if (!(error instanceof InterruptedError)) throw error
      say(error.message)
      return 1
    }
  },
}
