import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { offerCostColumns, type OfferCostRow } from '#features/selling/offers/offer-costs.server.ts'
import { discountOfSale } from '#features/core/sale-event/checkout-discount.ts'
import type { SaleThing } from './check-line.ts'
import type { SaleRow } from './sale-events-db.server.ts'

/** A listing of a sale, or a variation of one, with what its prices are worked out from. */
export interface SaleLine extends SaleThing {
  listingId: number
  item: string
  title: string
  sku: string | null
  /** Its values, one a line; empty for a listing without variations. */
  variation: string
  /** What the sale gives; null before it is scheduled. */
  given: { minor: number; wasMinor: number | null } | null
  costs: OfferCostRow & { currency: string }
}

type DiscountTerms = Parameters<typeof discountOfSale>[0] & { code: string | null }

type LineRow = OfferCostRow &
  Pick<Row<'listings'>, 'item_number' | 'title' | 'state' | 'format' | 'currency'> & {
    listing_id: number
    sku: string | null
    variation: string
    base_minor: number
    floor_minor: number | null
    history: { since: string; minor: number }[] | null
    others: { name: string; from: string; to: string; minor: number }[] | null
    discounts: (DiscountTerms & { name: string; starts_at: string; ends_at: string })[] | null
    given_minor: number | null
    was_minor: number | null
  }

/** Reads the listings of a sale by title, each followed by its variations. */
export async function readSaleLines(db: SellerDb, { seller_id: sellerId, id }: SaleRow): Promise<SaleLine[]> {
  const {
    category_id,
    country,
    shipping,
    weight_grams,
    empty_grams,
    item_minor,
    postage_minor,
    packaging_minor,
    cost_minor,
  } = offerCostColumns(sellerId)
  const { rows } = await sql<LineRow>`
    select m.listing_id, l.item_number, l.title, l.state, l.format, l.currency, o.sku, o.variation, o.price_minor as base_minor,
      c.minimum_offer_minor as floor_minor, g.price_minor as given_minor, g.was_minor,
      ${category_id} as category_id, ${country} as country, ${shipping} as shipping, ${weight_grams} as weight_grams,
      ${empty_grams} as empty_grams, ${item_minor} as item_minor, ${postage_minor} as postage_minor,
      ${packaging_minor} as packaging_minor, ${cost_minor} as cost_minor,
      (
        select json_agg(json_build_object('since', h.since, 'minor', h.price_minor) order by h.since)
        from listing_prices h where h.seller_id = ${sellerId} and h.listing_id = m.listing_id and h.variation = o.variation
      ) as history,
      (
        select json_agg(json_build_object('name', e.name, 'from', p.starts_at, 'to', p.ends_at, 'minor', p.price_minor)
          order by p.starts_at)
        from sale_prices p join sale_events e on e.seller_id = ${sellerId} and e.id = p.sale_id
        where p.seller_id = ${sellerId} and p.listing_id = m.listing_id and p.variation = o.variation and p.sale_id <> ${id}
      ) as others,
      (
        select json_agg(e order by e.starts_at, e.id) from sale_listings s
        join sale_events e on e.seller_id = ${sellerId} and e.id = s.sale_id
        where s.seller_id = ${sellerId} and s.listing_id = m.listing_id and s.sale_id <> ${id} and e.kind <> 'PRICE'
          and e.state in ('SCHEDULED', 'RUNNING', 'PAUSED')
      ) as discounts
    from sale_listings m
    join listings l on l.seller_id = ${sellerId} and l.id = m.listing_id
    left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = m.listing_id
    cross join lateral (
      select v.position, array_to_string(v.axis_values, e'\\n') as variation, coalesce(v.sku, l.sku) as sku, v.price_minor, l.currency
      from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = m.listing_id
      union all
      select 0, '', l.sku, l.price_minor, l.currency
      where not exists (select from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = m.listing_id)
    ) o
    left join sale_prices g on g.seller_id = ${sellerId} and g.sale_id = m.sale_id and g.listing_id = m.listing_id and g.variation = o.variation
    where m.seller_id = ${sellerId} and m.sale_id = ${id} order by l.title, m.listing_id, o.position`.execute(db)
  return rows.map((row) => ({
    listingId: row.listing_id,
    item: row.item_number,
    title: row.title,
    sku: row.sku,
    variation: row.variation,
    state: row.state,
    format: row.format,
    currency: row.currency,
    baseMinor: row.base_minor,
    floorMinor: row.floor_minor,
    history: (row.history ?? []).map(({ since, minor }) => ({ since: new Date(since), minor })),
    others: (row.others ?? []).map(({ from, to, ...other }) => ({
      ...other,
      startsAt: new Date(from),
      endsAt: new Date(to),
    })),
    discounts: (row.discounts ?? []).flatMap((each) => {
      const discount = discountOfSale(each)
      const span = { startsAt: new Date(each.starts_at), endsAt: new Date(each.ends_at) }
      return discount ? { name: each.name, code: each.code, ...span, discount } : []
    }),
    given: row.given_minor === null ? null : { minor: row.given_minor, wasMinor: row.was_minor },
    costs: row,
  }))
}
