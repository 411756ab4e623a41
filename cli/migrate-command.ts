import { listMigrations } from '#db/migrate.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'

/** Migrates the database. `npm start` does so too. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database to this version’s schema',
  help: `npm run hub -- migrate

Applies the migrations that the database lacks, each in a transaction of its own, and replaces its functions
and triggers where they are not this version's. Safe to run again, and while hubs run. npm start does the
same; use this where the database must be prepared beforehand.`,
  async run(args, { openDatabase, say }) {
    readArguments(args, { options: {}, takes: [] })
    const { applied } = await openDatabase()
    const all = (await listMigrations()).length
    const { migrations, functions, isNewer } = applied
    if (isNewer) say('The database is of a newer version, and this one can use it. Nothing was changed.')
    else if (migrations.length === all) say(`The database was empty: made its schema with ${all} migrations.`)
    else if (migrations.length > 0)
      say(`Brought the database up to date with ${migrations.length} of ${all} migrations: ${migrations.join(', ')}.`)
    else if (functions) say(`The database had all ${all} migrations: replaced its functions by those of this version.`)
    else say(`The database was up to date: it has all ${all} migrations. Nothing was changed.`)
  },
}
