import { updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { NewRow, Row } from '#db/schema.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { lockStockOf, touchOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { Actor, CancellationFacts, OrderEvent } from '#features/core/order/order-event.ts'
import { addOrderEvents, knownRequests } from '#features/core/order/order-events-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import type { RefundKey } from '#features/after-sale/refunds/refund.ts'
import {
  isClosed,
  nextCancellation,
  type CancelEffect,
  type CancelEvent,
  type CancelKey,
  type CancelOutcome,
  type CancelReason,
  type CancellationState,
  type DeclineReason,
  type SellerReason,
} from './cancellation.ts'
import type { CancelPlan, ChosenUnits, RefusedChoice } from './cancel-plan.ts'
import { cancelUnits, refundUnits, writeOffReleased } from './cancel-units-db.server.ts'
import {
  cancellationFacts,
  lockCancellation,
  newCancelKey,
  type LockedCancellation,
} from './cancellations-db.server.ts'
import { brand } from '#lib/brand.ts'

interface CancelRequest {
  sellerId: number
  number: OrderNumber
  policyPack: PolicyPack
  actor: Actor
  now: Date
  /** Units of lines, or all unshipped ones. Defaults to what the buyer requested, else everything. */
  units?: ChosenUnits
  withShipping?: boolean
  /** Id of the refund in the marketplace's shop, which has paid it back. */
  refundedAs?: string
}

/** Outcome, and the key of the refund to submit to the payment provider. */
export type Cancelled = CancelOutcome & { refund?: RefundKey | null }

/**
 * Records a buyer's request to cancel an order or units of its lines, with its response deadline and rule. `pushedAs`:
 * hash of the marketplace's message.
 */
export async function requestCancellation(
  db: SellerDb,
  {
    key,
    reason,
    pushedAs,
    ...cancelRequest
  }: CancelRequest & { key: CancelKey; reason: CancelReason; pushedAs?: string },
): Promise<Cancelled> {
  const { id, asOf, deadlines } = cancelRequest.policyPack
  return begin(db, cancelRequest, 'request', {
    key,
    kind: 'CANCELLATION_REQUESTED',
    initiator: 'BUYER',
    reason,
    respond_by: new Date(cancelRequest.now.getTime() + deadlines.sellerRespondsToCancel),
    respond_rule: 'sellerRespondsToCancel',
    respond_calendar: `${id} ${asOf}`,
    pushed_as: pushedAs ?? null,
    restocks: false,
  })
}

/** Cancels an order or units of its lines for the seller. Refunds what was paid and optionally restocks the items. */
export async function cancelOrder(
  db: SellerDb,
  {
    key,
    reason,
    restocks,
    ...cancelRequest
  }: CancelRequest & { key: CancelKey; reason: SellerReason; restocks: boolean },
): Promise<Cancelled> {
  return begin(db, cancelRequest, 'cancel', { key, kind: 'ORDER_CANCELLED', initiator: 'SELLER', reason, restocks })
}

/**
 * Cancels an order or units of its lines as the marketplace decided, and puts them back on sale. Refunds what was paid,
 * unless the refund `repaidBy` has paid the units back; if nothing is left of the order, the rest is refunded.
 */
export async function cancelForMarketplace(
  db: SellerDb,
  {
    key,
    reason,
    pushedAs,
    repaidBy = null,
    ...cancelRequest
  }: CancelRequest & { key: CancelKey; reason: CancelReason; pushedAs: string; repaidBy?: RefundKey | null },
): Promise<Cancelled> {
  const beginning = { key, kind: 'ORDER_CANCELLED', initiator: 'MARKETPLACE', reason, restocks: true } as const
  return begin(db, cancelRequest, repaidBy === null ? 'decide' : 'repaid', {
    ...beginning,
    pushed_as: pushedAs,
    refund_key: repaidBy,
  })
}

/** Cancels units that a refund has already paid back. Closed when that refund completes. */
export async function dropUnits(
  db: SellerDb,
  {
    key,
    reason,
    restocks,
    refundKey,
    ...cancelRequest
  }: CancelRequest & Pick<Beginning, 'key' | 'reason' | 'restocks'> & { refundKey: RefundKey },
): Promise<Cancelled> {
  const beginning = { key, kind: 'ORDER_CANCELLED', initiator: 'SELLER', reason, restocks } as const
  return begin(db, cancelRequest, 'drop', { ...beginning, refund_key: refundKey })
}

/**
 * Cancels an order unpaid for so long that nobody can cancel it any more. Returns its stock to sale and refunds partial
 * payments.
 */
export async function lapseOrder(db: SellerDb, cancelRequest: Omit<CancelRequest, 'actor'>): Promise<Cancelled> {
  const beginning = {
    kind: 'ORDER_CANCELLED',
    initiator: 'MARKETPLACE',
    reason: 'ORDER_UNPAID',
    restocks: true,
  } as const
  return begin(db, { ...cancelRequest, actor: { kind: 'HUB' } }, 'lapse', { key: newCancelKey(), ...beginning })
}

interface Beginning extends Pick<
  NewRow<'cancellations'>,
  'initiator' | 'respond_by' | 'respond_rule' | 'respond_calendar' | 'refund_key' | 'pushed_as'
> {
  key: CancelKey
  kind: 'CANCELLATION_REQUESTED' | 'ORDER_CANCELLED'
  reason: CancelReason
  restocks: boolean
}

async function begin(
  db: SellerDb,
  cancelRequest: CancelRequest,
  asked: CancelEvent,
  beginning: Beginning,
): Promise<Cancelled> {
  const { sellerId, now } = cancelRequest
  const { key, kind, reason, restocks, ...facts } = beginning
  const locked = await lockCancellation(db, { units: 'rest', ...cancelRequest, reason })
  if (!locked) return { ok: false, reason: 'unknown' }
  if ((await knownRequests(db, sellerId, [key])).size > 0) return repeated(locked)
  const { plan } = locked
  const event = asked === 'repaid' && plan.ok && plan.isWhole ? 'decide' : asked
  const step = nextCancellation(locked.state, event, locked.facts)
  if (!step.ok) return step
  if (!plan.ok) return plan
  await lockStock(db, cancelRequest, { order: locked.order, effects: step.effects })
  const row = await db
    .insertInto('cancellations')
    .values({
      seller_id: sellerId,
      order_id: locked.order.id,
      reason,
      state: step.next,
      requested_at: now,
      closed_at: isClosed(step.next) ? now : null,
      cancel_key: key,
      units: plan.isWhole ? null : JSON.stringify(plan.units),
      ...facts,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const done = { row, before: null, effects: step.effects, kind, restocks, requestKey: key, at: now }
  return finish(db, cancelRequest, { ...done, locked, plan })
}

export type CancelAnswer = { accept: true; restocks: boolean } | { accept: false; declineReason: DeclineReason }

/** Answers a buyer's request once. Accepting cancels and refunds; declining keeps the order. */
export async function answerCancellation(
  db: SellerDb,
  { key, answer, ...cancelRequest }: CancelRequest & { key: CancelKey; answer: CancelAnswer },
): Promise<Cancelled> {
  const locked = await lockCancellation(db, cancelRequest)
  const requestKey = `answer ${key}`
  // Even if the buyer has since made another request.
  if (locked && (await knownRequests(db, cancelRequest.sellerId, [requestKey])).size > 0) return repeated(locked)
  if (locked?.last?.cancel_key !== key) return { ok: false, reason: 'unknown' }
  const step = nextCancellation(locked.state, answer.accept ? 'approve' : 'decline', locked.facts)
  if (!step.ok) return step
  // Nothing that was requested is left to cancel.
  if (answer.accept && !locked.plan.ok) return { ok: false, reason: 'already-shipped' }
  return move(db, cancelRequest, {
    locked: { ...locked, last: locked.last },
    ...step,
    kind: answer.accept ? 'CANCELLATION_ACCEPTED' : 'CANCELLATION_DECLINED',
    restocks: answer.accept && answer.restocks,
    declineReason: answer.accept ? null : answer.declineReason,
    requestKey,
    at: cancelRequest.now,
  })
}

/** Closes an unanswered request as of its deadline; does nothing before it. */
export async function expireCancellation(
  db: SellerDb,
  cancelRequest: Omit<CancelRequest, 'actor'>,
): Promise<Cancelled> {
  const locked = await lockCancellation(db, cancelRequest)
  if (!locked?.last) return { ok: false, reason: 'unknown' }
  const step = nextCancellation(locked.state, 'expire', locked.facts)
  if (!step.ok) return step
  const { cancel_key: key, respond_by: at } = locked.last
  return move(
    db,
    { ...cancelRequest, actor: { kind: 'HUB' } },
    {
      locked: { ...locked, last: locked.last },
      ...step,
      kind: 'CANCELLATION_EXPIRED',
      restocks: true,
      declineReason: null,
      requestKey: `expire ${key}`,
      at: at ?? cancelRequest.now,
    },
  )
}

interface Move {
  locked: LockedCancellation & { last: Row<'cancellations'> }
  next: CancellationState
  effects: readonly CancelEffect[]
  kind: 'CANCELLATION_ACCEPTED' | 'CANCELLATION_DECLINED' | 'CANCELLATION_EXPIRED'
  restocks: boolean
  declineReason: DeclineReason | null
  requestKey: string
  at: Date
}

async function move(
  db: SellerDb,
  cancelRequest: CancelRequest,
  { locked, next, declineReason, ...done }: Move,
): Promise<Cancelled> {
  const { last, plan } = locked
  await lockStock(db, cancelRequest, { order: locked.order, effects: done.effects })
  const row = await updateOfSeller(db, 'cancellations', cancelRequest.sellerId)
    .set({ state: next, closed_at: isClosed(next) ? done.at : null, decline_reason: declineReason })
    .where('id', '=', last.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return finish(db, cancelRequest, { row, before: cancellationFacts(last), locked, plan, ...done })
}

async function lockStock(
  db: SellerDb,
  { sellerId }: CancelRequest,
  { order, effects }: { order: LockedCancellation['order']; effects: readonly CancelEffect[] },
): Promise<void> {
  // A request that is declined no longer holds back a digital order, whose units then leave.
  if (effects.includes('cancels-units') || order.delivery === 'DIGITAL') await lockStockOf(db, sellerId, [order.id])
}

const repeated = ({ last }: LockedCancellation): Cancelled =>
  last ? { ok: true, repeated: true, state: last.state } : { ok: false, reason: 'unknown' }

/** Key of a cancellation's refund, derived from its own, so that retries use the same refund. */
export const refundOf = (cancelKey: string) => brand<RefundKey>(`${cancelKey}r`)

interface Done {
  row: Row<'cancellations'>
  before: CancellationFacts | null
  locked: LockedCancellation
  plan: CancelPlan | RefusedChoice
  effects: readonly CancelEffect[]
  kind: (OrderEvent & { after: CancellationFacts })['kind']
  restocks: boolean
  requestKey: string
  at: Date
}

/** Records the step in the timeline and its effects: cancels units, restocks items, refunds the buyer. */
async function finish(db: SellerDb, cancelRequest: CancelRequest, done: Done): Promise<Cancelled> {
  const { row, before, locked, plan, effects, kind, restocks, requestKey, at } = done
  const { sellerId, number, actor, now, refundedAs: externalId } = cancelRequest
  const refund = effects.includes('refunds') ? refundOf(row.cancel_key) : null
  await touchOrders(db, sellerId, [row.order_id])
  const facts = cancellationFacts(row)
  const after = { ...facts, refundKey: refund ?? facts.refundKey }
  const event = { orderId: row.order_id, kind, subject: row.cancel_key, before, after, requestKey }
  await addOrderEvents(db, { sellerId, at, actor, events: [event as OrderEvent & typeof event] })
  if (plan.ok && effects.includes('cancels-units')) {
    await nameStockCause(db, { kind: 'CANCELLATION', order: number })
    if (plan.isWhole && !restocks) await writeOffReleased(db, { sellerId, orderId: row.order_id })
    const cancelling = { sellerId, orderId: row.order_id, units: plan.units, lineIds: locked.lineIds, restocks, now }
    await cancelUnits(db, cancelling)
  }
  if (plan.ok && refund)
    await refundUnits(db, { sellerId, number, actor, now }, { row, refund, externalId, input: plan.refund })
  return { ok: true, repeated: false, state: row.state, refund }
}
