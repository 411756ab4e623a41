import { kitCost } from '#features/core/costs/unit-cost.server.ts'
import type { KitPart } from '#features/core/listing/kit.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { noCustoms, type CustomsDetails } from '#features/core/listing/customs-details.ts'
import { groupBy } from '#lib/group-by.ts'
import { targetKey, type PatchableListing, type PatchTarget } from './listing-patch.ts'
import { customsOf, readPatchable, type StoredPatchable } from './patchable-listings-db.server.ts'

interface TargetSelection {
  sellerId: number
  targets: readonly PatchTarget[]
  /** Locks the rows of their listings, which other changes of variations lock as well. */
  locks?: boolean
  withDescription?: boolean
}

/** What patches concern: listings and variations by `targetKey`. */
export type StoredTargets = Awaited<ReturnType<typeof readTargets>>

export interface StoredVariation {
  listing_id: number
  position: number
  key: string
  sku: string | null
  price_minor: number
  quantity: number
  bin: string | null
  unit_cost_minor: number | null
  is_cost_bought: boolean
  customs: CustomsDetails | null
  is_kit: boolean
  parts: KitPart[] | null
}

export async function readTargets(
  db: SellerDb,
  { sellerId, targets, locks = false, withDescription = false }: TargetSelection,
) {
  const ids = [...new Set(targets.map(({ listingId }) => listingId))]
  const stored = await readPatchable(db, { sellerId, ids, locks, withDescription })
  const varied = stored.filter(({ listing }) => listing.hasVariations).map(({ row }) => row.id)
  const variations = groupBy(await readVariations(db, sellerId, varied), ({ listing_id }) => listing_id)
  const byKey = new Map<string, StoredPatchable>()
  for (const { row, listing, axes } of stored) {
    const own = variations.get(row.id) ?? []
    byKey.set(targetKey({ listingId: row.id, variation: '' }), {
      row,
      axes,
      listing: { ...listing, relatedSkus: skusOf(own) },
    })
    for (const variation of own)
      byKey.set(targetKey({ listingId: row.id, variation: variation.key }), {
        row,
        axes,
        listing: asPatchable(listing, variation, own),
      })
  }
  return { byKey, variations }
}

async function readVariations(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<StoredVariation[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StoredVariation>`
    select v.listing_id, v.position, array_to_string(v.axis_values, e'\\n') as key, v.sku, v.price_minor, v.quantity, v.is_kit,
      (select json_agg(json_build_object('sku', q.part_sku, 'units', q.units) order by q.nth) from kit_parts q
        where q.seller_id = ${sellerId} and q.listing_id = v.listing_id and q.position = v.position) as parts,
      b.bin, ${customsOf(sql`l.currency`)} as customs,
      case when v.is_kit then ${kitCost(sellerId, { sku: sql`v.sku`, currency: sql`l.currency` })} else k.unit_cost_minor end as unit_cost_minor,
      coalesce(k.stock_units > 0, false) as is_cost_bought
    from listing_variations v
    join listings l on l.seller_id = ${sellerId} and l.id = v.listing_id
    left join bins b on b.seller_id = ${sellerId} and b.sku = v.sku
    left join customs_details d on d.seller_id = ${sellerId} and d.sku = v.sku
    left join costed_skus k on k.seller_id = ${sellerId} and k.sku = v.sku and k.currency = l.currency
    where v.seller_id = ${sellerId} and v.listing_id = any (${[...ids]}::bigint[])
    order by v.listing_id, v.position`.execute(db)
  return rows
}

const skusOf = (variations: readonly StoredVariation[]) => new Set(variations.flatMap(({ sku }) => sku ?? []))

function asPatchable(
  listing: PatchableListing,
  {
    position,
    key,
    sku,
    price_minor,
    quantity,
    bin,
    customs,
    unit_cost_minor,
    is_cost_bought,
    is_kit,
    parts,
  }: StoredVariation,
  all: readonly StoredVariation[],
): PatchableListing {
  const others = skusOf(all.filter((each) => each.position !== position))
  return {
    ...listing,
    variation: { key, position },
    relatedSkus: listing.content.sku === null ? others : others.add(listing.content.sku),
    bin,
    unitCostMinor: unit_cost_minor,
    isCostBought: is_cost_bought,
    isKit: is_kit,
    content: {
      ...listing.content,
      sku,
      priceMinor: price_minor,
      quantity,
      customs: customs ?? noCustoms,
      ...(parts ? { parts } : {}),
    },
  }
}
