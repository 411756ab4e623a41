import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { LedgerRules } from '#features/core/ledger/ledger-policy.ts'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import type { PaymentFacts } from '#features/core/order/order-event.ts'
import { lockStockOf } from '#features/core/order/locked-orders-db.server.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { validatePayment } from './payment.ts'
import type { PaymentRefusal } from './pushed-order.ts'
import type { PushedPayment } from './pushed-payment.ts'

export type PaymentOutcome =
  /** `isNew`: not known before. `repeated`: no change. */
  { ok: true; isNew: boolean; repeated: boolean } | PaymentRefusal

interface TakingPayment {
  sellerId: number
  orderId: number
  payment: PushedPayment
  now: Date
  rules: LedgerRules
  /** Called with the order locked, before any change; errors propagate. */
  before?: () => Promise<void>
}

/**
 * Records a payment reported by the marketplace. Only a pending payment changes state, and all together never exceed
 * the total. The order's state follows. Changes of a known payment are recorded in the timeline; a new payment is its
 * own record.
 */
export async function takePayment(
  db: SellerDb,
  { sellerId, orderId, payment, now, rules, before = async () => {} }: TakingPayment,
): Promise<PaymentOutcome> {
  const order = await lockedOrder(db, sellerId, orderId)
  // Payment delivers a digital order, whose units then leave the stock.
  if (order.delivery === 'DIGITAL') await lockStockOf(db, sellerId, [orderId])
  await before()
  const payments = await selectOfSeller(db, 'payments', sellerId).selectAll().where('order_id', '=', orderId).execute()
  const known = payments.find(({ external_id: id }) => id === payment.id)
  const others = payments.filter((row) => row !== known && row.state !== 'FAILED')
  const open = order.total_minor - others.reduce((sum, row) => sum + row.amount_minor, 0)
  const validated = validatePayment(payment, {
    currency: order.currency,
    totalMinor: order.total_minor,
    openMinor: open,
    known: known ?? null,
  })
  if (!validated.ok) return validated
  if (validated.repeated) return { ok: true, isNew: false, repeated: true }
  const facts = {
    method: payment.method,
    state: payment.state,
    amount_minor: validated.amountMinor,
    paid_at: payment.paidAt,
  }
  if (known) {
    await updateOfSeller(db, 'payments', sellerId).set(facts).where('id', '=', known.id).execute()
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
  if (payment.state !== 'PENDING') await postOrders(db, { sellerId, orderIds: [orderId], rules })
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
  selectOfSeller(db, 'orders', sellerId)
    .select(['currency', 'total_minor', 'delivery'])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
