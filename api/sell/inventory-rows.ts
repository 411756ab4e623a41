import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import { readListings, type StoredListing } from '#features/selling/listing-form/form/content-db.server.ts'
import { settingOf, type ShopArgs } from '#features/selling/listing-form/form/form-setting.server.ts'
import { readContent } from '#features/selling/listing-form/form/read-content.ts'
import type { Typed } from '#features/selling/listing-form/form/typed-form.ts'
import type { ListingContent } from '#features/core/listing/listing-content.ts'
import { typedDescription } from '#features/core/listing/safe-html.server.ts'
import type { ItemNumber, ListingState } from '#features/core/listing/listing.ts'
import { trimmed } from '#lib/trimmed.ts'
import type { RowRange } from './paging.ts'

/** An item by SKU: a listing without variations, one variation, or a draft. */
export interface InventoryItem {
  id: number
  item_number: ItemNumber
  sku: string
  state: Exclude<ListingState, 'ENDED'>
  /** Index of the variation; null if the listing has none. */
  position: number | null
  /** 0 if a draft has no price, and thus no offer. */
  price_minor: number
  quantity: number
  currency: string
  version: number
}

export interface InventoryItemDetails {
  listing: StoredListing
  /** Form of a draft, valid or not; null if none was saved. */
  form: Typed | null
  /** Content as far as it can be parsed; the description as typed. */
  content: ListingContent
  locationKey: string | null
  /** Description of the item, if the offer has its own. */
  itemDescription: string | null
  /** Whether it is an exception to what the shop's listings do while the seller is away. */
  isAwayException: boolean
}

/**
 * Active listings by SKU, and drafts whose SKU no active listing has; the first of duplicates. Ended listings are
 * excluded.
 */
const things = (sellerId: number) => sql`(
  select l.id, l.item_number, l.state, l.currency, l.version, v.position, coalesce(v.sku, l.sku) as sku,
    coalesce(v.price_minor, l.price_minor) as price_minor, coalesce(v.quantity, l.quantity_available) as quantity
  from listings l
  left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = l.id
  where l.seller_id = ${sellerId} and l.state not in ('DRAFT', 'ENDED')
    and case when v.position is null then l.sku else v.sku end is not null
    and not (l.shares_stock and exists (
      select from listings o
      where o.seller_id = ${sellerId} and o.sku = l.sku and o.shares_stock and o.state not in ('DRAFT', 'ENDED') and o.id < l.id))
  union all
  select l.id, l.item_number, l.state, l.currency, l.version, null, l.sku, l.price_minor, l.quantity_available
  from listings l
  where l.seller_id = ${sellerId} and l.tab = 'drafts' and l.sku is not null
    and not exists (select from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = l.id)
    and not exists (
      select from listing_drafts d
      where d.seller_id = ${sellerId} and d.listing_id = l.id and d.typed -> 'axis1.values' is not null)
    and not exists (
      select from listings o where o.seller_id = ${sellerId} and o.sku = l.sku and o.state not in ('DRAFT', 'ENDED'))
    and not exists (
      select from listings o where o.seller_id = ${sellerId} and o.tab = 'drafts' and o.sku = l.sku and o.id < l.id)
    and not exists (
      select from listing_variations v join listings o on o.seller_id = ${sellerId} and o.id = v.listing_id
      where v.seller_id = ${sellerId} and v.sku = l.sku and o.state not in ('DRAFT', 'ENDED'))
)`

export async function readInventoryItems(
  db: SellerDb,
  sellerId: number,
  { limit, offset }: RowRange,
): Promise<{ total: number; rows: InventoryItem[] }> {
  const counted = await oneRow(
    db,
    sql<{ total: number }>`
    select count(*)::integer as total from ${things(sellerId)} o`,
  )
  const { rows } = await sql<InventoryItem>`
    select o.* from ${things(sellerId)} o order by o.sku, o.id limit ${limit} offset ${offset}`.execute(db)
  return { total: counted.total, rows }
}

