import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type RawBuilder } from 'kysely'
import { prepared, type SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { ListingState } from '#features/core/listing/listing.ts'
import type { PushedListing } from './pushed-listing.ts'

export interface FoundListing {
  id: number
  itemNumber: string
  state: ListingState
  /** What the shop sent last; null if it never sent this one. */
  pushed: { as: string; hasProblems: boolean; asOf: Date | null } | null
}

interface FoundRow {
  externalId: string
  id: number
  itemNumber: string
  state: ListingState
  pushedAs: string
  hasProblems: boolean
  asOf: Date | null
}

/**
 * Finds listings by ids of the shop. A listing that was relisted in the hub is the one that replaced it, with `drafts` also
 * one that is not published yet.
 */
export async function findShopListings(
  db: SellerDb,
  sellerId: number,
  { ids, drafts = false }: { ids: readonly string[]; drafts?: boolean },
): Promise<Map<string, FoundListing>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<FoundRow>`${prepared}
    with recursive chain as (
      select s.external_id, s.pushed_as, s.problems <> '[]' as has_problems, s.as_of, l.id, l.item_number, l.state
      from shop_listings s join listings l on l.seller_id = ${sellerId} and l.id = s.listing_id
      where s.seller_id = ${sellerId} and s.external_id = any (${[...ids]}::text[])
      union all
      select c.external_id, c.pushed_as, c.has_problems, c.as_of, l.id, l.item_number, l.state
      from chain c join listings l on l.seller_id = ${sellerId} and l.relisted_from = c.id
      where ${drafts} or l.state <> 'DRAFT'
    )
    select distinct on (external_id) external_id as "externalId", id, item_number as "itemNumber", state,
      pushed_as as "pushedAs", has_problems as "hasProblems", as_of as "asOf"
    from chain order by external_id, id desc`.execute(db)
  return new Map(
    rows.map(({ externalId, pushedAs, hasProblems, asOf, ...row }) => [
      externalId,
      { ...row, pushed: { as: pushedAs, hasProblems, asOf } },
    ]),
  )
}

/**
 * Id of the listing that has the shop's id: listing `id` itself, or one that it replaced or was replaced by; null if the
 * shop has sent none of them.
 */
export const sentListingOf = (sellerId: RawBuilder<unknown> | number, id: RawBuilder<unknown>) => sql<number | null>`(
  with recursive former as (
    select id, relisted_from from listings where seller_id = ${sellerId} and id = ${id}
    union all
    select l.id, l.relisted_from from former f join listings l on l.seller_id = ${sellerId} and l.id = f.relisted_from
  ), later as (
    select id from listings where seller_id = ${sellerId} and relisted_from = ${id}
    union all
    select l.id from later f join listings l on l.seller_id = ${sellerId} and l.relisted_from = f.id
  )
  select s.listing_id from (select id from former union all select id from later) chain
  join shop_listings s on s.seller_id = ${sellerId} and s.listing_id = chain.id
  order by s.listing_id desc limit 1
)`

/** Whether a push revises it: buyers see it, or will. */
export const isRevised = ({ state }: FoundListing) => state !== 'DRAFT' && state !== 'ENDED'

/** Whether nothing is to be stored of a push: it is the last one again, or one that a later one has overtaken. */
export const isRepeated = ({ pushed: last }: FoundListing, { pushedAs, asOf }: PushedListing): boolean =>
  last !== null &&
  ((last.as === pushedAs && !last.hasProblems) || (asOf !== null && last.asOf !== null && asOf < last.asOf))

export const isItemNumber = (named: string) => /^\d{12}$/.test(named)

/**
 * Finds the listing that a shop's id or an item number names; null if there is none. With `isOwn`, an item number names
 * only a listing that has no id of the shop.
 */
export async function findNamedListing(
  db: SellerDb,
  sellerId: number,
  { named, isOwn = false }: { named: string; isOwn?: boolean },
): Promise<FoundListing | null> {
  const found = (await findShopListings(db, sellerId, { ids: [named], drafts: isOwn })).get(named)
  if (found) return found
  if (!isItemNumber(named)) return null
  const row = await db
    .selectFrom('listings as l')
    .leftJoin('shop_listings as s', (join) =>
      join.onRef('s.seller_id', '=', 'l.seller_id').onRef('s.listing_id', '=', 'l.id'),
    )
    .select(['l.id', 'l.item_number as itemNumber', 'l.state', 's.external_id as externalId'])
    .where('l.seller_id', '=', sellerId)
    .where('l.item_number', '=', named)
    .executeTakeFirst()
  if (!row || (isOwn && row.externalId !== null)) return null
  return { id: row.id, itemNumber: row.itemNumber, state: row.state, pushed: null }
}

