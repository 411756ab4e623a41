import { BackupFileError } from '#db/backup-file.ts'
import { DatabaseInUseError, NotEmptyError, refuseWhileInUse, restore } from '#db/backup.ts'
import { DependentsError, SchemaTakenError } from '#db/own-schema.ts'
import { cancellable, InterruptedError } from './cancellable.ts'
import { resolveFromCaller, readArguments } from './arguments.ts'
import type { Command } from './command.ts'

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'restore a backup',
  help: `npm run hub -- restore <file> [--replace]

Checks the whole file, then loads it in one transaction: if it fails, nothing is changed. Only the hub's own schema is
changed. Without --replace the hub must be empty. A backup of an older version is migrated to this version's schema.
Stop all hubs first.

  --replace   delete the hub's current data`,
  async run(args, { openDatabase, say, signal }) {
    const { values, given } = readArguments(args, {
      options: { replace: { type: 'boolean', default: false } },
      takes: ['the file to restore'],
    })
    const file = resolveFromCaller(given[0])
    // Without migrating: the current schema is replaced and may be a newer hub's.
    const { db, url } = await openDatabase({ asItIs: true })
    try {
      const { tables, rows } = await cancellable({ db, url, signal }, async (client, committed) => {
        await refuseWhileInUse(client, 'restore')
        return restore(client, file, { schema: db.schema, replace: values.replace, committed })
      })
      say(`Restored ${rows} rows of ${tables} tables from ${file}.`)
      return 0
    } catch (error) {
      const expected = [
        NotEmptyError,
        BackupFileError,
        DatabaseInUseError,
        DependentsError,
        SchemaTakenError,
        InterruptedError,
      ]
      if (!(error instanceof Error) || !expected.some((kind) => error instanceof kind)) throw error
      say(error.message)
      return 1
    }
  },
}
