import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { ReportPeriods } from './report-period.ts'
import { requestedHours, type Which } from './report-spans.server.ts'

export interface SalesParts {
  itemMinor: number
  shippingMinor: number
  taxMinor: number
}

/** Reads the parts of the sales of both periods in a currency, from the same rows as `sumSales`. */
export async function readParts(
  db: SellerDb,
  { sellerId, periods, currency }: { sellerId: number; periods: ReportPeriods; currency: string },
): Promise<Record<Which, SalesParts>> {
  const { rows } = await sql<SalesParts & { period: Which }>`
    select period, (sum(gross - shipping - tax))::bigint as "itemMinor", sum(shipping)::bigint as "shippingMinor",
      sum(tax)::bigint as "taxMinor"
    from (
      select period, gross_minor as gross, shipping_minor as shipping, tax_minor as tax
      from ${requestedHours(periods, true)}
      join sales_hours on seller_id = ${sellerId} and hour >= starts and hour < ends and currency = ${currency}
      union all
      select period, total_minor, least(shipping_minor, total_minor - tax_minor), tax_minor
      from ${requestedHours(periods, false)}
      join orders on seller_id = ${sellerId} and placed_at >= starts and placed_at < ends and currency = ${currency}
        and is_sale(payment_status, cancel_state)
    ) sold
    group by period`.execute(db)
  const nothing = { itemMinor: 0, shippingMinor: 0, taxMinor: 0 }
  const of = (period: Which) => rows.find((row) => row.period === period) ?? nothing
  return { current: of('current'), previous: of('previous') }
}
