import type { SellerDb } from '#db/client.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { isRemorse, type CaseFacts, type CaseNumber, type CaseReason } from '#features/core/order/order-case.ts'
import { parseRefundKey, type RefundKey, type RefundReason } from '#features/after-sale/refunds/refund.ts'
import { refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { retryRefund } from '#features/after-sale/refunds/retry-refund-db.server.ts'
import { readCircumstances, type LockedCase } from './cases-db.server.ts'
import type { CaseEffect } from './case-states.ts'
import { brand } from '#lib/brand.ts'

interface Sending {
  after: CaseFacts
  effects: readonly CaseEffect[]
  actor: Actor
  now: Date
}

/** Whether the refund was created, with its key if there was an amount. */
export type SentRefund = { ok: true; key: string | null } | { ok: false }

/** Creates the refund of a step in its transaction. Refuses if less than that is refundable by now. */
export async function sendCaseRefund(
  db: SellerDb,
  locked: LockedCase,
  { after, effects, actor, now }: Sending,
): Promise<SentRefund> {
  const { seller_id: sellerId, refund_key: known } = locked.row
  if (after.refundMinor === null || effects.length === 0) return { ok: true, key: known }
  // Retry a refused refund of the same amount; otherwise create another.
  const refused = parseRefundKey(known)
  if (refused && locked.facts.refundMinor === after.refundMinor) {
    const again = await retryRefund(db, { sellerId, key: refused, actor, now })
    if (again.ok) return { ok: true, key: refused }
  }
  const { itemMinor } = await readCircumstances(db, locked)
  const ofLine = Math.min(itemMinor, after.refundMinor)
  const key = refundKeyOf(after, locked.number, refused)
  const outcome = await refundOrder(db, {
    sellerId,
    number: locked.order.order_number,
    key,
    reason: refundReason(after.reason),
    // Never refund the shipping of another line, or that line's case would refund it again.
    input: {
      lines: new Map([[after.line, ofLine]]),
      shippingMinor: after.refundMinor - ofLine,
      shippingOf: after.line,
    },
    actor,
    now,
  })
  return outcome.ok ? { ok: true, key } : { ok: false }
}

/**
 * Refund key derived from the case number, so that it is refunded once; a new key if the first was refused and the
 * amount differs.
 */
function refundKeyOf({ kind }: CaseFacts, number: CaseNumber, refused: RefundKey | null): RefundKey {
  const first = `${kind === 'RETURN' ? 'return' : 'inquiry'}${number.replaceAll('-', '')}`
  const times = Number(/again(\d+)$/.exec(refused ?? '')?.[1] ?? 0) + 1
  return brand<RefundKey>(refused ? `${first}again${times}` : first)
}

function refundReason(reason: CaseReason): RefundReason {
  if (reason === 'ITEM_NOT_RECEIVED') return reason
  return isRemorse(reason) ? 'BUYER_RETURN' : 'ITEM_NOT_AS_DESCRIBED'
}
