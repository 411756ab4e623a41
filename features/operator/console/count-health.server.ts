import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import { readMeasures, type MeasuredSeller } from '#features/core/seller-level/measure-sales-db.server.ts'
import { watchedRates, type FaultCounts, type SellerLevel } from '#features/core/seller-level/seller-level.ts'
import { readStanding } from '#features/insights/seller-level/read-level.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { hour } from '#lib/duration.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { ownRows } from '#web/own-rows.ts'
import type { Hub } from '#web/hub.ts'

/** Age in milliseconds after which a seller's figures are recounted. */
export const countedFor = 6 * hour

/** Sellers per batch. */
const piece = 200

type CountedSeller = MeasuredSeller & { currency: string; isOld: boolean }

type CountHub = Pick<Hub, 'db' | 'now' | 'config'>

/**
 * Recounts the health figures of sellers whose figures are old, in batches by id; returns their number. Idempotent,
 * also across processes. One seller's failure is reported and blocks no other.
 */
export async function countHealth(
  hub: CountHub,
  { report = () => {}, signal }: { report?: ReportFailure; signal?: AbortSignal } = {},
): Promise<number> {
  let counted = 0
  for (let last = 0; ;) {
    if (signal?.aborted) return counted
    const before = new Date(hub.now().getTime() - countedFor)
    const sellers = await nextSellers(hub.db.owner, { after: last, before })
    if (sellers.length === 0) return counted
    last = assertDefined(sellers.at(-1), 'there is one').id
    const old = sellers.filter(({ isOld }) => isOld).map((seller) => ({ ...seller, sellerId: seller.id }))
    const { done } = await forEachIsolated(old, (seller) => countSeller(hub, seller), report)
    counted += done.length
  }
}

export const readHealth = (hub: CountHub, seller: MeasuredSeller) =>
  ownRows(hub, seller.id).read((db) =>
    readMeasures(db, seller, { standards: hub.config.policyPack.standards, now: hub.now() }),
  )

async function nextSellers(
  db: Kysely<Schema>,
  { after, before }: { after: number; before: Date },
): Promise<CountedSeller[]> {
  const { rows } = await sql<CountedSeller>`${overAllSellers}
    select s.id, s.time_zone as "timeZone", s.currency, h.counted_at is null or h.counted_at <= ${before} as "isOld"
    from sellers s left join seller_health h on h.seller_id = s.id
    where s.id > ${after} order by s.id limit ${piece}`.execute(db)
  return rows
}

async function countSeller(hub: CountHub, seller: CountedSeller): Promise<void> {
  const { counts, ...levels } = await readCounts(hub, seller)
  const row = { ...rowOf(counts), ...levels, counted_at: hub.now(), failing: failingOf(hub, counts) }
  await hub.db.owner
    .insertInto('seller_health')
    .values({ seller_id: seller.id, ...row })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(row))
    .execute()
}

/** The measures, and the seller levels where the marketplace has them. */
async function readCounts(
  hub: CountHub,
  seller: CountedSeller,
): Promise<{ counts: FaultCounts; level: SellerLevel | null; next_level: SellerLevel | null }> {
  const { standards } = hub.config.policyPack
  if (!standards.levels) return { ...(await readHealth(hub, seller)), level: null, next_level: null }
  const context = { standards, now: hub.now(), again: true }
  const { last, next } = await ownRows(hub, seller.id).read((db) => readStanding(db, seller, context))
  return { counts: next.counts, level: last.level, next_level: next.level }
}

/** Orders with a decided case are defects, too: `cancelled` has the others. */
const rowOf = ({ orders: sold, due, asked, late, cases, defects, unanswered }: FaultCounts) => ({
  sold,
  due,
  asked,
  late,
  cases,
  cancelled: defects - cases,
  unanswered,
})

const failingOf = ({ config }: CountHub, counts: FaultCounts) =>
  watchedRates(counts, config.policyPack.standards).flatMap(({ id, isOver }) => (isOver ? [id] : []))
