import { sql } from 'kysely'
import type { BindValue, OfSeller } from '#db/compile-once.ts'
import type { BatchPart, BatchParts } from '#db/read-batch.ts'
import type { OrderNumber } from './order.ts'

export interface OfOrder extends OfSeller {
  orderId: number
}

/** Takes the id of the order, in whose place `partsByNumber` puts the order with a number. */
export const orderIdOf = ({ orderId }: OfOrder) => orderId

export interface OfOrderNumber extends OfSeller {
  orderNumber: OrderNumber
}

/** The same parts about the order with a number, so that no statement before them has to find the order. */
export function partsByNumber<T extends Record<string, unknown>>(
  parts: BatchParts<OfOrder, T>,
): BatchParts<OfOrderNumber, T> {
  const entries = Object.entries<BatchPart<OfOrder, unknown>>(parts)
  // Entries lose the types by name.
  return Object.fromEntries(entries.map(([name, part]) => [name, partByNumber(part)])) as BatchParts<OfOrderNumber, T>
}

const partByNumber = <T>({ statement, read }: BatchPart<OfOrder, T>): BatchPart<OfOrderNumber, T> => ({
  statement: (at) => {
    const sellerId = at((on) => on.sellerId)
    const orderId = sql`(select id from orders where seller_id = ${sellerId} and order_number = ${at((on) => on.orderNumber)})`
    return statement((take) => (take === orderIdOf ? orderId : at((on) => take(withoutId(on)))))
  },
  read,
})

const withoutId = ({ sellerId }: OfSeller): OfOrder => ({
  sellerId,
  get orderId(): never {
    throw new Error('a part of an order takes its id by orderIdOf')
  },
})

/** Condition: the row belongs to the order. `alias` names the table, if the statement has several. */
export const isOfOrder = (at: BindValue<OfOrder>, alias?: string) =>
  sql`${column('seller_id', alias)} = ${at((on) => on.sellerId)} and ${column('order_id', alias)} = ${at(orderIdOf)}`

const column = (name: string, alias: string | undefined) => sql.ref(alias === undefined ? name : `${alias}.${name}`)
