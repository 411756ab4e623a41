import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { StockNumber } from '#features/selling/inventory/stock-item.ts'

export interface CountKey {
  sellerId: number
  id: string
}

/** A count; `rows` and `differing` are its SKUs. */
export interface CountRow extends Pick<
  Row<'stock_counts'>,
  'id' | 'counted_by' | 'made_at' | 'unknown_codes' | 'applied_at' | 'location_id' | 'purchase_id'
> {
  rows: number
  differing: number
  /** Name of its location; null if there was one place. */
  location: string | null
  /** Number of the order that it receives. */
  purchase: string | null
}

/** The latest counts of the seller, newest first; or the one with this id. */
export async function readCounts(
  db: SellerDb,
  { sellerId, id = null, limit = 1 }: { sellerId: number; id?: string | null; limit?: number },
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select c.id, c.counted_by, c.made_at, c.unknown_codes, c.applied_at, c.location_id, c.purchase_id, coalesce(r.rows, 0) as rows,
      coalesce(r.differing, 0) as differing, p.name as location, o.po_number as purchase
    from stock_counts c
    left join purchase_orders o on o.seller_id = ${sellerId} and o.id = c.purchase_id
    left join stock_locations p on p.seller_id = ${sellerId} and p.id = c.location_id
    left join lateral (
      select count(*) as rows, count(*) filter (where w.counted <> w.expected) as differing
      from stock_count_rows w where w.seller_id = ${sellerId} and w.count_id = c.id
    ) r on true
    where c.seller_id = ${sellerId} and (${id}::text is null or c.id = ${id})
    order by c.made_at desc, c.id desc limit ${limit}`.execute(db)
  return rows
}

export interface CountedItem extends Pick<
  Row<'stock_count_rows'>,
  'item_id' | 'expected' | 'counted' | 'state' | 'found'
> {
  listing_id: number
  stock_number: string
  sku: string
  title: string
  variation: string | null
  bin: string | null
}

/** The SKUs of a count, sorted by bin; only `items` if given. */
export async function readCountedItems(
  db: SellerDb,
  { sellerId, id }: CountKey,
  items: readonly number[] | null = null,
): Promise<CountedItem[]> {
  const { rows } = await sql<CountedItem>`
    select w.item_id, w.expected, w.counted, w.state, w.found, i.listing_id, i.stock_number, i.sku, coalesce(l.title, '') as title,
      array_to_string(v.axis_values, ', ') as variation, b.bin
    from stock_count_rows w
    join stock_items i on i.seller_id = ${sellerId} and i.id = w.item_id
    left join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = i.listing_id and v.position = i.position
    left join bins b on b.seller_id = ${sellerId} and b.sku = i.sku
    where w.seller_id = ${sellerId} and w.count_id = ${id} and (${items}::bigint[] is null or w.item_id = any (${items}::bigint[]))
    order by b.bin nulls last, i.sku`.execute(db)
  return rows
}

/** Removes a SKU from a count, so that it stays as it is. */
export async function removeCounted(
  db: SellerDb,
  { sellerId, id, number }: CountKey & { number: StockNumber },
): Promise<void> {
  await sql`
    delete from stock_count_rows where seller_id = ${sellerId} and count_id = ${id}
      and item_id = (select id from stock_items where seller_id = ${sellerId} and stock_number = ${number})`.execute(db)
}

/** Removes a count; what it changed stays. */
export async function discardCount(db: SellerDb, { sellerId, id }: CountKey): Promise<void> {
  await db.deleteFrom('stock_counts').where('seller_id', '=', sellerId).where('id', '=', id).execute()
}
