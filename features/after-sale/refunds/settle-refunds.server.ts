import { sql } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import { lockStockOf } from '#features/core/order/locked-orders-db.server.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { eachApart, type ReportFailure } from '#web/each-apart.ts'
import { ownRows } from '#web/own-rows.ts'
import type { Hub } from '#web/hub.ts'
import { lockRefund, refundFacts } from './locked-refund-db.server.ts'
import type { PaymentSide, RefundAnswer, RefundRequest } from './payment-side.ts'
import { readOrderMoney, readRefundParts } from './order-money-db.server.ts'
import { askAgainAfter, leftOfRefund, nextRefund, refundableOf, type RefundKey, type RefundState } from './refund.ts'

declare module '#web/hub.ts' {
  interface Hub {
    refunds: Refunds
  }
}

/** How money goes back in this process. */
export interface Refunds {
  payments: PaymentSide
  /** What follows elsewhere from the payment side's answer, each in the transaction that keeps it. */
  followers: readonly RefundFollower[]
}

/** Does what follows from the payment side's answer about a refund; its order is locked. */
export type RefundFollower = (db: SellerDb, settled: SettledRefund) => Promise<void>

export interface SettledRefund {
  sellerId: number
  orderId: number
  key: RefundKey
  state: RefundState
  now: Date
}

type SettlingHub = Pick<Hub, 'db' | 'now' | 'refunds' | 'log'>

/**
 * Asks the payment side about a refund that waits for that, and keeps its answer. Several may do so at once, in this process
 * and in others: one asks, and its answer is kept once. Where the payment side cannot be reached the refund stays pending and
 * is asked about again later, by the same idempotency key. Does nothing where nothing waits.
 */
export async function settleRefund(hub: SettlingHub, sellerId: number, key: RefundKey): Promise<void> {
  const { write } = ownRows(hub, sellerId)
  const request = await write((db) => takeToAsk(db, { sellerId, key, now: hub.now() }))
  if (!request) return
  let answer: RefundAnswer
  try {
    answer = await hub.refunds.payments.refund(request)
  } catch (err) {
    hub.log.warn({ err, seller: sellerId }, 'the payment side did not answer: the refund is asked for again later')
    return
  }
  const { followers } = hub.refunds
  await write((db) => keepAnswer(db, { followers, sellerId, key, askedAs: request.key, answer, now: hub.now() }))
}

/**
 * Settles what waits for the payment side, of all sellers. A job runs it (`server/jobs.ts`). One that cannot be settled is reported and
 * asked about again later. Returns how many there were.
 */
export async function settleDueRefunds(hub: SettlingHub, report: ReportFailure = () => {}): Promise<number> {
  const { rows } = await sql<{ sellerId: number; key: RefundKey }>`${overAllSellers}
    select seller_id as "sellerId", refund_key as key from refunds
    where ask_at <= ${hub.now()} order by ask_at limit 1000`.execute(hub.db.owner)
  await eachApart(rows, ({ sellerId, key }) => settleRefund(hub, sellerId, key), report)
  return rows.length
}

/** The payment side's idempotency key. A refund that was refused and is begun anew is another wish to it: the round is part of the key. */
export const askingKey = ({ refund_key: key, round }: { refund_key: string; round: number }) => `${key}-${round}`

/** Takes a refund whose time has come, so that nobody else asks about it for a while; null where there is none. */
async function takeToAsk(
  db: SellerDb,
  { sellerId, key, now }: { sellerId: number; key: RefundKey; now: Date },
): Promise<RefundRequest | null> {
  const locked = await lockRefund(db, sellerId, key)
  if (!locked?.refund.ask_at || locked.refund.ask_at > now) return null
  const { order, refund } = locked
  const asked = refund.asked + 1
  await db
    .updateTable('refunds')
    .set({ asked, ask_at: new Date(now.getTime() + askAgainAfter(asked)) })
    .where('seller_id', '=', sellerId)
    .where('id', '=', refund.id)
    .execute()
  const payments = await db
    .selectFrom('payments')
    .select(['method', 'amount_minor', 'paid_at'])
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', order.id)
    .where('state', '=', 'PAID')
    .execute()
  const { amount_minor: amountMinor, currency } = refund
  return { key: askingKey(refund), sellerId, orderNumber: order.order_number, amountMinor, currency, payments, now }
}

interface Keeping {
  followers: readonly RefundFollower[]
  sellerId: number
  key: RefundKey
  /** The idempotency key by which the payment side was asked. */
  askedAs: string
  answer: RefundAnswer
  now: Date
}

/** Keeps the payment side's answer, unless that has been done, or the refund has been begun anew since. */
export async function keepAnswer(
  db: SellerDb,
  { followers, sellerId, key, askedAs, answer, now }: Keeping,
): Promise<void> {
  const locked = await lockRefund(db, sellerId, key)
  if (!locked || askingKey(locked.refund) !== askedAs) return
  const { order, refund } = locked
  const step = nextRefund(refund.state, answer.made ? 'make' : 'refuse', {
    amountMinor: refund.amount_minor,
    leftMinor: refund.amount_minor,
  })
  if (!step.ok) return
  // Behind the order and before anything else: a follower may release it.
  if (answer.made) await lockStockOf(db, sellerId, [order.id])
  const before = await refundFacts(db, refund)
  const refusal = answer.made ? null : answer.refusal
  await db
    .updateTable('refunds')
    .set({ state: step.next, refunded_at: answer.made ? now : null, refusal, ask_at: null })
    .where('seller_id', '=', sellerId)
    .where('id', '=', refund.id)
    .execute()
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor: { kind: 'MARKETPLACE' },
    events: [
      {
        orderId: order.id,
        kind: answer.made ? 'REFUND_MADE' : 'REFUND_REFUSED',
        subject: key,
        before,
        after: { ...before, state: step.next, refusal },
        requestKey: `answer ${askedAs}`,
      },
    ],
  })
  await followRefund(db, { followers, sellerId, orderId: order.id, key, state: step.next, now })
}

/** Does what follows from how a refund stands now: its order is locked, and this is its last step in the transaction. */
export async function followRefund(
  db: SellerDb,
  { followers, ...settled }: SettledRefund & Pick<Refunds, 'followers'>,
): Promise<void> {
  if (settled.state === 'REFUNDED') await markSettledOtherwise(db, settled)
  for (const follow of followers) await follow(db, settled)
}

/** Marks refused refunds of an order of which others have given back so much that they cannot go out again as they were asked for. */
async function markSettledOtherwise(
  db: SellerDb,
  { sellerId, orderId }: Pick<SettledRefund, 'sellerId' | 'orderId'>,
): Promise<void> {
  const failed = await db
    .selectFrom('refunds')
    .select(['id', 'amount_minor'])
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'FAILED')
    .execute()
  if (failed.length === 0) return
  const money = await readOrderMoney(db, sellerId, orderId)
  // What is only on its way may still be refused.
  const left = refundableOf({ ...money, refunds: money.refunds.filter(({ state }) => state === 'REFUNDED') })
  const parts = await readRefundParts(db, sellerId, orderId)
  const gone = failed.filter(({ id, amount_minor: minor }) => leftOfRefund(parts.get(id) ?? [], left) < minor)
  if (gone.length === 0) return
  await db
    .updateTable('refunds')
    .set({ settled: 'OTHERWISE' })
    .where('seller_id', '=', sellerId)
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute()
}
