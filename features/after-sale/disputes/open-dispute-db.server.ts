import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { answerCancellation } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import type { CancelKey } from '#features/after-sale/cancellations/cancellation.ts'
import { moveCase } from '#features/after-sale/cases/move-case-db.server.ts'
import { readOrderMoney } from '#features/after-sale/refunds/order-money-db.server.ts'
import { refundableOf } from '#features/after-sale/refunds/refund.ts'
import type { LedgerRules } from '#features/core/ledger/ledger-policy.ts'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import { lockOrders, touchOrders, type LockedOrder } from '#features/core/order/locked-orders-db.server.ts'
import type { CaseNumber } from '#features/core/order/order-case.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { brand } from '#lib/brand.ts'
import { respondBy, type DisputeReason } from './dispute.ts'
import { postDispute } from './post-dispute-db.server.ts'

export interface NewDispute {
  sellerId: number
  /** The marketplace's id of it. */
  id: string
  order: OrderNumber
  reason: DisputeReason
  amountMinor: number
  words: string | null
  openedAt: Date
  /** Null: by the policy pack. */
  respondBy: Date | null
  now: Date
  rules: LedgerRules
}

export type OpenOutcome =
  | { ok: true; dispute: Row<'disputes'> }
  /** `more-than-left`: refunds and other disputes leave less of the order than this. */
  | { ok: false; reason: 'open-already' | 'more-than-left' | 'nothing-disputed' | 'not-paid'; leftMinor: number }

/**
 * Opens a dispute: its amount leaves the seller's funds, and open cases and requests of the order are closed, since the
 * bank decides now (seller-hubs 5.5, 8).
 */
export async function openDispute(db: SellerDb, newDispute: NewDispute): Promise<OpenOutcome> {
  const { sellerId, now, rules } = newDispute
  const order = (await lockOrders(db, sellerId, [newDispute.order])).get(newDispute.order)
  if (!order) throw new Error(`order ${newDispute.order} is gone`)
  if (order.payment_status === 'PENDING' || order.payment_status === 'FAILED')
    return { ok: false, reason: 'not-paid', leftMinor: 0 }
  const { leftMinor } = refundableOf(await readOrderMoney(db, sellerId, order.id))
  if (await hasOpenDispute(db, sellerId, order.id)) return { ok: false, reason: 'open-already', leftMinor }
  if (newDispute.amountMinor === 0) return { ok: false, reason: 'nothing-disputed', leftMinor }
  if (newDispute.amountMinor > leftMinor) return { ok: false, reason: 'more-than-left', leftMinor }
  await closeRequests(db, newDispute, order)
  const due = respondBy(newDispute.openedAt, rules.policyPack)
  const dispute = await db
    .insertInto('disputes')
    .values({
      seller_id: sellerId,
      external_id: newDispute.id,
      order_id: order.id,
      reason: newDispute.reason,
      currency: order.currency,
      amount_minor: newDispute.amountMinor,
      words: newDispute.words,
      opened_at: newDispute.openedAt,
      respond_by: newDispute.respondBy ?? due.at,
      respond_calendar: newDispute.respondBy ? null : due.calendar,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await touchOrders(db, sellerId, [order.id])
  await postOrders(db, { sellerId, orderIds: [order.id], rules })
  await postDispute(db, 'open', { dispute, order, at: now })
  return { ok: true, dispute }
}

export async function hasOpenDispute(db: SellerDb, sellerId: number, orderId: number): Promise<boolean> {
  const open = await selectOfSeller(db, 'disputes', sellerId)
    .select('id')
    .where('order_id', '=', orderId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

/** Closes the cases of an order, except for those whose refund is in progress, and declines a request to cancel. */
async function closeRequests(
  db: SellerDb,
  { sellerId, id, now, rules }: NewDispute,
  order: LockedOrder,
): Promise<void> {
  const { policyPack } = rules
  const cases = await selectOfSeller(db, 'cases', sellerId)
    .select('case_number')
    .where('order_id', '=', order.id)
    .where('closed_at', 'is', null)
    .where('state', '<>', 'REFUND_INITIATED')
    .orderBy('id')
    .execute()
  for (const { case_number: number } of cases)
    await moveCase(db, {
      sellerId,
      number: brand<CaseNumber>(number),
      step: 'disputed',
      key: `${number} dispute ${id}`,
      actor: { kind: 'MARKETPLACE' },
      now,
      policyPack,
    })
  const request = await selectOfSeller(db, 'cancellations', sellerId)
    .select('cancel_key')
    .where('order_id', '=', order.id)
    .where('state', '=', 'REQUESTED')
    .executeTakeFirst()
  if (request)
    await answerCancellation(db, {
      sellerId,
      number: order.order_number,
      key: brand<CancelKey>(request.cancel_key),
      answer: { accept: false, declineReason: 'OTHER' },
      actor: { kind: 'MARKETPLACE' },
      now,
      policyPack,
    })
}
