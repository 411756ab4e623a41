import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'

interface PartRow {
  position: number
  variation: string | null
  sku: string
  units: number
  available: number
  /** Null if no listing has the SKU any more. */
  number: string | null
  item: string | null
  title: string | null
}

/** Reads what a listing and its variations are made of, with what is available of each part; empty if it is no kit. */
export async function listingKit(
  db: SellerDb,
  { sellerId, listingId, texts }: { sellerId: number; listingId: number; texts: Texts },
) {
  const { rows } = await sql<PartRow>`
    select k.position, array_to_string(v.axis_values, ', ') as variation, k.part_sku as sku, k.units,
      coalesce(i.available, 0) as available, i.stock_number as number, l.item_number as item,
      concat_ws(', ', l.title, array_to_string(w.axis_values, ', ')) as title
    from kit_parts k
    left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = k.listing_id and v.position = k.position
    left join stock_items i on i.seller_id = ${sellerId} and i.sku = k.part_sku
    left join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    left join listing_variations w on w.seller_id = ${sellerId} and w.listing_id = i.listing_id and w.position = i.position
    where k.seller_id = ${sellerId} and k.listing_id = ${listingId} order by k.position, k.nth`.execute(db)
  return rows.map(({ position, variation, sku, units, available, number, item, title }) => ({
    key: `${position} ${sku}`,
    variation,
    sku,
    skuHref: number === null ? null : paths.stockItem(number),
    title: title ?? '',
    href: item === null ? null : paths.listing(item),
    units: texts.number(units),
    available: texts.number(available),
  }))
}
