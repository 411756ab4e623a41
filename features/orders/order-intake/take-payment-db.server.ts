import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { PaymentFacts } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { judgePayment } from './payment.ts'
import type { PaymentRefusal, PushedPayment } from './pushed-order.ts'

/** What became of a payment. */
export type PaymentOutcome =
  /** `isNew`: it was not known before. `repeated`: it stood so already. */
  { ok: true; isNew: boolean; repeated: boolean } | PaymentRefusal

interface TakingPayment {
  sellerId: number
  orderId: number
  payment: PushedPayment
  now: Date
  /** Called once nobody else changes the order, before anything changes; what it throws is thrown on. */
  before?: () => Promise<void>
}

/**
 * Takes what the marketplace says of a payment: known by its id, it moves on from pending; a payment that was made, or failed, stays.
 * All payments together are not more than the order costs. The order's state follows by itself. One that is new tells of itself; that one
 * has moved on is in the order's timeline, with what it was.
 */
export async function takePayment(
  db: SellerDb,
  { sellerId, orderId, payment, now, before = async () => {} }: TakingPayment,
): Promise<PaymentOutcome> {
  const order = await lockedOrder(db, sellerId, orderId)
  await before()
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', orderId)
    .execute()
  const known = payments.find(({ external_id: id }) => id === payment.id)
  const others = payments.filter((row) => row !== known && row.state !== 'FAILED')
  const open = order.total_minor - others.reduce((sum, row) => sum + row.amount_minor, 0)
  const judged = judgePayment(payment, {
    currency: order.currency,
    totalMinor: order.total_minor,
    openMinor: open,
    known: known ?? null,
  })
  if (!judged.ok) return judged
  if (judged.repeated) return { ok: true, isNew: false, repeated: true }
  const facts = {
    method: payment.method,
    state: payment.state,
    amount_minor: judged.amountMinor,
    paid_at: payment.paidAt,
  }
  if (known) {
    await db.updateTable('payments').set(facts).where('seller_id', '=', sellerId).where('id', '=', known.id).execute()
    const [was, is] = [factsOf(known), factsOf({ ...known, ...facts })]
    await addOrderEvents(db, {
      sellerId,
      at: payment.paidAt ?? now,
      actor: { kind: 'MARKETPLACE' },
      events: [{ orderId, kind: 'PAYMENT_CHANGED', subject: payment.id, before: was, after: is, requestKey: null }],
    })
  } else
    await db
      .insertInto('payments')
      .values({
        seller_id: sellerId,
        order_id: orderId,
        position: payments.length + 1,
        currency: order.currency,
        external_id: payment.id,
        ...facts,
      })
      .execute()
  return { ok: true, isNew: !known, repeated: false }
}

const factsOf = (row: Row<'payments'>): PaymentFacts => ({
  state: row.state,
  method: row.method,
  amountMinor: row.amount_minor,
  currency: row.currency,
  paidAt: row.paid_at?.toISOString() ?? null,
})

const lockedOrder = (db: SellerDb, sellerId: number, orderId: number) =>
  db
    .selectFrom('orders')
    .select(['currency', 'total_minor'])
    .where('seller_id', '=', sellerId)
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
