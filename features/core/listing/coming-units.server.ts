import { sql, type RawBuilder } from 'kysely'

/** SQL: units of a SKU that are ordered at suppliers and not received. */
export const comingUnits = (sku: RawBuilder<unknown>, sellerId: unknown) => sql<number>`coalesce((
  select sum(greatest(0, n.ordered_units - n.received_units)) from purchase_lines n
  join purchase_orders p on p.seller_id = ${sellerId} and p.id = n.purchase_id and p.state in ('ORDERED', 'PARTLY_RECEIVED')
  where n.seller_id = ${sellerId} and n.sku = ${sku}), 0)::integer`
