import { rowOf } from '#db/testing-row.ts'
import { addHold, addPayout, addTransaction } from '#features/payments/transactions/testing-money.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'
import type { TestHub } from './testing.ts'

/** Money that `payOut` adds to the demo shop. */
export interface PaidOut {
  /** Number of a payout of two transactions, and of the sale among them. */
  payout: string
  sale: string
  /** Order that is held because of its open return. */
  heldOrder: string
}

/** Gives the demo shop a paid payout, and holds the money of an order whose buyer wants to return something. */
export async function payOut({ db, hub }: TestHub, shop: string): Promise<PaidOut> {
  const { id: sellerId } = await rowOf(db.owner, 'sellers', { username: shop })
  const ago = (days: number) => new Date(hub.now().getTime() - days * day)
  const sold = await db.owner
    .selectFrom('orders as o')
    .innerJoin('line_items as l', (join) =>
      join.onRef('l.seller_id', '=', 'o.seller_id').onRef('l.order_id', '=', 'o.id'),
    )
    .select(['o.id', 'o.order_number as number', 'o.currency', 'l.id as lineItemId'])
    .where('o.seller_id', '=', sellerId)
    .where('o.status', '=', 'DELIVERED')
    .where('o.currency', '=', 'GBP')
    .orderBy('o.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { currency, lineItemId } = sold
  const { id, number } = await addPayout(db, sellerId, { amount: 4_860, at: ago(5), currency })
  const row = { state: 'PAID_OUT', payout: id, currency } as const
  const sale = await addTransaction(db, sellerId, {
    ...row,
    at: ago(8),
    gross: 5_940,
    fees: -766,
    order: sold,
    lineItemId,
  })
  await addTransaction(db, sellerId, {
    ...row,
    kind: 'LABEL',
    at: ago(7),
    gross: -314,
    description: 'Royal Mail, 1 label',
  })
  return { payout: number, sale, heldOrder: await holdReturn({ db, hub }, sellerId, ago(1)) }
}

/** Number of an order whose money is held because of its open return: one of the demo's, or one that is held now. */
async function holdReturn({ db }: Pick<TestHub, 'db' | 'hub'>, sellerId: number, at: Date): Promise<string> {
  const orders = await db.owner
    .selectFrom('cases as c')
    .innerJoin('orders as o', (join) => join.onRef('o.seller_id', '=', 'c.seller_id').onRef('o.id', '=', 'c.order_id'))
    .leftJoin('holds as h', (join) =>
      join.onRef('h.seller_id', '=', 'c.seller_id').onRef('h.order_id', '=', 'c.order_id').on('h.state', '=', 'HELD'),
    )
    .select(['o.id', 'o.order_number as number', 'o.currency', 'h.reason'])
    .where('c.seller_id', '=', sellerId)
    .where('c.state', '=', 'RETURN_REQUESTED')
    .orderBy('c.id')
    .execute()
  const held = orders.find(({ reason }) => reason === 'RETURN_OPEN')
  if (held) return held.number
  const order = assertDefined(
    orders.find(({ reason }) => reason === null),
    'the demo has an open return',
  )
  const hold = await addHold(db, sellerId, { orderId: order.id, at, reason: 'RETURN_OPEN' })
  await addTransaction(db, sellerId, { state: 'ON_HOLD', at, gross: 7_775, order, currency: order.currency, hold })
  return order.number
}
