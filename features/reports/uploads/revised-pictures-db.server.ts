import { selectOfSeller } from '#db/select-of-seller.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import {
  keepPictures,
  picturesOfListings,
  setListingPictures,
} from '#features/core/listing-pictures/pictures-db.server.ts'
import { pictureLimits, type ChosenPicture } from '#features/core/listing-pictures/picture.ts'

// Pictures that a file names by their addresses for listings that are there.

/** Whether a listing shows the pictures of these addresses already, or will once they are fetched. */
export type ShowsPictures = (listingId: number, addresses: readonly string[]) => boolean

interface NamedPictures {
  listingId: number
  pictures: readonly string[]
}

const hashOf = (address: string) => createHash('sha256').update(address).digest('hex')

export async function readShownPictures(
  db: SellerDb,
  sellerId: number,
  rows: readonly NamedPictures[],
): Promise<ShowsPictures> {
  if (rows.length === 0) return () => true
  const listingIds = rows.map(({ listingId }) => listingId)
  const shown = await picturesOfListings(db, { sellerId, listingIds })
  const { rows: fetched } = await sql<{ address: string; hash: string }>`
    select address_hash as address, hash from fetched_pictures
    where seller_id = ${sellerId} and address_hash = any (${rows.flatMap(({ pictures }) => pictures.map(hashOf))}::text[])`.execute(
    db,
  )
  const waiting = await selectOfSeller(db, 'picture_fetches', sellerId)
    .select(['listing_id', 'image_urls'])
    .where('listing_id', 'in', listingIds)
    .where('fetch_at', 'is not', null)
    .execute()
  const pictureOf = new Map(fetched.map(({ address, hash }) => [address, hash]))
  const named = (address: string) =>
    pictureOf.get(hashOf(address)) ?? /\/pictures\/([0-9a-f]{32})-(?:large|small)\.webp$/.exec(address)?.[1]
  const waitsFor = new Map(waiting.map((row) => [row.listing_id, row.image_urls.join('\n')]))
  return (listingId, addresses) => {
    const wanted = addresses.slice(0, pictureLimits.count)
    const hashes = (shown.get(listingId) ?? []).map(({ hash }) => hash)
    if (wanted.length === 0 || waitsFor.get(listingId) === wanted.join('\n')) return true
    // A column of main pictures says nothing about the others.
    const [first, ...others] = wanted.map(named)
    return others.length === 0 ? first === hashes[0] : [first, ...others].join(' ') === hashes.join(' ')
  }
}

/** Has the pictures of listings fetched, to replace those that they show; returns these. */
export async function replacePictures(
  db: SellerDb,
  { sellerId, rows, now }: { sellerId: number; rows: readonly NamedPictures[]; now: Date },
): Promise<Map<number, ChosenPicture[]>> {
  if (rows.length === 0) return new Map()
  const listingIds = rows.map(({ listingId }) => listingId)
  const shown = await picturesOfListings(db, { sellerId, listingIds })
  for (const { listingId, pictures } of rows) {
    const wanted = { image_urls: pictures.slice(0, pictureLimits.count), fetch_at: now, fetches: 0, replaces: true }
    await db
      .insertInto('picture_fetches')
      .values({ seller_id: sellerId, listing_id: listingId, revision: 0, ...wanted })
      .onConflict((conflict) => conflict.columns(['seller_id', 'listing_id']).doUpdateSet(wanted))
      .execute()
  }
  return new Map(listingIds.map((id) => [id, (shown.get(id) ?? []).map(({ hash, alt }) => ({ hash, alt }))]))
}

/** Shows the pictures that a file replaced; false if others were chosen since. */
export async function restorePictures(
  db: SellerDb,
  {
    sellerId,
    listingId,
    pictures,
    before,
    now,
  }: NamedPictures & { sellerId: number; before: readonly ChosenPicture[]; now: Date },
): Promise<boolean> {
  const urls = pictures.slice(0, pictureLimits.count)
  const { rows: chosen } = await sql<{ hash: string }>`
    select p.hash from listing_pictures p
    where p.seller_id = ${sellerId} and p.listing_id = ${listingId} and p.hash <> all (${before.map(({ hash }) => hash)}::text[])
      and not exists (
        select from fetched_pictures f where f.seller_id = ${sellerId} and f.hash = p.hash
          and f.address_hash = any (${urls.map(hashOf)}::text[]))`.execute(db)
  if (chosen.length > 0) return false
  await sql`
    delete from picture_fetches
    where seller_id = ${sellerId} and listing_id = ${listingId} and image_urls = ${urls}::text[]`.execute(db)
  const kept = await keepPictures(db, { sellerId, chosen: before, now })
  return (await setListingPictures(db, { sellerId, listingId, chosen: kept })).ok
}
