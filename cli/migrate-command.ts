import { listMigrations } from '#db/migrate.ts'
import type { Command } from './command.ts'

/** Brings the database to this program's schema. `npm start` does the same by itself. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database to this version’s schema',
  help: `npm run hub -- migrate

Applies the migrations that the database lacks, each in a transaction of its own. Safe to run again, and
while hubs run. npm start does the same; use this where the database must be prepared beforehand.`,
  async run(_args, { openDatabase, say }) {
    await openDatabase()
    say(`The database is up to date: ${(await listMigrations()).length} migrations.`)
  },
}
