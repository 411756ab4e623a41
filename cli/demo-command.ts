import { loadDemo } from '#marketplace/demo/load.ts'
import { demoLinks, printLinks } from '#server/welcome.ts'
import { readArguments, UsageError } from './arguments.ts'
import type { Command } from './command.ts'

/** Loads the demo marketplace into a database that has no seller. */
export const demoCommand: Command = {
  name: 'demo',
  summary: 'load the demo marketplace into an empty database, or print new sign-in links for it',
  help: `npm run hub -- demo [links]

Loads sellers, listings, a year of orders and members to sign in as, dated relative to today. Works only in a
database without sellers; otherwise nothing is changed. npm start does the same for an empty database unless
HUB_DEMO=off or DATABASE_URL is set.

links   prints new one-time sign-in links for the demo marketplace, as npm start does. Hubs may keep running.`,
  async run(args, { openDatabase, openHub, say, now }) {
    if (args[0] === 'links') {
      readArguments(args.slice(1), { options: {}, takes: [] })
      const links = await demoLinks(await openHub())
      if (links.length === 0) throw new UsageError('The demo marketplace is not in this database.')
      printLinks(links, say)
      return 0
    }
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
      `Loaded ${outcome.sellers} sellers, ${outcome.rows} rows in ${((Date.now() - started) / 1000).toFixed(1)} s. Sign-in links: npm run hub -- demo links`,
    )
    return 0
  },
}
