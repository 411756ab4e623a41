import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { StockNumber } from '#features/selling/inventory/stock-item.ts'

/** What a label can show of a SKU. */
export interface LabelledProduct {
  number: StockNumber
  sku: string
  title: string
  variation: string | null
  gtin: string | null
  bin: string | null
  priceMinor: number | null
  currency: string | null
}

/** SKUs by their ids, in the order of the ids. A product's GTIN is of all its variations, so those have none. */
export async function readLabelledProducts(
  db: SellerDb,
  sellerId: number,
  ids: readonly number[],
): Promise<LabelledProduct[]> {
  const { rows } = await sql<LabelledProduct>`
    select i.stock_number as number, i.sku, coalesce(l.title, '') as title,
      array_to_string(v.axis_values, ', ') as variation, case when v.position is null then p.gtin end as gtin, b.bin,
      coalesce(v.price_minor, l.price_minor) as "priceMinor", l.currency
    from unnest(${[...ids]}::bigint[]) with ordinality as page (id, place)
    join stock_items i on i.seller_id = ${sellerId} and i.id = page.id
    left join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    left join products p on p.id = l.product_id
    left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = i.listing_id and v.position = i.position
    left join bins b on b.seller_id = ${sellerId} and b.sku = i.sku
    order by page.place`.execute(db)
  return rows
}

/** Ids of SKUs by their public numbers, in the order given. */
export async function idsOfStock(db: SellerDb, sellerId: number, numbers: readonly StockNumber[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from unnest(${[...numbers]}::text[]) with ordinality as asked (number, place)
    join stock_items i on i.seller_id = ${sellerId} and i.stock_number = asked.number
    order by asked.place`.execute(db)
  return rows.map(({ id }) => id)
}
