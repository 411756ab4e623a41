import { sql, type Kysely } from 'kysely'
import { prepared } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { Schema } from '#db/schema.ts'
import { minute } from '#lib/duration.ts'

/** Request limit of a key per window, which starts with the first request. A batch counts as one. */
export const keyLimit = { requests: 3_000, window: minute }

/** Counts a request of a key across all processes. */
export async function countUse(db: Kysely<Schema>, keyId: string, now: Date) {
  // Also resets a window that ends too late, as started by a fast clock.
  const isOver = sql`(r.resets_at <= ${now} or r.resets_at > ${new Date(now.getTime() + 2 * keyLimit.window)})`
  const { count, resets_at: resetsAt } = await oneRow(
    db,
    sql<{ count: number; resets_at: Date }>`
    ${prepared} insert into rate_limits as r (key, count, resets_at)
    values (${`api-key:${keyId}`}, 1, ${new Date(now.getTime() + keyLimit.window)})
    on conflict (key) do update set count = case when ${isOver} then 1 else r.count + 1 end,
      resets_at = case when ${isOver} then excluded.resets_at else r.resets_at end
    returning count, resets_at`,
  )
  return {
    left: Math.max(0, keyLimit.requests - count),
    isOver: count > keyLimit.requests,
    resetsIn: Math.max(0, resetsAt.getTime() - now.getTime()),
  }
}
