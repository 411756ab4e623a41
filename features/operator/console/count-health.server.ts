import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import type { HealthRules } from '#features/core/policy-pack/policy-pack.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { hour } from '#lib/duration.ts'
import { failingOf } from './health.ts'
import { readFigures } from './health-figures-db.server.ts'

/** Age in milliseconds after which a seller's figures are recounted. */
export const countedFor = 6 * hour

/** Sellers per batch: few enough that a batch of large shops takes seconds. */
const piece = 200

/**
 * Recounts the health figures of sellers whose figures are old, in batches by id; returns their number. Idempotent,
 * also across processes.
 */
export async function countHealth(
  db: Kysely<Schema>,
  { rules, now, signal }: { rules: HealthRules; now: Date; signal?: AbortSignal },
): Promise<number> {
  let counted = 0
  for (let last = 0; ;) {
    if (signal?.aborted) break
    const sellers = await nextSellers(db, { after: last, before: new Date(now.getTime() - countedFor) })
    if (sellers.length === 0) break
    last = assertDefined(sellers.at(-1), 'there is one').id
    const old = sellers.flatMap(({ id, isOld }) => (isOld ? [id] : []))
    await writeHealth(db, old, { rules, now })
    counted += old.length
  }
  return counted
}

async function nextSellers(
  db: Kysely<Schema>,
  { after, before }: { after: number; before: Date },
): Promise<{ id: number; isOld: boolean }[]> {
  const { rows } = await sql<{ id: number; isOld: boolean }>`${overAllSellers}
    select s.id, h.counted_at is null or h.counted_at <= ${before} as "isOld"
    from sellers s left join seller_health h on h.seller_id = s.id
    where s.id > ${after} order by s.id limit ${piece}`.execute(db)
  return rows
}

async function writeHealth(
  db: Kysely<Schema>,
  sellerIds: readonly number[],
  { rules, now }: { rules: HealthRules; now: Date },
): Promise<void> {
  if (sellerIds.length === 0) return
  const figures = await readFigures(db, sellerIds, { rules, now })
  await db
    .insertInto('seller_health')
    .values(
      [...figures].map(([seller_id, counted]) => ({
        seller_id,
        counted_at: now,
        ...counted,
        failing: failingOf(counted, rules),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('seller_id').doUpdateSet((row) => ({
        counted_at: row.ref('excluded.counted_at'),
        sold: row.ref('excluded.sold'),
        due: row.ref('excluded.due'),
        asked: row.ref('excluded.asked'),
        late: row.ref('excluded.late'),
        cases: row.ref('excluded.cases'),
        cancelled: row.ref('excluded.cancelled'),
        unanswered: row.ref('excluded.unanswered'),
        failing: row.ref('excluded.failing'),
      })),
    )
    .execute()
}