/** Stores what the shop sent of a listing. Its pictures are fetched if they are others than before, or none is there. */
export async function keepShopListing(
  db: SellerDb,
  {
    sellerId,
    listingId,
    pushed,
    problems,
    now,
  }: {
    sellerId: number
    listingId: number
    pushed: PushedListing
    problems: readonly { pointer: string; detail: string }[]
    now: Date
  },
): Promise<void> {
  const columns = {
    listing_id: listingId,
    pushed_as: pushed.pushedAs,
    image_urls: [...pushed.imageUrls],
    problems: JSON.stringify(problems),
    ...(pushed.asOf ? { as_of: pushed.asOf } : {}),
  }
  const fetching = { fetch_at: pushed.imageUrls.length > 0 ? now : null, fetches: 0 }
  const own = selectOfSeller(db, 'shop_listings', sellerId).select('image_urls')
  const before = await own.where('external_id', '=', pushed.id).executeTakeFirst()
  const shown = await selectOfSeller(db, 'listing_pictures', sellerId)
    .select('hash')
    .where('listing_id', '=', listingId)
    .limit(1)
    .executeTakeFirst()
  const isFetched = shown && before && isSameList(before.image_urls, pushed.imageUrls)
  await db
    .insertInto('shop_listings')
    .values({ seller_id: sellerId, external_id: pushed.id, ...columns, ...fetching })
    .onConflict((conflict) =>
      conflict.columns(['seller_id', 'external_id']).doUpdateSet(isFetched ? columns : { ...columns, ...fetching }),
    )
    .execute()
  await deleteOfSeller(db, 'shop_variations', sellerId).where('listing_id', '=', listingId).execute()
  await insertRows(db, 'shop_variations', variationRows(sellerId, listingId, pushed))
}

/** Reads a listing's item number, and what keeps it a draft. One that was relisted in the hub has no row of the shop. */
export async function readSent(db: SellerDb, sellerId: number, listingId: number) {
  const row = await db
    .selectFrom('listings as l')
    .leftJoin('shop_listings as s', (join) => join.on('s.seller_id', '=', sellerId).onRef('s.listing_id', '=', 'l.id'))
    .select(['l.item_number as item', 'l.state', 's.problems'])
    .where('l.seller_id', '=', sellerId)
    .where('l.id', '=', listingId)
    .executeTakeFirstOrThrow()
  return { item: row.item, problems: (row.state === 'DRAFT' ? row.problems : null) ?? [] }
}

export const variationRows = (sellerId: number, listingId: number, { variations }: PushedListing) =>
  variations.map(({ id, values }) => ({
    seller_id: sellerId,
    listing_id: listingId,
    external_id: id,
    axis_values: [...values],
  }))

export const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value, index) => value === b[index])

/** A listing or variation that an order's line names by the shop's ids. */
export interface ShopItem {
  itemNumber: string
  /** Values of its variations by the shop's ids. */
  variations: ReadonlyMap<string, readonly string[]>
}

export async function readShopItems(
  db: SellerDb,
  sellerId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShopItem>> {
  const found = await findShopListings(db, sellerId, { ids })
  if (found.size === 0) return new Map()
  const rows = await db
    .selectFrom('shop_variations as v')
    .innerJoin('shop_listings as s', (join) =>
      join.onRef('s.seller_id', '=', 'v.seller_id').onRef('s.listing_id', '=', 'v.listing_id'),
    )
    .select(['s.external_id as listing', 'v.external_id as variation', 'v.axis_values as values'])
    .where('v.seller_id', '=', sellerId)
    .where('s.seller_id', '=', sellerId)
    .where('s.external_id', 'in', [...found.keys()])
    .execute()
  const variations = Map.groupBy(rows, ({ listing }) => listing)
  return new Map(
    [...found].map(([id, { itemNumber }]) => [
      id,
      {
        itemNumber,
        variations: new Map((variations.get(id) ?? []).map(({ variation, values }) => [variation, values])),
      },
    ]),
  )
}
