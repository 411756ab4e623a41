import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { FileRow } from '#features/selling/listing-files/read-rows.ts'

/** Ids of listings by item number and by SKU; a SKU may be that of a variation, which is named as in `PatchTarget`. */
export type NamedListings = Awaited<ReturnType<typeof findListings>>

/**
 * Finds the seller's listings that rows name. Of several listings with a SKU the active one is meant,
 * then a draft, also by the SKUs of variations that a file gave it; never an ended one.
 */
export async function findListings(db: SellerDb, sellerId: number, rows: readonly Pick<FileRow, 'item' | 'sku'>[]) {
  const items = rows.flatMap(({ item }) => item ?? [])
  const skus = [...new Set(rows.flatMap(({ sku }) => sku ?? []))]
  const { rows: found } = await sql<{
    id: number
    item: string
    sku: string | null
    variation: string | null
    users: number
  }>`
    select id, item_number as item, null as sku, null as variation, 1 as users from listings
    where seller_id = ${sellerId} and item_number = any (${items}::text[])
    union all
    select id, item_number, sku, null, users from (
      select id, item_number, sku, row_number() over (partition by sku order by (tab = 'drafts'), id) as turn,
        (count(*) filter (where tab <> 'drafts') over (partition by sku))::integer as users
      from listings where seller_id = ${sellerId} and tab in ('active', 'scheduled', 'drafts') and sku = any (${skus}::text[])
    ) l where turn = 1
    union all
    select id, item_number, sku, variation, 1 from (
      select l.id, l.item_number, v.sku, array_to_string(v.axis_values, e'\\n') as variation,
        row_number() over (partition by v.sku order by (l.tab = 'drafts'), l.id) as turn
      from listing_variations v join listings l on l.seller_id = ${sellerId} and l.id = v.listing_id
      where v.seller_id = ${sellerId} and v.sku = any (${skus}::text[]) and l.tab <> 'ended'
    ) v where turn = 1
    union all
    select l.id, l.item_number, d.sku, null, 1
    from draft_skus d join listings l on l.seller_id = ${sellerId} and l.id = d.listing_id
    where d.seller_id = ${sellerId} and d.sku = any (${skus}::text[]) and l.tab = 'drafts'`.execute(db)
  const named = found.filter(({ sku }) => sku !== null)
  return {
    byItem: new Map(found.filter(({ sku }) => sku === null).map(({ id, item }) => [item, id])),
    /** SKUs of several active listings that share their stock. */
    sharedSkus: new Set(named.flatMap(({ sku, users }) => (users > 1 && sku !== null ? [sku] : []))),
    // A listing's own SKU goes before that of a variation.
    bySku: new Map(named.toReversed().map(({ id, sku, variation }) => [sku ?? '', { listingId: id, variation }])),
  }
}
