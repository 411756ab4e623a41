import { loadDemo } from '#marketplace/demo/load.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'

/** Loads the demo marketplace into a database that has no seller. */
export const demoCommand: Command = {
  name: 'demo',
  summary: 'load the demo marketplace into an empty database',
  help: `npm run hub -- demo

Loads sellers, listings, a year of orders and members to sign in as, dated relative to today. Only into a
database that has no seller yet; nothing is changed otherwise. npm start does the same for an empty database
unless HUB_DEMO=off or DATABASE_URL names one.`,
  async run(args, { openDatabase, say, now }) {
    readArguments(args, { options: {}, takes: [] })
    const { db } = await openDatabase()
    const started = Date.now()
    const outcome = await loadDemo({ owner: db.owner, now: now(), seed: 'demo' })
    if (!outcome.ok) {
      say(
        'The database has sellers already, so the demo was not loaded. Use an empty database: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
      )
      return 1
    }
    say(
      `Loaded ${outcome.sellers} sellers, ${outcome.rows} rows in ${((Date.now() - started) / 1000).toFixed(1)} s. Sign-in links: npm run hub -- user link owner@demo.example`,
    )
    return 0
  },
}
