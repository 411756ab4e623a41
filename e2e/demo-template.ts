import { sql } from 'kysely'
import { testTemplate } from '#db/testing.ts'
import { keepMarket } from '#features/selling/market/keep-market.server.ts'
import { loadDemo } from '#marketplace/demo/load.ts'

/** Internal ids of the demo start here, so that leaked ones are recognisable. */
export const internalKeys = { first: 7_310_000_000_001, pattern: /\b73100\d{8}\b/g }

/** A working day's afternoon. */
const afternoon = new Date('2026-11-20T14:05:00Z')

/** Name of a migrated template database with the current demo. */
export function demoTemplate(): Promise<string> {
  return testTemplate('hub_demo_template', async (db) => {
    const { owner } = db
    await sql`
      select setval(sequencename::regclass, ${internalKeys.first}::bigint, false) from pg_sequences
      where schemaname = 'hub' and sequencename like '%\_id\_seq'`.execute(owner)
    await loadDemo({ owner, now: new Date(), playedUntil: afternoon, seed: 'demo' })
    await keepMarket(db, { now: new Date(), bound: { sales: 5, sellers: 3 } })
  })
}
