import { selectOfSeller } from '#db/select-of-seller.ts'
import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import { lockOrders, touchOrders, type LockedOrder } from '#features/core/order/locked-orders-db.server.ts'
import type { Actor, RefundFacts, RefundPart } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { refundFacts } from './locked-refund-db.server.ts'
import { readOrderMoney, type OrderMoneyRow } from './order-money-db.server.ts'
import {
  divideRefund,
  isAmountOf,
  isOfCancellation,
  isRefundOf,
  refundableOf,
  waitsForPayment,
  type RefundKey,
  type RefundOutcome,
  type RefundReason,
  type RefundInput,
} from './refund.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'

export const newRefundKey = () => brand<RefundKey>(randomBytes(8).toString('hex'))

export interface NewRefund {
  sellerId: number
  number: OrderNumber
  /** Idempotency key; reuse for another refund is refused. */
  key: RefundKey
  reason: RefundReason
  input: RefundInput
  actor: Actor
  now: Date
  /** Its id in the marketplace's shop, which made it. */
  externalId?: string
}

/**
 * Creates a refund; all refunds of the hub go through it. Locks the order, so concurrent refunds never exceed the
 * captured amount; idempotent by key. The refund is PENDING; `settleRefund` or a job submits it to the payment provider
 * after the transaction.
 */
export async function refundOrder(db: SellerDb, refund: NewRefund): Promise<RefundOutcome> {
  const { sellerId, number, key, reason, input, externalId } = refund
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return { ok: false, reason: 'unknown' }
  const known = await findRefund(db, sellerId, { refund_key: key })
  if (known) return repeatedRefund(refund, { order, ...known })
  // The shop may have told it before with a cancellation.
  const told =
    externalId === undefined ? null : await findRefund(db, sellerId, { order_id: order.id, external_id: externalId })
  if (told) {
    const { made } = told
    return isAmountOf(input, made)
      ? { ok: true, repeated: true, amountMinor: made.amountMinor }
      : { ok: false, reason: 'other-request', made }
  }
  if (!isOfCancellation(reason) && waitsForPayment(order)) return { ok: false, reason: 'not-paid' }
  const money = await readOrderMoney(db, sellerId, order.id)
  const refundable = refundableOf(money)
  if (refundable.leftMinor === 0) return { ok: false, reason: 'nothing-left' }
  const divided = divideRefund(input, refundable)
  if (!divided.ok) return divided
  const { amountMinor, parts } = divided
  await addRefund(db, refund, { order, money, amountMinor, parts })
  return { ok: true, repeated: false, amountMinor }
}

async function findRefund(
  db: SellerDb,
  sellerId: number,
  by: { refund_key: RefundKey } | { order_id: number; external_id: string },
) {
  const row = await selectOfSeller(db, 'refunds', sellerId)
    .selectAll()
    .where(({ and }) => and(by))
    .executeTakeFirst()
  return row ? { orderId: row.order_id, made: await refundFacts(db, row) } : null
}

/** Outcome for a reused key: success if the request is identical, otherwise refused with the earlier refund. */
function repeatedRefund(
  { reason, input }: NewRefund,
  { order, orderId, made }: { order: LockedOrder; orderId: number; made: RefundFacts },
): RefundOutcome {
  const isSame = orderId === order.id && made.reason === reason && isRefundOf(input, made)
  return isSame
    ? { ok: true, repeated: true, amountMinor: made.amountMinor }
    : { ok: false, reason: 'other-request', made }
}

interface Divided {
  order: LockedOrder
  money: OrderMoneyRow
  amountMinor: number
  parts: readonly RefundPart[]
}

async function addRefund(
  db: SellerDb,
  { sellerId, key, reason, actor, now, externalId }: NewRefund,
  { order, money, amountMinor, parts }: Divided,
): Promise<void> {
  const lineIdOf = (line: number | null) =>
    line === null ? null : assertDefined(money.lineIds.get(line), 'parts are of the order’s lines')
  const lines = [...new Set(parts.map(({ line }) => line))]
  const { id } = await db
    .insertInto('refunds')
    .values({
      seller_id: sellerId,
      order_id: order.id,
      line_item_id: lines.length === 1 ? lineIdOf(lines[0] ?? null) : null,
      reason,
      state: 'PENDING',
      currency: order.currency,
      amount_minor: amountMinor,
      refund_key: key,
      requested_at: now,
      ask_at: now,
      external_id: externalId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('refund_parts')
    .values(
      parts.map(({ line, kind, minor }, index) => ({
        seller_id: sellerId,
        refund_id: id,
        position: index + 1,
        line_item_id: lineIdOf(line),
        kind,
        amount_minor: minor,
      })),
    )
    .execute()
  await touchOrders(db, sellerId, [order.id])
  const { currency } = order
  const reported = externalId === undefined ? {} : ({ reported: true } as const)
  const after = { state: 'PENDING', reason, amountMinor, currency, parts, refusal: null, ...reported } as const
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor,
    events: [{ orderId: order.id, kind: 'REFUND_REQUESTED', subject: key, before: null, after, requestKey: key }],
  })
}
