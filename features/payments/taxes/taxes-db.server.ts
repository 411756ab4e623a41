import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { hasKnownTax } from '#features/core/order/known-taxes.server.ts'
import type { TaxOfSale } from '#features/core/order/line-tax.ts'
import { hasTaxes, readReturnedTaxes } from '#features/core/order/returned-taxes-db.server.ts'
import { lineGross } from '#features/orders/order-list/sold-orders.server.ts'
import { addNames, type CountrySum, type NamedSum, type TaxSum } from './tax-sums.ts'

interface TaxSpan {
  sellerId: number
  from: Date
  before: Date
}

/**
 * Sums the tax of a period by the country to which the orders went, by who pays it, and by name. Amounts of tax are
 * those of the ledger; names, taxable sales, and tax that prices contain, are those that the shop told of the orders.
 */
export async function sumTaxes(db: SellerDb, span: TaxSpan): Promise<TaxSum[]> {
  const posted = await sumPosted(db, span)
  return addNames(posted, [...(await sumSold(db, span)), ...(await sumReturned(db, span))])
}

export interface TaxCoverage {
  sales: number
  known: number
  /** When the first sale here was paid; null without any. */
  firstSale: Date | null
}

export const countKnown = (db: SellerDb, { sellerId, from, before }: TaxSpan): Promise<TaxCoverage> =>
  oneRow(
    db,
    sql<TaxCoverage>`
      select count(*) as sales, count(*) filter (where ${hasKnownTax(sellerId, sql`t.order_id`)}) as known,
        (select min(happened_at) from transactions where seller_id = ${sellerId} and kind = 'SALE') as "firstSale"
      from transactions t
      where t.seller_id = ${sellerId} and t.kind = 'SALE' and t.happened_at >= ${from} and t.happened_at < ${before}`,
  )

/** The seller's tax is a credit of its account, the marketplace's a debit. */
async function sumPosted(db: SellerDb, { sellerId, from, before }: TaxSpan): Promise<CountrySum[]> {
  const { rows } = await sql<CountrySum>`
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

/** Who pays the tax that an entry has added to prices. */
const payerOf = (sellerId: number, entry: string) => sql`coalesce((
  select case p.account when 'tax:seller' then 'SELLER' else 'MARKETPLACE' end from ledger_postings p
  where p.seller_id = ${sellerId} and p.entry_id = ${sql.ref(entry)} and p.account in ('tax:seller', 'tax:marketplace_collected')
  limit 1
), 'SELLER')`

/** SQL: tax that was added to line `l` without names. Must agree with `taxesOfSale`. */
const unnamedTax = sql`jsonb_build_array(jsonb_build_object('name', '', 'minor', l.tax_minor, 'included', false))`

/** SQL: what the taxes `n` of a price were paid on, one price for each key. Must agree with `taxesOfSale`. */
const taxableOf = (price: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`
  greatest(0, ${price} - coalesce(sum(n.minor) filter (where n.included) over (partition by ${key}), 0))`

/** Taxes of the orders whose sale was posted, by name. */
async function sumSold(db: SellerDb, { sellerId, from, before }: TaxSpan): Promise<NamedSum[]> {
  const { rows } = await sql<NamedSum>`
    select country, kind, currency, name, rate, sum(minor)::bigint as "collectedMinor", 0 as "returnedMinor",
      sum(taxable)::bigint as "taxableMinor"
    from (
      select o.ship_to_country as country, t.currency, x.name, x.rate, x.minor, x.taxable,
        case when x.included then 'INCLUDED' else ${payerOf(sellerId, 't.entry_id')} end as kind
      from transactions t
      join ledger_entries s on s.seller_id = ${sellerId} and s.id = t.entry_id
      join orders o on o.seller_id = ${sellerId} and o.id = t.order_id
      cross join lateral (
        select n.*, ${taxableOf(sql`${lineGross} - l.tax_minor`, sql`l.id`)} as taxable
        from line_items l
        cross join lateral jsonb_to_recordset(coalesce(l.taxes, ${unnamedTax})) n (name text, rate text, minor bigint, included boolean)
        where l.seller_id = ${sellerId} and l.order_id = o.id and (l.taxes is not null or l.tax_minor > 0)
          and s.entry_key = concat_ws(' ', 'sale', o.id, l.addition)
        union all
        select n.*, ${taxableOf(sql`(e.extra ->> 'minor')::bigint`, sql`e.nth`)} as taxable
        from jsonb_array_elements(o.extras) with ordinality e (extra, nth)
        cross join lateral jsonb_to_recordset(e.extra -> 'taxes') n (name text, rate text, minor bigint, included boolean)
        where s.entry_key = concat_ws(' ', 'sale', o.id)
      ) x
      where t.seller_id = ${sellerId} and t.kind = 'SALE' and t.happened_at >= ${from} and t.happened_at < ${before}
    ) told
    group by country, kind, currency, name, rate`.execute(db)
  return rows
}

interface PostedRefund {
  refundId: number
  orderId: number
  country: string
  currency: string
  payer: 'SELLER' | 'MARKETPLACE'
}

async function sumReturned(db: SellerDb, { sellerId, from, before }: TaxSpan): Promise<NamedSum[]> {
  const { rows } = await sql<PostedRefund>`
    select r.id as "refundId", o.id as "orderId", o.ship_to_country as country, t.currency,
      ${payerOf(sellerId, 't.entry_id')} as payer
    from transactions t
    join ledger_entries e on e.seller_id = ${sellerId} and e.id = t.entry_id
    join orders o on o.seller_id = ${sellerId} and o.id = t.order_id
    join refunds r on r.seller_id = ${sellerId} and r.order_id = o.id and e.entry_key = 'refund ' || r.id
    where t.seller_id = ${sellerId} and t.kind = 'REFUND' and t.happened_at >= ${from} and t.happened_at < ${before}
      and ${hasTaxes(sellerId)}`.execute(db)
  const orders = [...new Set(rows.map(({ orderId }) => orderId))]
  const taxes = orders.length === 0 ? new Map<number, TaxOfSale[]>() : await readReturnedTaxes(db, sellerId, orders)
  return rows.flatMap(({ refundId, country, currency, payer }) =>
    (taxes.get(refundId) ?? []).map(({ name, rate, minor, included, taxableMinor }) => ({
      country,
      kind: included ? ('INCLUDED' as const) : payer,
      currency,
      name,
      rate,
      collectedMinor: 0,
      returnedMinor: -minor,
      taxableMinor: -taxableMinor,
    })),
  )
}
