import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { Entry, FundsPlace } from '#features/core/ledger/entry.ts'
import {
  postDisputeLost,
  postDisputeOpened,
  postDisputeWon,
  type DisputeEvent,
} from '#features/core/ledger/events/dispute.ts'
import { lockPlaces } from '#features/core/ledger/posting/order-facts-db.server.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import type { LockedOrder } from '#features/core/order/locked-orders-db.server.ts'
import type { DisputeEffect } from './dispute.ts'

const entries: Record<'open' | DisputeEffect, (event: DisputeEvent, feeMinor: number) => Entry> = {
  open: postDisputeOpened,
  'pay-back': postDisputeWon,
  'charge-fee': (event, feeMinor) => postDisputeLost({ ...event, feeMinor }),
}

/**
 * Posts what a dispute does to the seller's money, where the money of its order is: available once that is paid out. The
 * order is locked, and its sale is posted.
 */
export async function postDispute(
  db: SellerDb,
  step: 'open' | DisputeEffect,
  { dispute, order, at }: { dispute: Row<'disputes'>; order: LockedOrder; at: Date },
): Promise<void> {
  if (step === 'charge-fee' && dispute.fee_minor === 0) return
  const places = await lockPlaces(db, dispute.seller_id, [order.id])
  const found = places.get(order.id) ?? 'PAID_OUT'
  const available: FundsPlace = { state: 'AVAILABLE', availableAt: at, holdId: null }
  const event: DisputeEvent = {
    disputeId: String(dispute.id),
    orderId: order.id,
    orderNumber: order.order_number,
    at,
    currency: dispute.currency,
    amountMinor: dispute.amount_minor,
    place: found === 'PAID_OUT' || found.state === 'AVAILABLE' ? available : found,
  }
  await writeEntries(db, dispute.seller_id, [entries[step](event, dispute.fee_minor)])
}
