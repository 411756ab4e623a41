import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import type { SaleRow } from './sale-events-db.server.ts'

export interface SaleFigures {
  units: number
  /** Of items after discounts, in minor units of the sale's currency. */
  minor: number
  /** Of the units whose cost is known. */
  profitMinor: number
  /** Units whose profit is not known. */
  unknownUnits: number
}

export interface SaleResults {
  during: SaleFigures
  /** The same length of time before it began. */
  before: SaleFigures
  from: Date
  to: Date
  beforeFrom: Date
}

/** What the listings of a sale sold since it began, and in the same time before; null before it begins. */
export async function readSaleResults(db: SellerDb, sale: SaleRow, now: Date): Promise<SaleResults | null> {
  const { seller_id: sellerId, id, currency, starts_at: from } = sale
  const to = new Date(Math.min(now.getTime(), (sale.ended_at ?? sale.ends_at).getTime()))
  if (sale.state === 'DRAFT' || to <= from) return null
  const beforeFrom = new Date(2 * from.getTime() - to.getTime())
  const figures = async (start: Date, end: Date): Promise<SaleFigures> =>
    firstRow(
      await sql<SaleFigures>`
        select coalesce(sum(i.quantity - i.cancelled_quantity), 0)::integer as units,
          coalesce(sum(greatest(0, i.unit_price_minor * i.quantity - i.discount_minor) * (i.quantity - i.cancelled_quantity) / i.quantity), 0)::bigint
            as minor,
          coalesce(sum(y.profit_minor), 0)::bigint as "profitMinor",
          coalesce(sum(i.quantity - i.cancelled_quantity - coalesce(y.units, 0)), 0)::integer as "unknownUnits"
        from sale_listings m
        join line_items i on i.seller_id = ${sellerId} and i.listing_id = m.listing_id
        join orders o on o.seller_id = ${sellerId} and o.id = i.order_id
        left join line_profits y on y.seller_id = ${sellerId} and y.order_id = i.order_id and y.line_item_id = i.id
        where m.seller_id = ${sellerId} and m.sale_id = ${id} and o.placed_at >= ${start} and o.placed_at < ${end}
          and i.currency = ${currency} and is_sale(o.payment_status, o.cancel_state)`.execute(db),
    )
  return { during: await figures(from, to), before: await figures(beforeFrom, from), from, to, beforeFrom }
}
