import { sql } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { serverPaths } from '#web/paths.ts'
import { pictureLimits, type ChosenPicture, type Picture } from './picture.ts'

type Sides = Pick<Picture, 'hash' | 'width' | 'height'>

/** A seller's picture by its hash, and that it is still wanted; null where the seller has none such. */
export async function findPicture(
  db: SellerDb,
  { sellerId, hash, now }: { sellerId: number; hash: string; now: Date },
): Promise<Sides | null> {
  const found = await db
    .updateTable('pictures')
    .set({ used_at: now })
    .where('seller_id', '=', sellerId)
    .where('hash', '=', hash)
    .returning(['hash', 'width', 'height'])
    .executeTakeFirst()
  return found ?? null
}

/**
 * Before a picture's files are written: from `removeAt` on they are removed unless `insertPicture` followed. Waits for a
 * removal of the same files that is under way.
 */
export async function announcePicture(
  db: SellerDb,
  { sellerId, hash, removeAt }: { sellerId: number; hash: string; removeAt: Date },
): Promise<void> {
  await db
    .insertInto('picture_removals')
    .values({ seller_id: sellerId, hash, due_at: removeAt })
    .onConflict((conflict) => conflict.columns(['seller_id', 'hash']).doUpdateSet({ due_at: removeAt }))
    .execute()
}

/** Once a picture's files are written. The same picture may be there already. */
export async function insertPicture(
  db: SellerDb,
  { sellerId, picture, now }: { sellerId: number; picture: Sides & { bytes: number }; now: Date },
): Promise<void> {
  const { hash, width, height, bytes } = picture
  await db
    .insertInto('pictures')
    .values({ seller_id: sellerId, hash, width, height, bytes, used_at: now })
    .onConflict((conflict) => conflict.columns(['seller_id', 'hash']).doUpdateSet({ used_at: now }))
    .execute()
  await db.deleteFrom('picture_removals').where('seller_id', '=', sellerId).where('hash', '=', hash).execute()
}

/**
 * The seller's own among the chosen pictures, in order and with their sides, for a form that is shown or kept again. They
 * count as used at `now`. What is not the seller's, or is gone, is left out.
 */
export async function keepPictures(
  db: SellerDb,
  { sellerId, chosen, now }: { sellerId: number; chosen: readonly ChosenPicture[]; now: Date },
): Promise<Picture[]> {
  if (chosen.length === 0) return []
  const hashes = chosen.map(({ hash }) => hash)
  const known = await db
    .updateTable('pictures')
    .set({ used_at: now })
    .where('seller_id', '=', sellerId)
    .where('hash', 'in', hashes)
    .returning(['hash', 'width', 'height'])
    .execute()
  const byHash = new Map(known.map((picture) => [picture.hash, picture]))
  return chosen.flatMap(({ hash, alt }) => {
    const picture = byHash.get(hash)
    return picture ? [{ ...picture, alt }] : []
  })
}

/** The pictures of listings by their ids, each listing's in order. */
export async function picturesOfListings(
  db: SellerDb,
  { sellerId, listingIds }: { sellerId: number; listingIds: readonly number[] },
): Promise<Map<number, Picture[]>> {
  const rows = await db
    .selectFrom('listing_pictures as l')
    .innerJoin('pictures as p', (join) => join.onRef('p.seller_id', '=', 'l.seller_id').onRef('p.hash', '=', 'l.hash'))
    .select(['l.listing_id', 'l.hash', 'p.width', 'p.height', 'l.alt'])
    .where('l.seller_id', '=', sellerId)
    .where('l.listing_id', 'in', listingIds)
    .orderBy('l.listing_id')
    .orderBy('l.position')
    .execute()
  const found = new Map<number, Picture[]>()
  for (const { listing_id: id, ...picture } of rows) found.set(id, [...(found.get(id) ?? []), picture])
  return found
}

/** What became of a listing's new pictures. */
export type SetPicturesResult = { ok: true } | { ok: false; reason: 'too-many' | 'unknown-picture' }