/** Finds an item by SKU or offer id; null if there is none. */
export async function findInventoryItem(
  db: SellerDb,
  sellerId: number,
  by: { sku: string } | { offerId: string },
): Promise<InventoryItem | null> {
  // The database cannot store NUL. SKUs are stored trimmed.
  if ('sku' in by) return by.sku.includes('\0') ? null : firstThing(db, sellerId, sql`o.sku = ${trimmed(by.sku)}`)
  const [, item, place] = /^(\d{12})(\d{3})?$/.exec(by.offerId) ?? []
  if (!item) return null
  if (place !== undefined)
    return firstThing(db, sellerId, sql`o.item_number = ${item} and o.position = ${Number(place)}`)
  const now = await standsFor(db, sellerId, item)
  return firstThing(db, sellerId, sql`o.item_number = ${now} and o.position is null`)
}

async function firstThing(
  db: SellerDb,
  sellerId: number,
  condition: ReturnType<typeof sql>,
): Promise<InventoryItem | null> {
  const { rows } = await sql<InventoryItem>`select o.* from ${things(sellerId)} o where ${condition}`.execute(db)
  return rows[0] ?? null
}

/** Resolves the offer id of an ended listing to the one that replaced it. */
async function standsFor(db: SellerDb, sellerId: number, item: string): Promise<string> {
  const { rows } = await sql<{ item_number: string }>`
    with recursive line as (
      select id, item_number, 0 as place from listings where seller_id = ${sellerId} and item_number = ${item}
      union all
      select l.id, l.item_number, line.place + 1 from line join listings l on l.seller_id = ${sellerId} and l.relisted_from = line.id
      where line.place < 100
    )
    select item_number from line order by place desc limit 1`.execute(db)
  return rows[0]?.item_number ?? item
}

/** Offer id: item number and variation index. */
export const offerIdOf = ({ item_number: item, position }: Pick<InventoryItem, 'item_number' | 'position'>) =>
  position === null ? item : item + String(position).padStart(3, '0')

/** Reads the contents of listings, by listing id. */
export async function readDetails(
  db: SellerDb,
  shop: ShopArgs,
  rows: readonly InventoryItem[],
): Promise<ReadonlyMap<number, InventoryItemDetails>> {
  const sellerId = shop.seller.id
  const listings = await readListings(db, sellerId, [...new Set(rows.map((row) => row.item_number))])
  const ids = listings.map(({ id }) => id)
  const { rows: forms } = await sql<{ listing_id: number; typed: Typed }>`
    select listing_id, typed from listing_drafts
    where seller_id = ${sellerId} and listing_id = any (${ids}::bigint[]) and mode <> 'ReviseItem'`.execute(db)
  const { rows: said } = await sql<{
    listing_id: number
    location_key: string | null
    item_description: string | null
  }>`
    select listing_id, location_key, item_description from tool_offers
    where seller_id = ${sellerId} and listing_id = any (${ids}::bigint[])`.execute(db)
  const { rows: exceptions } = await sql<{ listing_id: number }>`
    select listing_id from away_exceptions where seller_id = ${sellerId} and listing_id = any (${ids}::bigint[])`.execute(
    db,
  )
  return new Map(
    listings.map((listing) => {
      const form = forms.find((each) => each.listing_id === listing.id)
      const offer = said.find((each) => each.listing_id === listing.id)
      const stored = { ...listing.content, description: typedDescription(listing.content.description) }
      const content = form ? readContent(form.typed, settingOf(shop)).content : stored
      const own = { locationKey: offer?.location_key ?? null, itemDescription: offer?.item_description ?? null }
      const isAwayException = exceptions.some((each) => each.listing_id === listing.id)
      return [listing.id, { listing, form: form?.typed ?? null, content, isAwayException, ...own }]
    }),
  )
}
