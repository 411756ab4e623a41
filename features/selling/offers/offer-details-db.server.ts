import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { Condition } from '#features/core/listing/listing-content.ts'
import type { OfferKey, OfferRow } from '#features/core/offer/offer.ts'
import { readSales } from '#features/selling/product-summary/product-summary-db.server.ts'
import { assessEvidence, type Evidence } from '#features/selling/product-summary/product-summary.ts'
import { evidenceSpan } from '#features/selling/product-summary/summary-query.server.ts'
import { offerCostColumns, type OfferCostRow } from './offer-costs.server.ts'

export interface OfferDetailsRow extends OfferRow, OfferCostRow {
  title: string
  image_url: string | null
  item_number: string
  condition: Condition
  product_id: number | null
  /** What the listing asks for a unit now, and how many are left. */
  price_now_minor: number
  units_left: number
  auto_accept_minor: number | null
  minimum_offer_minor: number | null
  order_number: string | null
}

export interface OfferDetails {
  offer: OfferDetailsRow
  steps: Row<'buyer_offer_steps'>[]
  /** Other offers of the buyer for the listing. */
  others: { key: string; price_minor: number; state: OfferRow['state'] }[]
  evidence: Evidence | null
}

/** Reads an offer with what an answer depends on; null if the seller has none. */
export async function loadOffer(
  db: SellerDb,
  { sellerId, key, now }: { sellerId: number; key: OfferKey; now: Date },
): Promise<OfferDetails | null> {
  const costs = Object.entries(offerCostColumns(sellerId)).map(([name, value]) => sql`${value} as ${sql.id(name)}`)
  const { rows } = await sql<OfferDetailsRow>`
    select o.*, l.title, coalesce(l.image_url, p.image_url) as image_url, l.item_number, l.condition, l.product_id,
      coalesce(v.price_minor, l.price_minor) as price_now_minor, least(l.quantity_available, v.quantity) as units_left,
      c.auto_accept_minor, c.minimum_offer_minor,
      (select r.order_number from orders r where r.seller_id = ${sellerId} and r.id = o.order_id) as order_number,
      ${sql.join(costs)}
    from buyer_offers o
    join listings l on l.seller_id = ${sellerId} and l.id = o.listing_id
    left join products p on p.id = l.product_id
    left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = o.listing_id
    left join lateral (
      select v.price_minor, v.quantity from listing_variations v
      where v.seller_id = ${sellerId} and v.listing_id = l.id
        and (array_to_string(v.axis_values, ', ') = o.variation or v.sku = o.sku)
      order by array_to_string(v.axis_values, ', ') = o.variation desc limit 1
    ) v on true
    where o.seller_id = ${sellerId} and o.offer_key = ${key}`.execute(db)
  const [offer] = rows
  if (!offer) return null
  const steps = await selectOfSeller(db, 'buyer_offer_steps', sellerId)
    .selectAll()
    .where('offer_id', '=', offer.id)
    .orderBy('position')
    .execute()
  const others = await selectOfSeller(db, 'buyer_offers', sellerId)
    .select(['offer_key as key', 'price_minor', 'state'])
    .where('listing_id', '=', offer.listing_id)
    .where('buyer_username', '=', offer.buyer_username)
    .where('id', '<>', offer.id)
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
  return { offer, steps, others, evidence: await evidenceOf(db, offer, now) }
}

/** Sales of the product in the listing's condition, as the product summary counts them. */
async function evidenceOf(db: SellerDb, offer: OfferDetailsRow, now: Date): Promise<Evidence | null> {
  const { product_id: productId, currency, condition } = offer
  if (productId === null) return null
  const sales = await readSales(db, { productId, currency, ...evidenceSpan(now) })
  return assessEvidence(
    sales.find((row) => row.condition === condition),
    currency,
  )
}
