import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import { lockStockOf } from '#features/core/order/locked-orders-db.server.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
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

export interface Refunds {
  payments: PaymentSide
  /** Handlers of the provider's answer, run in the transaction that stores it. */
  followers: readonly RefundFollower[]
}

/** Handles the provider's answer about a refund; the order is locked. */
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
 * Submits a pending refund to the payment provider and stores the answer once, also with concurrent calls in several
 * processes. If the provider is unreachable, the refund stays pending and is retried with the same idempotency key.
 * Does nothing if none is pending.
 */
export async function settleRefund(hub: SettlingHub, sellerId: number, key: RefundKey): Promise<void> {
  const { write } = ownRows(hub, sellerId)
  const request = await write((db) => takeToAsk(db, { sellerId, key, now: hub.now() }))
  if (!request) return
  let answer: RefundAnswer
  try {
    answer = await hub.refunds.payments.refund(request)
  } catch (err) {
    hub.log.warn({ err, seller: sellerId }, 'payment provider did not respond; the refund request is repeated later')
    return
  }
  const { followers } = hub.refunds
  await write((db) => keepAnswer(db, { followers, sellerId, key, askedAs: request.key, answer, now: hub.now() }))
}

/**
 * Submits all pending refunds of all sellers; run by a job (`server/jobs.ts`). Failures are reported and retried later.
 * Returns the number processed.
 */
export async function settleDueRefunds(hub: SettlingHub, report: ReportFailure = () => {}): Promise<number> {
  const { rows } = await sql<{ sellerId: number; key: RefundKey }>`${overAllSellers}
    select seller_id as "sellerId", refund_key as key from refunds
    where ask_at <= ${hub.now()} order by ask_at limit 1000`.execute(hub.db.owner)
  await forEachIsolated(rows, ({ sellerId, key }) => settleRefund(hub, sellerId, key), report)
  return rows.length
}

/** Idempotency key for the provider. Includes the round, since a retry after a refusal is a new request. */
export const askingKey = ({ refund_key: key, round }: { refund_key: string; round: number }) => `${key}-${round}`

/** Claims a due refund for a while; null if there is none. */
async function takeToAsk(
  db: SellerDb,
  { sellerId, key, now }: { sellerId: number; key: RefundKey; now: Date },
): Promise<RefundRequest | null> {
  const locked = await lockRefund(db, sellerId, key)
  if (!locked?.refund.ask_at || locked.refund.ask_at > now) return null
  const { order, refund } = locked
  const asked = refund.asked + 1
  await updateOfSeller(db, 'refunds', sellerId)
    .set({ asked, ask_at: new Date(now.getTime() + askAgainAfter(asked)) })
    .where('id', '=', refund.id)
    .execute()
  const payments = await selectOfSeller(db, 'payments', sellerId)
    .select(['method', 'amount_minor', 'paid_at'])
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
  /** Idempotency key used for the provider. */
  askedAs: string
  answer: RefundAnswer
  now: Date
}

/** Stores the provider's answer unless that was done or the refund was restarted. */
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
  // Lock order: order first, then stock, since a handler may release it.
  if (answer.made) await lockStockOf(db, sellerId, [order.id])
  const before = await refundFacts(db, refund)
  const refusal = answer.made ? null : answer.refusal
  await updateOfSeller(db, 'refunds', sellerId)
    .set({ state: step.next, refunded_at: answer.made ? now : null, refusal, ask_at: null })
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

/** Runs the handlers for a refund's current state. The order is locked; call it last in the transaction. */
export async function followRefund(
  db: SellerDb,
  { followers, ...settled }: SettledRefund & Pick<Refunds, 'followers'>,
): Promise<void> {
  if (settled.state === 'REFUNDED') await markSettledOtherwise(db, settled)
  for (const follow of followers) await follow(db, settled)
}

/** Marks refused refunds that can no longer be retried in full, because other refunds cover their amount. */
async function markSettledOtherwise(
  db: SellerDb,
  { sellerId, orderId }: Pick<SettledRefund, 'sellerId' | 'orderId'>,
): Promise<void> {
  const failed = await selectOfSeller(db, 'refunds', sellerId)
    .select(['id', 'amount_minor'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'FAILED')
    .execute()
  if (failed.length === 0) return
  const money = await readOrderMoney(db, sellerId, orderId)
  // A refund in progress may still be refused.
  const left = refundableOf({ ...money, refunds: money.refunds.filter(({ state }) => state === 'REFUNDED') })
  const parts = await readRefundParts(db, sellerId, orderId)
  const gone = failed.filter(({ id, amount_minor: minor }) => leftOfRefund(parts.get(id) ?? [], left) < minor)
  if (gone.length === 0) return
  await updateOfSeller(db, 'refunds', sellerId)
    .set({ settled: 'OTHERWISE' })
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute()
}
