import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { createShelf, type StockRefusal } from '#features/core/listing/shelf.ts'
import type { LedgerRules } from '#features/core/ledger/ledger-policy.ts'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import { lockOrders, type LockedOrder } from '#features/core/order/locked-orders-db.server.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { OrderNumber, OrderStatus } from '#features/core/order/order.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { sumsOf } from './order-sums.ts'
import { keepUnusable } from './keep-unusable-db.server.ts'
import { soldLine, unlistedNames } from './plan-intake.ts'
import type { PaymentRefusal, PushedOrder } from './pushed-order.ts'
import type { PushedPayment } from './pushed-payment.ts'
import { emptyShelf, openShelf } from './take-orders-db.server.ts'
import { takePayment } from './take-payment-db.server.ts'

export interface Addition extends Pick<PushedOrder, 'id' | 'pushedAs' | 'lines' | 'payments' | 'onShort' | 'unusable'> {
  sellerId: number
  number: OrderNumber
  /** Idempotency key; reuse for another addition is refused. */
  key: string
  now: Date
  rules: LedgerRules
  mostLines: number
}

/** Outcome of an addition. Roll back one that was refused. */
export type AdditionOutcome =
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'unknown' | 'other-addition' | 'too-many-lines' }
  | { ok: false; reason: 'not-possible-now'; status: OrderStatus }
  /** The order is paid, and stays so only with payments of exactly this amount. */
  | { ok: false; reason: 'not-covered'; addedMinor: number }
  | ({ ok: false } & StockRefusal)
  /** `nth`: the payment's place. */
  | (PaymentRefusal & { nth: number })

/**
 * Adds lines to an order of which nothing has left. They reserve stock as those of a new order do. A paid order stays
 * paid: its addition comes with its payments. Locks the order; idempotent by key.
 */
export async function addLines(db: SellerDb, addition: Addition): Promise<AdditionOutcome> {
  const { sellerId, number, key, pushedAs, lines, payments, onShort, now, rules } = addition
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return { ok: false, reason: 'unknown' }
  const known = await findAddition(db, sellerId, key)
  if (known)
    return known.pushedAs === pushedAs && known.orderId === order.id
      ? { ok: true, repeated: true }
      : { ok: false, reason: 'other-addition' }
  const { status, fulfilment_status: fulfilment } = order
  const isPaid = status === 'AWAITING_SHIPMENT'
  if (fulfilment !== 'NOT_STARTED' || (status !== 'AWAITING_PAYMENT' && !isPaid))
    return { ok: false, reason: 'not-possible-now', status }
  const shelf = createShelf(await openShelf(db, { items: lines.map(({ item }) => item), now }))
  const short = shelf.refusalOf(lines, { onShort: onShort ?? 'refuse', placedAt: now, isPaid })
  if (short) return { ok: false, ...short }
  const sums = sumsOf({ lines, extras: [] })
  if (isPaid && !isCovered(payments, sums.totalMinor))
    return { ok: false, reason: 'not-covered', addedMinor: sums.totalMinor }
  const before = await readPlaces(db, sellerId, order)
  if (before.lines + lines.length > addition.mostLines) return { ok: false, reason: 'too-many-lines' }
  const shorts = shelf.take(lines)
  const rows = lines.map((line, index) => ({
    position: before.lines + index + 1,
    addition: isPaid ? before.additions + 1 : null,
    currency: order.currency,
    ship_by: before.shipBy,
    short_quantity: assertDefined(shorts[index], 'each line has its own'),
    ...soldLine(line, shelf),
  }))
  const changed = JSON.stringify({ ...sums.parts, changed_at: now })
  await sql`select add_lines(${order.id}, ${JSON.stringify(rows)}::jsonb, ${changed}::jsonb)`.execute(db)
  await keepUnusable(db, {
    sellerId,
    orderId: order.id,
    fields: [...(addition.unusable ?? []), ...unlistedNames(lines, shelf)],
  })
  await emptyShelf(db, sellerId, { soldOut: shelf.soldOut(now), variations: shelf.takenVariations() })
  const paid = isPaid
    ? await addPayments(db, order, { sellerId, payments, totalMinor: sums.totalMinor })
    : await takePayments(db, order, addition)
  if (!paid.ok) return paid
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor: { kind: 'MARKETPLACE' },
    events: [
      {
        orderId: order.id,
        kind: 'LINES_ADDED',
        subject: addition.id,
        before: null,
        after: { lines: rows.map(({ position, quantity }) => ({ line: position, units: quantity })), pushedAs },
        requestKey: key,
      },
    ],
  })
  await postOrders(db, { sellerId, orderIds: [order.id], rules })
  return { ok: true, repeated: false }
}

function isCovered(payments: readonly PushedPayment[], totalMinor: number): boolean {
  const paid = payments.map(({ state, amountMinor }) => (state === 'PAID' ? (amountMinor ?? totalMinor) : NaN))
  return paid.reduce((sum, minor) => sum + minor, 0) === totalMinor
}

type Paid = { ok: true } | (PaymentRefusal & { nth: number })

/** Takes the payments one after the other, as if they came alone. */
async function takePayments(db: SellerDb, order: LockedOrder, addition: Addition): Promise<Paid> {
  const { sellerId, payments, now, rules } = addition
  for (const [nth, payment] of payments.entries()) {
    const taken = await takePayment(db, { sellerId, orderId: order.id, payment, now, rules })
    if (!taken.ok) return { ...taken, nth }
  }
  return { ok: true }
}

interface Covering {
  sellerId: number
  payments: readonly PushedPayment[]
  totalMinor: number
}

/** Writes all payments at once, so that the order is never unpaid between them. */
async function addPayments(db: SellerDb, order: LockedOrder, covering: Covering): Promise<Paid> {
  const { sellerId, payments, totalMinor } = covering
  const known = await selectOfSeller(db, 'payments', sellerId)
    .select(['external_id', 'position'])
    .where('order_id', '=', order.id)
    .execute()
  const nth = payments.findIndex(({ id }) => known.some(({ external_id: own }) => own === id))
  if (nth >= 0) return { ok: false, reason: 'payment-settled', nth }
  if (payments.length === 0) return { ok: true }
  const rows = payments.map((payment, index) => ({
    seller_id: sellerId,
    order_id: order.id,
    position: Math.max(0, ...known.map(({ position }) => position)) + index + 1,
    external_id: payment.id,
    method: payment.method,
    state: payment.state,
    currency: order.currency,
    amount_minor: payment.amountMinor ?? totalMinor,
    paid_at: payment.paidAt,
  }))
  await db.insertInto('payments').values(rows).execute()
  return { ok: true }
}

async function findAddition(db: SellerDb, sellerId: number, key: string) {
  const { rows } = await sql<{ orderId: number; pushedAs: string | null }>`
    select order_id as "orderId", after ->> 'pushedAs' as "pushedAs" from order_events
    where seller_id = ${sellerId} and request_key = ${key}`.execute(db)
  return rows[0]
}

/** How many lines and additions an order has, and when it is due. */
async function readPlaces(
  db: SellerDb,
  sellerId: number,
  { id }: LockedOrder,
): Promise<{ lines: number; additions: number; shipBy: Date | null }> {
  const { rows } = await sql<{ lines: number; additions: number; shipBy: Date | null }>`
    select max(position)::integer as lines, coalesce(max(addition), 0)::integer as additions, max(ship_by) as "shipBy"
    from line_items where seller_id = ${sellerId} and order_id = ${id}`.execute(db)
  return assertDefined(rows[0], 'sums are one row')
}
