import { selectOfSeller } from '#db/select-of-seller.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { CancellationFacts } from '#features/core/order/order-event.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { readOrderMoney } from '#features/after-sale/refunds/order-money-db.server.ts'
import { readLines } from '#features/core/order/line-units-db.server.ts'
import { cancelOrderOf, isGone, planCancellation, stillOpen, type ChosenUnits } from './cancel-plan.ts'
import { standingOf, type CancelFacts, type CancelKey, type CancelReason } from './cancellation.ts'
import { brand } from '#lib/brand.ts'

export const newCancelKey = () => brand<CancelKey>(randomBytes(8).toString('hex'))

export type LockedCancellation = NonNullable<Awaited<ReturnType<typeof lockCancellation>>>

interface Locking {
  sellerId: number
  number: OrderNumber
  policyPack: PolicyPack
  now: Date
  /** Defaults to the last cancellation's. */
  reason?: CancelReason
  /** Defaults to the units of the last cancellation. */
  units?: ChosenUnits
  withShipping?: boolean
}

/** Locks an order and reads the facts for cancelling it; null if the seller has no such order. */
export async function lockCancellation(
  db: SellerDb,
  { sellerId, number, policyPack: { deadlines }, now, reason, units, withShipping = false }: Locking,
) {
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return null
  const last = await lastCancellation(db, sellerId, order.id)
  const course = await readCourse(db, sellerId, order.id, dueBefore(last, now))
  const lines = await readLines(db, sellerId, [order.id])
  const stands = cancelOrderOf(lines, await readOrderMoney(db, sellerId, order.id))
  const chosen = units ?? (last?.units ? stillOpen(last.units, lines) : 'rest')
  const plan = planCancellation(stands, { units: chosen, withShipping })
  const facts: CancelFacts = {
    placedAt: order.placed_at,
    now,
    reason: reason ?? last?.reason ?? 'OTHER',
    ...course,
    isGone: isGone(lines),
    isPart: plan.ok && !plan.isWhole,
    leftMinor: plan.ok ? plan.refundMinor : 0,
    respondBy: last?.respond_by ?? null,
    deadlines,
  }
  const lineIds = new Map(lines.map(({ id, line }) => [line, id]))
  return { order, last, state: standingOf(last), lineIds, plan, facts }
}

/** For expired requests, only payments up to the deadline count. */
function dueBefore(last: Row<'cancellations'> | null, now: Date): Date {
  return last?.state === 'REQUESTED' && last.respond_by && last.respond_by < now ? last.respond_by : now
}

async function lastCancellation(db: SellerDb, sellerId: number, orderId: number) {
  const row = await selectOfSeller(db, 'cancellations', sellerId)
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

async function readCourse(db: SellerDb, sellerId: number, orderId: number, paidBy: Date) {
  return oneRow(
    db,
    sql<Pick<CancelFacts, 'hasOpenCase' | 'isPaid'>>`
    select exists (select from cases where seller_id = ${sellerId} and order_id = ${orderId} and closed_at is null)
        or exists (select from disputes where seller_id = ${sellerId} and order_id = ${orderId} and closed_at is null) as "hasOpenCase",
      exists (select from orders where seller_id = ${sellerId} and id = ${orderId} and payment_status not in ('PENDING', 'FAILED')
        and coalesce(paid_at, '-infinity') <= ${paidBy}) as "isPaid"`,
  )
}

export function cancellationFacts(row: Row<'cancellations'>): CancellationFacts {
  return {
    state: row.state,
    initiator: row.initiator,
    reason: row.reason,
    respondBy: row.respond_by?.toISOString() ?? null,
    declineReason: row.decline_reason,
    refundKey: row.refund_key,
    units: row.units,
  }
}
