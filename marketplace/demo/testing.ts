import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { inject } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { testDatabase, testTemplate, type TestDatabase } from '#db/testing.ts'
import { fileNameOf, type PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { marketplaceTables } from '../testing-tables.ts'
import { loadDemo, type DemoOutcome } from './load.ts'

/** Time and seed of the tests' demo. */
export const demoMoment = { now: new Date('2026-11-20T14:05:00Z'), seed: 'test' }

/** A store that keeps only the result of `keep` for each file. */
export const emptyStore = (keep: (file: Parameters<PictureStore['put']>[0], bytes: number) => void): PictureStore => ({
  place: 'here',
  put: async (file, bytes) => keep(file, bytes.length),
  get: async () => null,
  remove: async () => {},
})

/** Files recorded while the demo was loaded. */
export interface DemoLoading {
  outcome: DemoOutcome
  /** Photo files by name, with sizes. */
  files: Record<string, number>
}

/** A database with the demo of `demoMoment` for the calling file. */
export async function demoDatabase(): Promise<TestDatabase> {
  return testDatabase({
    template: await testTemplate('hub_demo_of_moment', async ({ owner }) =>
      writeFile(fileOfLoading(), JSON.stringify(await loadNoting(owner))),
    ),
  })
}

/** Recorded load of `demoDatabase`, made once per test run, possibly by another process. */
export async function demoLoading(): Promise<DemoLoading> {
  return JSON.parse(await readFile(fileOfLoading(), 'utf8')) as DemoLoading
}

const fileOfLoading = () => path.join(inject('cluster').dataDir, 'demo-of-moment.json')

async function loadNoting(owner: Kysely<Schema>): Promise<DemoLoading> {
  const files: DemoLoading['files'] = {}
  const outcome = await loadDemo({
    owner,
    ...demoMoment,
    store: emptyStore((file, bytes) => void (files[fileNameOf(file)] = bytes)),
  })
  return { outcome, files }
}

const tables = [
  ...marketplaceTables,
  'seller_policies',
  'print_settings',
  'bins',
  'conversation_messages',
  'conversations',
  'message_templates',
  'order_events',
  'order_notes',
  'order_tags',
  'listing_contents',
  'listing_policies',
  'members',
  'memberships',
  'saved_views',
  'order_events',
  'refund_parts',
  'order_counts',
  'order_search',
  'sales_hours',
  'cases',
] as const satisfies readonly (keyof Schema)[]

/** Keys of questions are drawn at random. */
const keyOfQuestion = '\\mq[0-9a-f]{15}\\M'

/** Row count and hash of each demo table. */
export async function fingerprints(db: Kysely<Schema>): Promise<Record<string, unknown>> {
  const prints: Record<string, unknown> = {}
  for (const table of tables) {
    const { rows } = await sql`select count(*) as rows, md5(string_agg(t, ' ' order by t)) as print
        from (select regexp_replace(x::text, ${keyOfQuestion}, '') as t from ${sql.table(table)} x) rows_of`.execute(db)
    prints[table] = rows[0]
  }
  return prints
}
