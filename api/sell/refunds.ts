import { selectOfSeller } from '#db/select-of-seller.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { lineItemId } from '#features/core/order/order.ts'
import type { dropReasons } from '#features/after-sale/cancellations/cancellation.ts'
import { dropRefundedLines } from '#features/after-sale/cancellations/drop-refunded-db.server.ts'
import { readOrderMoney } from '#features/after-sale/refunds/order-money-db.server.ts'
import {
  chosenReasons,
  refundableOf,
  refundedInFull,
  type RefundKey,
  type RefundReason,
  type RefundInput,
} from '#features/after-sale/refunds/refund.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { day } from '#lib/duration.ts'
import { parseDecimal } from '#lib/money.ts'
import { requireOrder } from './orders.ts'
import { brand } from '#lib/brand.ts'
import { fulfillmentRoot, type DatedOrder } from './order-shape.ts'
import { parseBody, SellError } from './sell-error.ts'
import type { SellCall, SellRoute } from './sell-route.ts'

const reasons: readonly RefundReason[] = [...chosenReasons, 'BUYER_CANCEL', 'SELLER_CANCEL']
/** Lines refunded in full for these reasons are cancelled and no longer shipped. */
const cancelReasons: Partial<Record<RefundReason, (typeof dropReasons)[number]>> = {
  BUYER_CANCEL: 'BUYER_ASKED_CANCEL',
  SELLER_CANCEL: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
}
/** Maximum characters of a comment. */
const longestComment = 1_000

const amount = z.object({ value: z.string().optional(), currency: z.string().optional() })
export const refundBody = z.object({
  reasonForRefund: z.string().optional(),
  comment: z.string().optional(),
  orderLevelRefundAmount: amount.optional(),
  refundItems: z
    .array(z.object({ lineItemId: z.string().optional(), refundAmount: amount.optional() }))
    .max(100)
    .optional(),
})

function minorOf(given: z.output<typeof amount> | undefined, currency: string): number {
  if (!given?.value) throw new SellError(34906)
  if (!given.currency) throw new SellError(34908)
  if (given.currency !== currency) throw new SellError(34909, { detail: `The order is in ${currency}.` })
  const minor = parseDecimal(given.value, currency)?.minor
  if (minor === undefined || minor <= 0) throw new SellError(34907, { parameters: { value: given.value } })
  return minor
}

function readRefundInput(order: DatedOrder, body: z.output<typeof refundBody>): RefundInput {
  const items = body.refundItems ?? []
  if ((body.orderLevelRefundAmount !== undefined) === items.length > 0) throw new SellError(34905)
  if (items.length === 0) return { amountMinor: minorOf(body.orderLevelRefundAmount, order.currency) }
  const lines = new Map<number, number>()
  for (const { lineItemId: named, refundAmount } of items) {
    if (!named) throw new SellError(34910)
    const line = order.lines.find(({ position }) => lineItemId(order.order_number, position) === named)
    if (!line) throw new SellError(34914, { parameters: { lineItemId: named } })
    lines.set(line.position, (lines.get(line.position) ?? 0) + minorOf(refundAmount, order.currency))
  }
  return { lines, shippingMinor: 0 }
}

/** Milliseconds in which an identical request counts as a retry. */
const repeatedWithin = day

/**
 * Prefix of the refund keys of a request. eBay's contract has no idempotency key, so key, order and body identify a
 * retry.
 */
const requestMark = ({ key }: SellCall, number: string, body: z.output<typeof refundBody>) =>
  createHash('sha256')
    .update(JSON.stringify([key.id, number, body]))
    .digest('hex')
    .slice(0, 16)

/** Finds the refund an identical request has made, unless it was refused. The order is locked. */
function findRepeatedRefund({ refunds }: DatedOrder, mark: string, now: Date): RefundKey | undefined {
  const since = now.getTime() - repeatedWithin
  return refunds.find(
    ({ refund_key: key, state, requested_at: at }) =>
      key.startsWith(mark) && state !== 'FAILED' && at !== null && at.getTime() > since,
  )?.refund_key as RefundKey | undefined
}

/** Refunds by the hub's own operation; the payment provider is called afterwards. */
async function refund(call: SellCall, db: SellerDb) {
  const { hub, seller, actor } = call
  const body = parseBody(refundBody, call.body, 34902)
  const order = await requireOrder(call, db, { missing: 34913, held: true })
  const reason = reasons.find((each) => each === body.reasonForRefund)
  if (!reason) throw new SellError(34903, { detail: `There are: ${reasons.join(', ')}.` })
  if ((body.comment ?? '').length > longestComment) throw new SellError(34921)
  const input = readRefundInput(order, body)
  if (order.payment_status === 'PENDING' || order.payment_status === 'FAILED') throw new SellError(34929)
  const { order_number: number } = order
  const now = hub.now()
  const mark = requestMark(call, number, body)
  // A retry by a tool that got no response.
  const before = findRepeatedRefund(order, mark, now)
  if (before) return before
  if (order.refunds.some(({ state }) => state === 'PENDING')) throw new SellError(34922)
  const key = brand<RefundKey>(`${mark}${newRefundKey()}`)
  const cancelReason = cancelReasons[reason]
  const inFull = cancelReason ? refundedInFull(input, refundableOf(await readOrderMoney(db, seller.id, order.id))) : []
  const made = { sellerId: seller.id, number, key, actor, now }
  const outcome = await refundOrder(db, { ...made, reason, input })
  if (outcome.ok) {
    const { policyPack } = hub.config
    if (cancelReason) await dropRefundedLines(db, { ...made, policyPack, lines: inFull, cancelReason })
    return key
  }
  switch (outcome.reason) {
    case 'other-request':
      throw new Error('the key of a refund was drawn twice')
    case 'unknown':
      throw new SellError(34913)
    case 'not-paid':
      throw new SellError(34929)
    case 'nothing-left':
      throw new SellError(34917)
    case 'nothing-chosen':
      throw new SellError(34906)
    case 'more-than-left':
      throw outcome.over.every(({ of }) => of === 'order') ? new SellError(34915) : new SellError(34924)
  }
}

export const refundRoutes: SellRoute[] = [
  {
    route: `POST ${fulfillmentRoot}/order/{orderId}/issue_refund`,
    scope: 'refunds:write',
    body: 34902,
    async handle(call) {
      const { hub, seller } = call
      const key = await call.write((db) => refund(call, db))
      await settleRefund(hub, seller.id, key)
      const { state } = await call.read((db) =>
        selectOfSeller(db, 'refunds', seller.id)
          .select('state')
          .where('refund_key', '=', key)
          .executeTakeFirstOrThrow(),
      )
      return { status: 200, body: { refundId: key, refundStatus: state } }
    },
  },
]
