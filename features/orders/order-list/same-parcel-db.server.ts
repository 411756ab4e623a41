import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { BindValue } from '#db/compile-once.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import { orderIdOf, type OfOrder } from '#features/core/order/of-order-db.server.ts'
import { unshippedStatuses, type OrderNumber } from '#features/core/order/order.ts'

// Orders that can ship in one parcel: same buyer, identical address, units left to ship.

export interface SameParcelOrder {
  order_number: OrderNumber
  open_units: number
  currency: string
  total_minor: number
  /** Title of the first line with units left, and the number of such lines. */
  title: string | null
  open_lines: number
  buyer_note: string | null
}

const address = sql`a.name, a.company, a.line1, a.line2, a.line3, a.city, a.region, a.postal_code, a.country`

type SameParcelRow = SameParcelOrder & { isItself: boolean }

/** Open orders of the buyer to the same address: this one first if open, then oldest first. `only` restricts this one. */
const sameAddress = (at: BindValue<OfOrder>, only = sql``) => {
  const [sellerId, orderId] = [at((on) => on.sellerId), at(orderIdOf)]
  return sql`
    with this as (
      select o.buyer_username, (${address})::text as address from orders o
      join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
      where o.seller_id = ${sellerId} and o.id = ${orderId} ${only}
    )
    select o.order_number, o.currency, o.total_minor, o.buyer_note, o.id = ${orderId} as "isItself", l.*
    from this
    join orders o on o.seller_id = ${sellerId} and o.buyer_username = this.buyer_username and ${isOpen}
    join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id and (${address})::text = this.address
    cross join lateral (
      select (array_agg(title order by position))[1] as title, count(*) as open_lines,
        coalesce(sum(quantity - shipped_quantity - cancelled_quantity), 0)::integer as open_units
      from line_items
      where seller_id = ${sellerId} and order_id = o.id and shipped_quantity + cancelled_quantity < quantity
    ) l
    order by o.id <> ${orderId}, o.placed_at, o.id`
}

const isOpen = sql`o.status in (${sql.join(unshippedStatuses)}) and o.delivery = 'SHIP'`

const allSameParcel: BatchPart<OfOrder, SameParcelRow[]> = { statement: (at) => sameAddress(at), read: (rows) => rows }

/** Reads all open orders of the buyer to the same address: this one first if open, then oldest first. */
export function readSameParcelOrders(db: SellerDb, order: OfOrder): Promise<SameParcelRow[]> {
  return readBatchPart(db, allSameParcel, order)
}

/** Other open orders of the buyer to the same address, oldest first; none if this one is not open. */
export const sameParcel: BatchPart<OfOrder, SameParcelOrder[]> = {
  statement: (at) => sameAddress(at, sql`and ${isOpen}`),
  read: (rows: SameParcelRow[]) => rows.filter(({ isItself }) => !isItself),
}

export const sameParcelIds = (sellerId: number) => sql`
  select unnest(together.ids) from (
    select array_agg(x.id) as ids from orders x
    join addresses a on a.seller_id = ${sellerId} and a.id = x.ship_to_address_id
    where x.seller_id = ${sellerId} and x.status in (${sql.join(unshippedStatuses)}) and x.delivery = 'SHIP'
    group by x.buyer_username, ${address} having count(*) > 1
  ) together`
