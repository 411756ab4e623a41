import { sql } from 'kysely'
import type { BindValue, OfSeller } from '#db/compile-once.ts'

/** Parameters of statements about one order. */
export interface OfOrder extends OfSeller {
  orderId: number
}

/** Condition: the row belongs to the order. `alias` names the table, if the statement has several. */
export const isOfOrder = (at: BindValue<OfOrder>, alias?: string) =>
  sql`${column('seller_id', alias)} = ${at((on) => on.sellerId)} and ${column('order_id', alias)} = ${at((on) => on.orderId)}`

const column = (name: string, alias: string | undefined) => sql.ref(alias === undefined ? name : `${alias}.${name}`)
