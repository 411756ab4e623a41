import { sql, type RawBuilder } from 'kysely'

/** SQL: whether tax is known of the order with this id: some was posted, or the shop told the taxes of each line. */
export const hasKnownTax = (sellerId: number, orderId: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from orders x where x.seller_id = ${sellerId} and x.id = ${orderId} and (x.tax_minor <> 0 or not exists (
    select from line_items l where l.seller_id = ${sellerId} and l.order_id = x.id and l.taxes is null
  )))`
