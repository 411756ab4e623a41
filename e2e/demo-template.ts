import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { withDatabase } from '#db/testing.ts'
import { loadDemo } from '#marketplace/demo/load.ts'

const name = 'hub_demo_template'

/** Internal keys of the demo's rows begin here, so that one that shows up in a page is known for what it is. */
export const internalKeys = { first: 7_310_000_000_001, pattern: /\b73100\d{8}\b/g }

/** The name of a migrated database with the demo marketplace, made once a test run by whichever file asks first. */
export async function demoTemplate(): Promise<string> {
  const { superuserUrl, ownerUrl, template } = inject('cluster')
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('${name}'))`)
    const made = await client.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (made.rowCount) return name
    await client.query(`create database ${name} template ${template} owner hub strategy file_copy`)
    const db = openDatabase({ url: withDatabase(ownerUrl, name) })
    await sql`
      select setval(sequencename::regclass, ${internalKeys.first}::bigint, false) from pg_sequences
      where schemaname = 'public' and sequencename like '%\_id\_seq'`.execute(db.owner)
    await loadDemo({ owner: db.owner, now: new Date(), seed: 'demo', onProgress: () => {} })
    await db.close()
    await client.query(`alter database ${name} is_template true`)
    return name
  } finally {
    await client.end()
  }
}
