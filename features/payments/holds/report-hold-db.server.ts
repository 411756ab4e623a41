import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { isReported, releasedHold, type ReportedReason } from '#features/core/holds/hold.ts'
import { placeHold, releaseHold } from '#features/core/holds/move-held-funds-db.server.ts'
import { settleHolds } from '#features/core/holds/settle-holds-db.server.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { PayoutRules } from '#features/core/policy-pack/payout-rules.ts'

export interface HoldReport {
  sellerId: number
  /** The marketplace's id of it. */
  id: string
  order: OrderNumber
  reason: ReportedReason
  note: string | null
  isReleased: boolean
  /** When the hub releases it; null if the marketplace does. */
  releaseAt: Date | null
  now: Date
  rules: PayoutRules
  /** Called with the known hold, or null, before anything changes. */
  before: (hold: Row<'holds'> | null) => void
}

export type HoldReportOutcome =
  | { ok: true; hold: Row<'holds'>; isNew: boolean }
  /**
   * `id-taken`: a hold of another order has the id. `held-already`: another hold of the marketplace is in place.
   * `nothing-to-hold`: the money is paid out, or nothing is left. `released-already`: it cannot be placed again.
   */
  | { ok: false; reason: 'id-taken' | 'held-already' | 'nothing-to-hold' | 'released-already' }

/**
 * Places, changes or releases a hold of the marketplace. It takes the place of a hold of the hub's own, which returns if
 * its reason still applies.
 */
export async function reportHold(db: SellerDb, report: HoldReport): Promise<HoldReportOutcome> {
  const { sellerId, id, before, isReleased } = report
  const order = (await lockOrders(db, sellerId, [report.order])).get(report.order)
  const known = await selectOfSeller(db, 'holds', sellerId).selectAll().where('external_id', '=', id).executeTakeFirst()
  before(known ?? null)
  if (!order || (known && known.order_id !== order.id)) return { ok: false, reason: 'id-taken' }
  const held = { sellerId, orderId: order.id, currency: order.currency, now: report.now }
  if (!known) return isReleased ? { ok: false, reason: 'released-already' } : placeReported(db, report, held)
  if (isReleased) return { ok: true, hold: await endReported(db, report, known, held), isNew: false }
  if (known.state === 'RELEASED') return { ok: false, reason: 'released-already' }
  const hold = await updateOfSeller(db, 'holds', sellerId)
    .set({ reason: report.reason, note: report.note, release_at: report.releaseAt })
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ok: true, hold, isNew: false }
}

type Held = Parameters<typeof placeHold>[1]

async function placeReported(db: SellerDb, report: HoldReport, held: Held): Promise<HoldReportOutcome> {
  const current = await selectOfSeller(db, 'holds', held.sellerId)
    .selectAll()
    .where('order_id', '=', held.orderId)
    .where('state', '=', 'HELD')
    .executeTakeFirst()
  if (current && isReported(current.reason)) return { ok: false, reason: 'held-already' }
  if (current) await releaseHold(db, current.id, held)
  const { id, reason, note, releaseAt } = report
  const hold = await placeHold(db, held, { external_id: id, reason, note, release_at: releaseAt })
  return hold ? { ok: true, hold, isNew: true } : { ok: false, reason: 'nothing-to-hold' }
}

async function endReported(
  db: SellerDb,
  { sellerId, now, rules }: HoldReport,
  known: Row<'holds'>,
  held: Held,
): Promise<Row<'holds'>> {
  if (releasedHold(known.state).ok) {
    await releaseHold(db, known.id, held)
    await settleHolds(db, { sellerId, orderIds: [held.orderId], now, rules })
  }
  return selectOfSeller(db, 'holds', sellerId).selectAll().where('id', '=', known.id).executeTakeFirstOrThrow()
}
