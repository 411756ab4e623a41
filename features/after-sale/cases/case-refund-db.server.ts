import type { SellerDb } from '#db/client.ts'
import type { CaseFacts, CaseNumber, CaseReason } from '#features/core/order/order-case.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { isRemorse } from '#features/core/order/order-case.ts'
import { parseRefundKey, type RefundKey, type RefundReason } from '#features/after-sale/refunds/refund.ts'
import { refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { retryRefund } from '#features/after-sale/refunds/retry-refund-db.server.ts'
import { readCircumstances, type LockedCase } from './cases-db.server.ts'
import type { CaseEffect } from './case-states.ts'

interface Sending {
  after: CaseFacts
  effects: readonly CaseEffect[]
  actor: Actor
  now: Date
}

/** Whether the money is on its way, and under which key if any was to be sent. */
export type SentRefund = { ok: true; key: string | null } | { ok: false }

/** Sends the money that a step gives back, in the step's transaction. It is refused where less is left to give back by now. */
export async function sendCaseRefund(
  db: SellerDb,
  locked: LockedCase,
  { after, effects, actor, now }: Sending,
): Promise<SentRefund> {
  const { seller_id: sellerId, refund_key: known } = locked.row
  if (after.refundMinor === null || effects.length === 0) return { ok: true, key: known }
  // The payment side refused it: the same sum goes out again, another one anew.
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
    // Never the shipping of another line: its own case would find none left, or this line's would go back twice.
    wish: {
      lines: new Map([[after.line, ofLine]]),
      shippingMinor: after.refundMinor - ofLine,
      shippingOf: after.line,
    },
    actor,
    now,
  })
  return outcome.ok ? { ok: true, key } : { ok: false }
}

/** A case gives money back once, its number names the refund; and once more under another key where that was refused, and another sum is due. */
function refundKeyOf({ kind }: CaseFacts, number: CaseNumber, refused: RefundKey | null): RefundKey {
  const first = `${kind === 'RETURN' ? 'return' : 'inquiry'}${number.replaceAll('-', '')}`
  const times = Number(/again(\d+)$/.exec(refused ?? '')?.[1] ?? 0) + 1
  return (refused ? `${first}again${times}` : first) as RefundKey
}

function refundReason(reason: CaseReason): RefundReason {
  if (reason === 'ITEM_NOT_RECEIVED') return reason
  return isRemorse(reason) ? 'BUYER_RETURN' : 'ITEM_NOT_AS_DESCRIBED'
}
