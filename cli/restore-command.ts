import { BackupFileError } from '#db/backup-file.ts'
import { DatabaseInUseError, NotEmptyError, refuseWhileInUse, restore } from '#db/backup.ts'
import { DependentsError, SchemaTakenError } from '#db/own-schema.ts'
import { cancellable, InterruptedError } from './cancellable.ts'
import { resolveFromCaller, readArguments } from './arguments.ts'
import type { Command } from './command.ts'

/** Replaces all of the hub by a backup. */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'bring a backup back',
  help: `npm run hub -- restore <file> [--replace]

Checks the file to its end, then loads it in one transaction: either everything is there afterwards or nothing was
changed. Only the hub's own schema is touched, whatever else the database holds; without --replace only while the hub is
empty. A backup of an older version is brought to this version's schema. Stop running hubs first.

  --replace   give up what the hub holds now`,
  async run(args, { openDatabase, say, signal }) {
    const { values, given } = readArguments(args, {
      options: { replace: { type: 'boolean', default: false } },
      takes: ['which file to restore'],
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
