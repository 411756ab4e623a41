import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'

/** Who pays the tax to the state: the seller, or the marketplace that collected it. */
export const taxKinds = ['SELLER', 'MARKETPLACE'] as const
export type TaxKind = (typeof taxKinds)[number]

/** Tax of a country and kind in a period. */
export interface TaxSum {
  /** Null if it is unknown. */
  country: string | null
  kind: TaxKind
  currency: string
  /** With sales. */
  collectedMinor: number
  /** With refunds: not positive. */
  returnedMinor: number
}

/**
 * Sums the tax that was posted within a period, by the country to which the orders went. The seller's tax is a credit
 * of its account, the marketplace's a debit.
 */
export async function sumTaxes(
  db: SellerDb,
  { sellerId, from, before }: { sellerId: number; from: Date; before: Date },
): Promise<TaxSum[]> {
  const { rows } = await sql<TaxSum>`
    select o.ship_to_country as country, s.kind, s.currency,
      sum(greatest(s.minor, 0))::bigint as "collectedMinor", sum(least(s.minor, 0))::bigint as "returnedMinor"
    from (
      select e.order_id, p.currency,
        case p.account when 'tax:seller' then 'SELLER' else 'MARKETPLACE' end as kind,
        case p.account when 'tax:seller' then -p.amount_minor else p.amount_minor end as minor
      from ledger_postings p
      join ledger_entries e on e.seller_id = ${sellerId} and e.id = p.entry_id
      where p.seller_id = ${sellerId} and p.account in ('tax:seller', 'tax:marketplace_collected')
        and p.happened_at >= ${from} and p.happened_at < ${before}
    ) s
    left join orders o on o.seller_id = ${sellerId} and o.id = s.order_id
    group by o.ship_to_country, s.kind, s.currency
    order by s.currency, sum(s.minor) desc, o.ship_to_country, s.kind`.execute(db)
  return rows
}
