import { sql, type RawBuilder } from 'kysely'

/** Margins to filter by; `known` and `unknown` by whether the cost is known of all items. */
export const margins = ['loss', 'under-10', 'under-20', 'from-20', 'known', 'unknown'] as const
type Margin = (typeof margins)[number]
type Bounded = Exclude<Margin, 'known' | 'unknown'>

/** In hundredths of a percent of item and shipping. */
const bounds: Record<Bounded, { from: number | null; below: number | null }> = {
  loss: { from: null, below: 0 },
  'under-10': { from: null, below: 1_000 },
  'under-20': { from: null, below: 2_000 },
  'from-20': { from: 2_000, below: null },
}

function isWithin(
  margin: Bounded,
  { profit, revenue }: { profit: RawBuilder<unknown>; revenue: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { from, below } = bounds[margin]
  const share = (bps: number) => sql`${revenue} * ${sql.lit(bps)}`
  return sql.join(
    [
      sql`${revenue} > 0`,
      ...(from === null ? [] : [sql`${profit} * 10000 >= ${share(from)}`]),
      ...(below === null ? [] : [sql`${profit} * 10000 < ${share(below)}`]),
    ],
    sql` and `,
  )
}

const amounts = { profit: sql`p.profit_minor`, revenue: sql`p.revenue_minor` }

/** Condition: the order `o` has this margin. */
export function orderHasMargin(margin: Margin, sellerId: number): RawBuilder<unknown> {
  if (margin === 'unknown')
    return sql`not exists (select from order_profits p where p.seller_id = ${sellerId} and p.order_id = o.id)`
  const isOfMargin = margin === 'known' ? sql`` : sql`and ${isWithin(margin, amounts)}`
  return sql`o.id in (select p.order_id from order_profits p where p.seller_id = ${sellerId} ${isOfMargin})`
}

/** Condition: the sales of listing `o`, in its currency, have this margin. */
export function listingHasMargin(margin: Margin, sellerId: number): RawBuilder<unknown> {
  const ofListing = sql`p.seller_id = ${sellerId} and p.units > 0`
  if (margin === 'unknown')
    return sql`not exists (
      select from listing_profits p where ${ofListing} and p.listing_id = o.id and p.currency = o.currency)`
  const isOfMargin = margin === 'known' ? sql`` : sql`and ${isWithin(margin, amounts)}`
  return sql`(o.id, o.currency) in (
    select p.listing_id, p.currency from listing_profits p where ${ofListing} ${isOfMargin})`
}