/**
 * Gives a listing these pictures in this order instead of those it has, and its row the address of the first one. Only
 * here are both written, so that they agree. Call it in the transaction that saves the listing.
 */
export async function setListingPictures(
  db: SellerDb,
  { sellerId, listingId, chosen }: { sellerId: number; listingId: number; chosen: readonly ChosenPicture[] },
): Promise<SetPicturesResult> {
  if (chosen.length > pictureLimits.count) return { ok: false, reason: 'too-many' }
  const hashes = chosen.map(({ hash }) => hash)
  if (!(await hasPictures(db, sellerId, hashes))) return { ok: false, reason: 'unknown-picture' }
  const former = await db
    .deleteFrom('listing_pictures')
    .where('seller_id', '=', sellerId)
    .where('listing_id', '=', listingId)
    .returning('hash')
    .execute()
  await leavePictures(
    db,
    sellerId,
    former.map(({ hash }) => hash).filter((hash) => !hashes.includes(hash)),
  )
  if (chosen.length > 0)
    await db
      .insertInto('listing_pictures')
      .values(
        chosen.map(({ hash, alt }, index) => ({
          seller_id: sellerId,
          listing_id: listingId,
          position: index + 1,
          hash,
          alt,
        })),
      )
      .execute()
  const imageUrl = chosen[0] ? serverPaths.picture(chosen[0].hash, 'small') : null
  await db
    .updateTable('listings')
    .set({ image_url: imageUrl })
    .where('seller_id', '=', sellerId)
    .where('id', '=', listingId)
    .where('image_url', 'is distinct from', imageUrl)
    .execute()
  return { ok: true }
}

/**
 * Pictures that nothing may show or name from now on count as used until now, however long ago they were uploaded: undo and
 * backups name them still. Call it in the transaction that takes them away.
 */
export async function leavePictures(db: SellerDb, sellerId: number, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await sql`
    update pictures set used_at = greatest(used_at, now())
    where seller_id = ${sellerId} and hash = any (${[...new Set(hashes)]}::text[])`.execute(db)
}

/** Those of the pictures that the seller still has. Keeps them from being removed until the transaction ends. */
export async function picturesStillThere(
  db: SellerDb,
  sellerId: number,
  hashes: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select hash from pictures where seller_id = ${sellerId} and hash = any (${[...new Set(hashes)]}::text[])
    for key share`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

/** Whether all these are pictures of the seller, each once. Keeps them from being removed until the transaction ends. */
export async function hasPictures(db: SellerDb, sellerId: number, hashes: readonly string[]): Promise<boolean> {
  if (hashes.length === 0) return true
  return (await picturesStillThere(db, sellerId, hashes)).size === hashes.length
}

/**
 * Gives up the pictures of all sellers that no listing, message or case shows, and no draft names, nor has since `before`. Their
 * files are due for removal then.
 */
export async function giveUpUnusedPictures(db: Database['owner'], before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pictures p
    where used_at < ${before}
      and not exists (select from listing_pictures l where l.seller_id = p.seller_id and l.hash = p.hash)
      and not exists (select from message_pictures m where m.seller_id = p.seller_id and m.hash = p.hash)
      and not exists (select from case_photos c where c.seller_id = p.seller_id and c.hash = p.hash)
      and not exists (
        select from listing_drafts d where d.seller_id = p.seller_id and position(p.hash in d.typed ->> 'picture') > 0)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * Has the files of one picture removed that is due, and forgets it. While `remove` runs, an upload of the same picture
 * waits, and no other process takes it. False where nothing is due. Throws what `remove` throws; then it stays due.
 */
export function removeNextPicture(
  db: Database['owner'],
  { now, remove }: { now: Date; remove: (hash: string) => Promise<void> },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const next = await tx
      .selectFrom('picture_removals')
      .select(['seller_id', 'hash'])
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .modifyEnd(overAllSellers)
      .executeTakeFirst()
    if (!next) return false
    await remove(next.hash)
    await tx
      .deleteFrom('picture_removals')
      .where('seller_id', '=', next.seller_id)
      .where('hash', '=', next.hash)
      .execute()
    return true
  })
}
