import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { discountOf } from './offer.ts'

/** Sales that pay offers: their orders in whole, and what was agreed for the items of the offers. */
export interface OfferSales {
  orders: number
  grossMinor: number
  units: number
  agreedMinor: number
  askedMinor: number
}

interface SalesOf {
  sellerId: number
  currency: string
  /** Tables to read, with the orders as `o`. */
  from: RawBuilder<unknown>
  /** Condition on order `o` and offer `f`. */
  where: RawBuilder<unknown>
}

/** Sums the sales that pay offers; for the sales report and the pages of listings alike. */
export async function readOfferSales(db: SellerDb, { sellerId, currency, from, where }: SalesOf): Promise<OfferSales> {
  const { rows } = await sql<OfferSales>`
    select count(*) as orders, coalesce(sum(total_minor), 0)::bigint as "grossMinor", coalesce(sum(units), 0)::bigint as units,
      coalesce(sum(agreed), 0)::bigint as "agreedMinor", coalesce(sum(asked), 0)::bigint as "askedMinor"
    from (
      select o.id, o.total_minor, sum(f.units) as units, sum(f.price_minor * f.units) as agreed, sum(f.list_price_minor * f.units) as asked
      from ${from}
      join buyer_offers f on f.seller_id = ${sellerId} and f.order_id = o.id
      where o.seller_id = ${sellerId} and o.currency = ${currency} and is_sale(o.payment_status, o.cancel_state) and ${where}
      group by o.id, o.total_minor
    ) sold`.execute(db)
  return rows[0] ?? { orders: 0, grossMinor: 0, units: 0, agreedMinor: 0, askedMinor: 0 }
}

/** Share by which the agreed prices are below what the listings asked, from 0 to 1. */
export const averageDiscount = ({ askedMinor, agreedMinor }: OfferSales): number =>
  discountOf(askedMinor, agreedMinor) / 100
