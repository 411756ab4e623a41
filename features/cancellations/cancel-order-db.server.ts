import type { SellerDb } from '#db/client.ts'
import type { NewRow, Row } from '#db/schema.ts'
import { restock, writeOff } from '#features/listing/restock-db.server.ts'
import { lockStockOf, touchOrders } from '#features/order/locked-orders-db.server.ts'
import type { Actor, CancellationFacts, OrderEvent } from '#features/order/order-event.ts'
import { addOrderEvents, knownRequests } from '#features/order/order-events-db.server.ts'
import type { OrderNumber } from '#features/order/order.ts'
import type { PolicyPack } from '#features/policy-pack/policy-pack.ts'
import { refundOrder } from '#features/refunds/refund-order-db.server.ts'
import type { RefundKey } from '#features/refunds/refund.ts'
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
import {
  cancellationFacts,
  lockCancellation,
  newCancelKey,
  type LockedCancellation,
} from './cancellations-db.server.ts'

/** A wish about the cancellation of an order. */
interface Wish {
  sellerId: number
  number: OrderNumber
  policyPack: PolicyPack
  actor: Actor
  now: Date
}

/** What became of a wish, and by which key the money goes back, for whoever asks the payment side next. */
export type Cancelled = CancelOutcome & { refund?: RefundKey | null }

/** A buyer asks to cancel. Until when the seller answers is stored with the rule that says so. */
export async function requestCancellation(
  db: SellerDb,
  { key, reason, ...wish }: Wish & { key: CancelKey; reason: CancelReason },
): Promise<Cancelled> {
  const { id, asOf, deadlines } = wish.policyPack
  return begin(db, wish, 'request', {
    key,
    kind: 'CANCELLATION_REQUESTED',
    initiator: 'BUYER',
    reason,
    respond_by: new Date(wish.now.getTime() + deadlines.sellerRespondsToCancel),
    respond_rule: 'sellerRespondsToCancel',
    respond_calendar: `${id} ${asOf}`,
    restocks: false,
  })
}

/** A seller cancels an order at once; its money goes back by itself, and its items to the stock where that is wished for. */
export async function cancelOrder(
  db: SellerDb,
  { key, reason, restocks, ...wish }: Wish & { key: CancelKey; reason: SellerReason; restocks: boolean },
): Promise<Cancelled> {
  return begin(db, wish, 'cancel', { key, kind: 'ORDER_CANCELLED', initiator: 'SELLER', reason, restocks })
}

/**
 * Cancels an order that nobody has paid for longer than its seller could cancel it: nobody may any more, and its stock would be held for
 * ever. It is for sale again, and what was paid in part goes back.
 */
export async function lapseOrder(db: SellerDb, wish: Omit<Wish, 'actor'>): Promise<Cancelled> {
  const beginning = {
    kind: 'ORDER_CANCELLED',
    initiator: 'MARKETPLACE',
    reason: 'ORDER_UNPAID',
    restocks: true,
  } as const
  return begin(db, { ...wish, actor: { kind: 'HUB' } }, 'lapse', { key: newCancelKey(), ...beginning })
}

interface Beginning extends Pick<
  NewRow<'cancellations'>,
  'initiator' | 'respond_by' | 'respond_rule' | 'respond_calendar'
> {
  key: CancelKey
  kind: 'CANCELLATION_REQUESTED' | 'ORDER_CANCELLED'
  reason: CancelReason
  restocks: boolean
}

async function begin(db: SellerDb, wish: Wish, event: CancelEvent, beginning: Beginning): Promise<Cancelled> {
  const { sellerId, now } = wish
  const { key, kind, reason, restocks, ...facts } = beginning
  const locked = await lockCancellation(db, { ...wish, reason })
  if (!locked) return { ok: false, reason: 'unknown' }
  if ((await knownRequests(db, sellerId, [key])).size > 0) return repeated(locked)
  const step = nextCancellation(locked.state, event, locked.facts)
  if (!step.ok) return step
  await lockStock(db, wish, { orderId: locked.order.id, effects: step.effects })
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
      ...facts,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return finish(db, wish, { row, before: null, effects: step.effects, kind, restocks, requestKey: key, at: now })
}

/** The seller's answer to a buyer who asks to cancel. */
export type CancelAnswer = { accept: true; restocks: boolean } | { accept: false; declineReason: DeclineReason }

/** Answers a buyer's request, once: accepted, the order is cancelled and its money goes back; declined, it stands. */
export async function answerCancellation(
  db: SellerDb,
  { key, answer, ...wish }: Wish & { key: CancelKey; answer: CancelAnswer },
): Promise<Cancelled> {
  const locked = await lockCancellation(db, wish)
  const requestKey = `answer ${key}`
  // Also where the buyer has asked once more since.
  if (locked && (await knownRequests(db, wish.sellerId, [requestKey])).size > 0) return repeated(locked)
  if (locked?.last?.cancel_key !== key) return { ok: false, reason: 'unknown' }
  const step = nextCancellation(locked.state, answer.accept ? 'approve' : 'decline', locked.facts)
  if (!step.ok) return step
  return move(db, wish, {
    locked: { ...locked, last: locked.last },
    ...step,
    kind: answer.accept ? 'CANCELLATION_ACCEPTED' : 'CANCELLATION_DECLINED',
    restocks: answer.accept && answer.restocks,
    declineReason: answer.accept ? null : answer.declineReason,
    requestKey,
    at: wish.now,
  })
}

