import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { readRows } from '#features/machinery/grid/list-rows-db.server.ts'
import { inventoryList } from '#features/selling/inventory/inventory-list.server.ts'
import type { StockNumber } from '#features/selling/inventory/stock-item.ts'
import { readItemsAt } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import type { CountedCodes } from './counted-codes.ts'
import { findCodes } from './find-codes-db.server.ts'

export interface CountKey {
  sellerId: number
  id: string
}

export const mostCounted = 5_000
const mostUnknown = 1_000
/** Forms that may be sent again: several people may count together. */
const mostKeys = 200

/** A count; `rows` and `differing` are its SKUs. */
export interface CountRow extends Pick<
  Row<'stock_counts'>,
  'id' | 'counted_by' | 'made_at' | 'unknown_codes' | 'applied_at' | 'location_id'
> {
  rows: number
  differing: number
  /** Name of its location; null if there was one place. */
  location: string | null
}

/** The latest counts of the seller, newest first; or the one with this id. */
export async function readCounts(
  db: SellerDb,
  { sellerId, id = null, limit = 1 }: { sellerId: number; id?: string | null; limit?: number },
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select c.id, c.counted_by, c.made_at, c.unknown_codes, c.applied_at, c.location_id, coalesce(r.rows, 0) as rows,
      coalesce(r.differing, 0) as differing, p.name as location
    from stock_counts c
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

/** The SKUs of a count, sorted by bin. */
export async function readCountedItems(db: SellerDb, { sellerId, id }: CountKey): Promise<CountedItem[]> {
  const { rows } = await sql<CountedItem>`
    select w.item_id, w.expected, w.counted, w.state, w.found, i.listing_id, i.stock_number, i.sku, coalesce(l.title, '') as title,
      array_to_string(v.axis_values, ', ') as variation, b.bin
    from stock_count_rows w
    join stock_items i on i.seller_id = ${sellerId} and i.id = w.item_id
    left join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = i.listing_id and v.position = i.position
    left join bins b on b.seller_id = ${sellerId} and b.sku = i.sku
    where w.seller_id = ${sellerId} and w.count_id = ${id}
    order by b.bin nulls last, i.sku`.execute(db)
  return rows
}

export type AddOutcome = { ok: true } | { ok: false; reason: 'too-many' | 'not-found' }

interface Adding extends CountKey {
  /** Begins the count; otherwise it must be there. */
  isNew: boolean
  /** Where a new one is taken; null if there is one place. */
  location: number | null
  /** Idempotency key of the form, without blanks. */
  key: string
  codes: CountedCodes
  countedBy: string
  now: Date
}

/**
 * Adds codes to a count. What is on hand when a SKU is first counted is expected of it. A SKU that was applied before is
 * counted anew.
 */
export async function addCodes(
  db: SellerDb,
  { sellerId, id, isNew, location, key, codes, countedBy, now }: Adding,
): Promise<AddOutcome> {
  if (isNew)
    await insertRows(
      db,
      'stock_counts',
      [{ seller_id: sellerId, id, counted_by: countedBy, made_at: now, added_key: '', location_id: location }],
      { ending: sql`on conflict (seller_id, id) do nothing` },
    )
  const count = await db
    .selectFrom('stock_counts')
    .select(['added_key', 'unknown_codes', 'location_id'])
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!count) return { ok: false, reason: 'not-found' }
  const keys = count.added_key.split(' ')
  if (keys.includes(key)) return { ok: true }
  const found = await findCodes(db, sellerId, [...codes.counted.keys()])
  const counted = new Map<number, number>()
  for (const [code, n] of codes.counted) {
    const item = found.get(code)
    if (item !== undefined) counted.set(item, (counted.get(item) ?? 0) + n)
  }
  const before = await readCountedItems(db, { sellerId, id })
  const all = new Set([...before.map((row) => row.item_id), ...counted.keys()])
  if (all.size > mostCounted) return { ok: false, reason: 'too-many' }
  await storeCounted(db, { sellerId, id, location: count.location_id }, counted)
  const unknown = [...codes.counted.keys()].filter((code) => !found.has(code))
  await db
    .updateTable('stock_counts')
    .set({
      added_key: [key, ...keys].slice(0, mostKeys).join(' '),
      unknown_codes: [...new Set([...count.unknown_codes, ...codes.unread, ...unknown])].slice(0, mostUnknown),
    })
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .execute()
  return { ok: true }
}

async function storeCounted(
  db: SellerDb,
  { sellerId, id, location }: CountKey & Pick<Adding, 'location'>,
  counted: ReadonlyMap<number, number>,
): Promise<void> {
  const present = await readRows(db, inventoryList, sellerId, [...counted.keys()])
  const there = location === null ? null : await readItemsAt(db, { sellerId, location, items: present })
  const rows = present.map((row) => ({
    seller_id: sellerId,
    count_id: id,
    item_id: row.id,
    expected: there ? (there.get(row.id) ?? 0) : row.on_hand,
    counted: Math.min(counted.get(row.id) ?? 0, 1_000_000),
  }))
  await insertRows(db, 'stock_count_rows', rows, {
    ending: sql`on conflict (seller_id, count_id, item_id) do update set
      counted = case when stock_count_rows.state = 'OPEN' then least(1000000, stock_count_rows.counted + excluded.counted)
        else excluded.counted end,
      expected = case when stock_count_rows.state = 'OPEN' then stock_count_rows.expected else excluded.expected end,
      state = 'OPEN', found = null`,
  })
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
