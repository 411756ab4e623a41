import { sql } from 'kysely'
import { unitCostOf } from '#features/core/costs/unit-cost.server.ts'
import { feesOfShop } from '#features/core/fees/fee.ts'
import { findLeaf, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import type { OfferCosts } from '#features/core/offer/offer-net.ts'
import { emptyGrams } from '#features/core/shipping/empty-grams.server.ts'
import { homePrice } from '#features/core/shipping/home-price.ts'
import type { Shipping } from '#features/core/shipping/shipping.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'

/** What the costs of an offer are worked out from, as columns of its listing `l` with its content `c`. */
export interface OfferCostRow {
  category_id: string | null
  country: string
  shipping: Shipping | null
  weight_grams: number | null
  empty_grams: number
  item_minor: number
  postage_minor: number
  packaging_minor: number
  cost_minor: number | null
}

/** Columns of `OfferCostRow`, of the offer `o`. */
export const offerCostColumns = (sellerId: unknown) => ({
  category_id: sql<string | null>`l.category_id`,
  country: sql<string>`(select w.country from sellers w where w.id = ${sellerId})`,
  shipping: sql<Shipping | null>`(
    select p.shipping from listing_policies lp
    join seller_policies p on p.seller_id = ${sellerId} and p.kind = lp.kind and p.id = lp.policy_id
    where lp.seller_id = ${sellerId} and lp.listing_id = l.id and lp.kind = 'FULFILMENT')`,
  weight_grams: sql<number | null>`c.weight_grams`,
  empty_grams: emptyGrams(sellerId),
  item_minor: sql<number>`l.price_minor`,
  postage_minor: sql<number>`coalesce(c.postage_minor, 0)`,
  packaging_minor: sql<number>`coalesce((
    select g.packaging_minor from listing_packaging g
    where g.seller_id = ${sellerId} and g.listing_id = l.id and g.currency = o.currency), (
    select s.packaging_minor from cost_settings s where s.seller_id = ${sellerId} and s.packaging_currency = o.currency), 0)`,
  cost_minor: sql<number | null>`coalesce(
    c.cost_minor, ${unitCostOf(sellerId, { sku: sql`coalesce(o.sku, l.sku)`, currency: sql`o.currency` })})`,
})

export const offerCosts = (
  row: OfferCostRow & { currency: string },
  { policyPack, taxonomy }: { policyPack: PolicyPack; taxonomy?: Taxonomy | undefined },
): OfferCosts => ({
  fees: feesOfShop(policyPack, { country: row.country, currency: row.currency }),
  feeGroup: (taxonomy && findLeaf(taxonomy, row.category_id)?.fees) ?? 'DEFAULT',
  shippingMinor:
    homePrice({ ...row, grams: row.weight_grams, emptyGrams: row.empty_grams, priceMinor: row.item_minor }) ?? 0,
  postageMinor: row.postage_minor,
  packagingMinor: row.packaging_minor,
  costMinor: row.cost_minor,
})
