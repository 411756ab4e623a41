import { parseArgs } from 'node:util'
import pg from 'pg'
import { BackupFileError } from '#db/backup-file.ts'
import { NotEmptyError, restore } from '#db/backup.ts'
import { UsageError, type Command } from './command.ts'

/** Replaces the database's content by a backup. */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'bring a backup back',
  help: `npm run hub -- restore <file> [--replace]

Checks the file to its end, then loads it in one transaction: either everything is there afterwards or nothing was
changed. Without --replace only into a database that has no seller and no member. A backup of an older version is
brought to this version's schema. Stop running hubs first.

  --replace   give up what the database holds now`,
  async run(args, { openDatabase, say }) {
    const { values, positionals } = parseArgs({
      args,
      options: { replace: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [file, ...rest] = positionals
    if (!file || rest.length > 0) throw new UsageError('restore takes one file.')
    const { url } = await openDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const { tables, rows } = await restore(client, file, { replace: values.replace })
      say(`Restored ${rows} rows of ${tables} tables from ${file}.`)
      return 0
    } catch (error) {
      if (!(error instanceof NotEmptyError || error instanceof BackupFileError)) throw error
      say(error.message)
      return 1
    } finally {
      await client.end()
    }
  },
}