/** Closes a request that nobody has answered, as of the time until which the seller could. Does nothing before that. */
export async function expireCancellation(db: SellerDb, wish: Omit<Wish, 'actor'>): Promise<Cancelled> {
  const locked = await lockCancellation(db, wish)
  if (!locked?.last) return { ok: false, reason: 'unknown' }
  const step = nextCancellation(locked.state, 'expire', locked.facts)
  if (!step.ok) return step
  const { cancel_key: key, respond_by: at } = locked.last
  return move(
    db,
    { ...wish, actor: { kind: 'HUB' } },
    {
      locked: { ...locked, last: locked.last },
      ...step,
      kind: 'CANCELLATION_EXPIRED',
      restocks: true,
      declineReason: null,
      requestKey: `expire ${key}`,
      at: at ?? wish.now,
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
  /** When it counts as done. */
  at: Date
}

async function move(db: SellerDb, wish: Wish, { locked, next, declineReason, ...done }: Move): Promise<Cancelled> {
  const { last } = locked
  await lockStock(db, wish, { orderId: locked.order.id, effects: done.effects })
  const row = await db
    .updateTable('cancellations')
    .set({ state: next, closed_at: isClosed(next) ? done.at : null, decline_reason: declineReason })
    .where('seller_id', '=', wish.sellerId)
    .where('id', '=', last.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return finish(db, wish, { row, before: cancellationFacts(last), ...done })
}

async function lockStock(
  db: SellerDb,
  { sellerId }: Wish,
  { orderId, effects }: { orderId: number; effects: readonly CancelEffect[] },
): Promise<void> {
  if (effects.includes('cancels-units')) await lockStockOf(db, sellerId, [orderId])
}

const repeated = ({ state }: LockedCancellation): Cancelled =>
  state === 'NONE' ? { ok: false, reason: 'unknown' } : { ok: true, repeated: true, state }

/** The refund that follows has a key of its own that follows too. */
const refundOf = (cancelKey: string) => `${cancelKey}r` as RefundKey

interface Done {
  row: Row<'cancellations'>
  before: CancellationFacts | null
  effects: readonly CancelEffect[]
  kind: (OrderEvent & { after: CancellationFacts })['kind']
  restocks: boolean
  requestKey: string
  /** When it counts as done. */
  at: Date
}

/** Tells the timeline what was done, and does what follows: no unit is shipped any more, items go back to the stock, money to the buyer. */
async function finish(db: SellerDb, wish: Wish, done: Done): Promise<Cancelled> {
  const { row, before, effects, kind, requestKey, at } = done
  const { sellerId, actor } = wish
  const refund = effects.includes('refunds') ? refundOf(row.cancel_key) : null
  await touchOrders(db, sellerId, [row.order_id])
  const after = { ...cancellationFacts(row), refundKey: refund }
  const event = { orderId: row.order_id, kind, subject: row.cancel_key, before, after, requestKey }
  await addOrderEvents(db, { sellerId, at, actor, events: [event as OrderEvent & typeof event] })
  if (effects.includes('cancels-units')) await cancelLines(db, wish, done)
  if (refund) await refundRest(db, wish, { row, refund })
  return { ok: true, repeated: false, state: row.state, refund }
}

async function cancelLines(db: SellerDb, { sellerId, now }: Wish, { row, restocks }: Done): Promise<void> {
  const lines = await db
    .selectFrom('line_items')
    .select(['listing_id', 'sku', 'variation', 'quantity', 'cancelled_quantity', 'holds_stock'])
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', row.order_id)
    .execute()
  await db
    .updateTable('line_items')
    .set((build) => ({ cancelled_quantity: build.ref('quantity') }))
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', row.order_id)
    .execute()
  // What was paid back in full before it is in the stock already (`releaseRefunded`).
  const held = lines.filter(({ quantity, cancelled_quantity: cancelled }) => cancelled < quantity)
  if (restocks) await restock(db, { sellerId, lines: held, now })
  else await writeOff(db, { sellerId, lines })
}

async function refundRest(
  db: SellerDb,
  { sellerId, number, actor, now }: Wish,
  { row, refund }: { row: Row<'cancellations'>; refund: RefundKey },
): Promise<void> {
  const reason = row.initiator === 'SELLER' ? 'SELLER_CANCEL' : 'BUYER_CANCEL'
  const refunded = await refundOrder(db, { sellerId, number, key: refund, reason, wish: 'rest', actor, now })
  if (!refunded.ok) throw new Error(`an order that is cancelled could not be refunded: ${refunded.reason}`)
  await db
    .updateTable('cancellations')
    .set({ refund_key: refund })
    .where('seller_id', '=', sellerId)
    .where('id', '=', row.id)
    .execute()
}
