import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { kitCost } from '#features/core/costs/unit-cost.server.ts'
import type { KitPart } from '#features/core/listing/kit.ts'
import { readKits } from '#features/core/listing/kits-db.server.ts'
import type { PolicyKind } from '#features/core/listing/listing-content.ts'
import { noCustoms, type CustomsDetails } from '#features/core/listing/customs-details.ts'
import { isOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import type { Listing } from '#features/selling/listings/listing-actions-db.server.ts'
import type { PatchableListing } from './listing-patch.ts'

export interface StoredPatchable {
  row: Listing
  listing: PatchableListing
  /** What its variations differ by. */
  axes: readonly string[]
}

interface Selection {
  sellerId: number
  ids: readonly number[]
  /** Locks the rows, by id to avoid deadlocks. */
  locks?: boolean
  /** Descriptions are long; without, they are empty. */
  withDescription?: boolean
}

type Content = Row<'listing_contents'>

interface PatchableRow
  extends
    Listing,
    Pick<Row<'listings'>, 'category' | 'condition' | 'quantity_sold' | 'shares_stock' | 'is_kit' | 'image_url'>,
    Pick<Content, 'weight_grams' | 'length_mm' | 'width_mm' | 'height_mm' | 'handling_days' | 'cost_minor'>,
    Pick<Content, 'minimum_offer_minor' | 'auto_accept_minor'> {
  description: string | null
  aspects: Record<string, string[]> | null
  axes: { name: string }[] | null
  best_offer: boolean | null
  policies: Partial<Record<PolicyKind, string>> | null
  bin: string | null
  unit_cost_minor: number | null
  median_minor: number | null
  is_cost_bought: boolean
  has_variations: boolean
  customs: CustomsDetails | null
  is_stock_of_shop: boolean
}

/** Reads the seller's listings among these as far as patches concern them, ordered by id. */
export async function readPatchable(
  db: SellerDb,
  { sellerId, ids, locks = false, withDescription = false }: Selection,
): Promise<StoredPatchable[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PatchableRow>`
    select l.seller_id, l.id, l.item_number, l.title, l.sku, l.state, l.end_reason, l.format, l.price_minor, l.currency,
      l.quantity_available, l.starts_at, l.ends_at, l.ended_at, l.out_of_stock_since, l.duration_days, l.version,
      l.category, l.condition, l.quantity_sold, l.shares_stock, l.is_kit, l.reserved,
      coalesce(l.image_url, (select p.image_url from products p where p.id = l.product_id)) as image_url,
      c.aspects, c.axes, c.best_offer, c.minimum_offer_minor, c.auto_accept_minor, c.weight_grams, c.length_mm, c.width_mm,
      c.height_mm, c.handling_days, c.cost_minor, ${withDescription ? sql`c.description` : sql`''`} as description,
      (select json_object_agg(p.kind, p.policy_id) from listing_policies p
        where p.seller_id = ${sellerId} and p.listing_id = l.id) as policies,
      (select b.bin from bins b where b.seller_id = ${sellerId} and b.sku = l.sku) as bin,
      ${customsOf(sql`l.currency`)} as customs,
      case when l.is_kit then ${kitCost(sellerId, { sku: sql`l.sku`, currency: sql`l.currency` })} else k.unit_cost_minor end as unit_cost_minor,
      e.typical_minor as median_minor, coalesce(k.stock_units > 0, false) as is_cost_bought,
      exists (select from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = l.id) as has_variations,
      ${isOfShop(sellerId, sql`l.shop_counts`)} as is_stock_of_shop
    from listings l left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = l.id
    left join customs_details d on d.seller_id = ${sellerId} and d.sku = l.sku
    left join costed_skus k on k.seller_id = ${sellerId} and k.sku = l.sku and k.currency = l.currency
    left join listing_evidence e on e.seller_id = ${sellerId} and e.listing_id = l.id and l.price_place <> 'none'
    where l.seller_id = ${sellerId} and l.id = any (${ids}::bigint[])
    order by l.id ${locks ? sql`for update of l` : sql``}`.execute(db)
  const kits = await readKits(
    db,
    sellerId,
    rows.flatMap(({ id, is_kit: isKit }) => (isKit ? id : [])),
  )
  const partsOf = new Map(
    kits.flatMap(({ listingId, position, parts }) => (position === 0 ? [[listingId, parts] as const] : [])),
  )
  return rows.map((row) => ({
    row,
    listing: patchable(row, partsOf.get(row.id)),
    axes: (row.axes ?? []).map(({ name }) => name),
  }))
}

/** The details of the joined row `d`; null without. */
export const customsOf = (currency: RawBuilder<unknown>) => sql`case when d.sku is not null then json_build_object(
  'hsCode', d.hs_code, 'originCountry', d.origin_country, 'description', d.description,
  'valueMinor', case when d.currency = ${currency} then d.value_minor end) end`

function patchable(row: PatchableRow, parts: readonly KitPart[] = []): PatchableListing {
  const policyOf = (kind: PolicyKind) => row.policies?.[kind] ?? null
  return {
    id: row.id,
    itemNumber: row.item_number,
    version: row.version,
    state: row.state,
    format: row.format,
    quantitySold: row.quantity_sold,
    endsAt: row.ends_at,
    isStockOfShop: row.is_stock_of_shop,
    sharesStock: row.shares_stock,
    isKit: row.is_kit,
    hasVariations: row.has_variations,
    variation: null,
    relatedSkus: new Set(),
    bin: row.bin,
    unitCostMinor: row.unit_cost_minor,
    medianMinor: row.median_minor,
    isCostBought: row.is_cost_bought,
    imageUrl: row.image_url,
    content: {
      title: row.title,
      sku: row.sku,
      epid: null,
      category: row.category || null,
      condition: row.condition,
      format: row.format,
      pictures: [],
      description: row.description ?? '',
      aspects: row.aspects ?? {},
      currency: row.currency,
      priceMinor: row.price_minor || null,
      quantity: row.quantity_available,
      ...(parts.length > 0 ? { parts } : {}),
      bestOffer: row.best_offer
        ? { minimumMinor: row.minimum_offer_minor, autoAcceptMinor: row.auto_accept_minor }
        : null,
      axes: [],
      variations: [],
      parcel: {
        packageId: null,
        weightGrams: row.weight_grams,
        lengthMm: row.length_mm,
        widthMm: row.width_mm,
        heightMm: row.height_mm,
      },
      customs: row.customs ?? noCustoms,
      handlingDays: row.handling_days,
      policies: { FULFILMENT: policyOf('FULFILMENT'), PAYMENT: policyOf('PAYMENT'), RETURN: policyOf('RETURN') },
      startsAt: null,
      costMinor: row.cost_minor,
      postageMinor: null,
    },
  }
}
