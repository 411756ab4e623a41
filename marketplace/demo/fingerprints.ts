import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { marketplaceTables } from '../tables.ts'

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

/** Row count and hash of each demo table. */
export async function fingerprints(db: Kysely<Schema>): Promise<Record<string, unknown>> {
  const prints: Record<string, unknown> = {}
  for (const table of tables) {
    const { rows } =
      await sql`select count(*) as rows, md5(string_agg(t::text, ' ' order by t::text)) as print from ${sql.table(table)} t`.execute(
        db,
      )
    prints[table] = rows[0]
  }
  return prints
}
