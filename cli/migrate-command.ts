import { listMigrations } from '#db/migrate.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'

/** Migrates the database. `npm start` does so too. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'migrate the database to this version’s schema',
  help: `npm run hub -- migrate

Applies missing migrations, each in its own transaction, and replaces functions and triggers of other versions. Safe
to run again, and while hubs run. npm start does the same; use this to prepare the database in advance.`,
  async run(args, { openDatabase, say }) {
    readArguments(args, { options: {}, takes: [] })
    const { applied } = await openDatabase()
    const all = (await listMigrations()).length
    const { migrations, functions, isNewer } = applied
    if (isNewer) say('The database schema is from a newer version that this one can use. Nothing was changed.')
    else if (migrations.length === all) say(`Created the schema in the empty database with ${all} migrations.`)
    else if (migrations.length > 0) say(`Applied ${migrations.length} of ${all} migrations: ${migrations.join(', ')}.`)
    else if (functions) say(`All ${all} migrations were already applied. Replaced the functions with this version’s.`)
    else say(`The database is up to date: all ${all} migrations are applied. Nothing was changed.`)
  },
}
