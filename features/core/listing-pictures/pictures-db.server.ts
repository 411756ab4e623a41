import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { sql, type RawBuilder } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { day } from '#lib/duration.ts'
import { serverPaths } from '#web/paths.ts'
import { pictureLimits, type ChosenPicture, type Picture } from './picture.ts'

type Sides = Pick<Picture, 'hash' | 'width' | 'height'>

/** Files of a picture, or a document, which has no sides. */
export type StoredFile = Pick<Row<'pictures'>, 'hash' | 'width' | 'height' | 'bytes'>

/** Finds a seller's picture by hash and marks it as used; null if there is none. */
export async function findPicture(
  db: SellerDb,
  { sellerId, hash, now }: { sellerId: number; hash: string; now: Date },
): Promise<Sides | null> {
  const found = await updateOfSeller(db, 'pictures', sellerId)
    .set({ used_at: now })
    .where('hash', '=', hash)
    .returning(['hash', 'width', 'height'])
    .$narrowType<Sides>()
    .executeTakeFirst()
  return found ?? null
}

/**
 * Call before writing files: from `removeAt` on they are removed unless `insertPicture` follows. Waits for a concurrent
 * removal of the same files.
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

/** Call after writing files. Idempotent. */
export async function insertPicture(
  db: SellerDb,
  { sellerId, picture, now }: { sellerId: number; picture: StoredFile; now: Date },
): Promise<void> {
  const { hash, width, height, bytes } = picture
  await db
    .insertInto('pictures')
    .values({ seller_id: sellerId, hash, width, height, bytes, used_at: now })
    .onConflict((conflict) => conflict.columns(['seller_id', 'hash']).doUpdateSet({ used_at: now }))
    .execute()
  await deleteOfSeller(db, 'picture_removals', sellerId).where('hash', '=', hash).execute()
}

/**
 * Returns the seller's own pictures among those chosen, in order and with dimensions, and marks them as used at `now`.
 * Others are skipped.
 */
export async function keepPictures(
  db: SellerDb,
  { sellerId, chosen, now }: { sellerId: number; chosen: readonly ChosenPicture[]; now: Date },
): Promise<Picture[]> {
  if (chosen.length === 0) return []
  const hashes = chosen.map(({ hash }) => hash)
  const known = await updateOfSeller(db, 'pictures', sellerId)
    .set({ used_at: now })
    .where('hash', 'in', hashes)
    .returning(['hash', 'width', 'height'])
    .$narrowType<Sides>()
    .execute()
  const byHash = new Map(known.map((picture) => [picture.hash, picture]))
  return chosen.flatMap(({ hash, alt }) => {
    const picture = byHash.get(hash)
    return picture ? [{ ...picture, alt }] : []
  })
}

/** Pictures of listings by listing id, in order. */
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
    .$narrowType<Sides>()
    .execute()
  const found = new Map<number, Picture[]>()
  for (const { listing_id: id, ...picture } of rows) found.set(id, [...(found.get(id) ?? []), picture])
  return found
}

export type SetPicturesResult = { ok: true } | { ok: false; reason: 'too-many' | 'unknown-picture' }

/**
 * Replaces a listing's pictures and the URL of its first one, which must agree. Call in the transaction that saves the
 * listing.
 */
export async function setListingPictures(
  db: SellerDb,
  { sellerId, listingId, chosen }: { sellerId: number; listingId: number; chosen: readonly ChosenPicture[] },
): Promise<SetPicturesResult> {
  if (chosen.length > pictureLimits.count) return { ok: false, reason: 'too-many' }
  const hashes = chosen.map(({ hash }) => hash)
  if (!(await hasPictures(db, sellerId, hashes))) return { ok: false, reason: 'unknown-picture' }
  const former = await deleteOfSeller(db, 'listing_pictures', sellerId)
    .where('listing_id', '=', listingId)
    .returning('hash')
    .execute()
  await releasePictures(
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
  await updateOfSeller(db, 'listings', sellerId)
    .set({ image_url: imageUrl })
    .where('id', '=', listingId)
    .where('image_url', 'is distinct from', imageUrl)
    .execute()
  return { ok: true }
}

/**
 * Marks pictures that lost their last reference as used now, because undo and backups still refer to them. Call in the
 * transaction that removes the reference.
 */
export async function releasePictures(db: SellerDb, sellerId: number, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await sql`
    update pictures set used_at = greatest(used_at, now())
    where seller_id = ${sellerId} and hash = any (${[...new Set(hashes)]}::text[])`.execute(db)
}

/** Returns which pictures still exist, and blocks their removal until the transaction ends. */
export async function lockExistingPictures(
  db: SellerDb,
  sellerId: number,
  hashes: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select hash from pictures where seller_id = ${sellerId} and hash = any (${[...new Set(hashes)]}::text[])
    for key share`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

/** Whether all are the seller's pictures without duplicates; blocks their removal until the transaction ends. */
export async function hasPictures(db: SellerDb, sellerId: number, hashes: readonly string[]): Promise<boolean> {
  if (hashes.length === 0) return true
  return (await lockExistingPictures(db, sellerId, hashes)).size === hashes.length
}

/** Days after which an unreferenced picture is removed. */
const unusedDays = 30

const lookedAtOnce = 1_000

/**
 * Schedules removal of pictures of all sellers that were not used for `unusedDays` and that nothing references: no listing,
 * message, case, dispute or draft. The others count as used, so that each is looked at once in that time.
 */
export async function giveUpUnusedPictures(
  db: Database['owner'],
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const before = new Date(now.getTime() - unusedDays * day)
  for (;;) {
    if (signal?.aborted) return
    const { rows } = await sql<{ seller_id: number; hash: string }>`${overAllSellers}
      select seller_id, hash from pictures where used_at < ${before} order by used_at limit ${lookedAtOnce}`.execute(db)
    if (rows.length === 0) return
    const sellers = [...new Set(rows.map(({ seller_id }) => seller_id))]
    const hashes = [...new Set(rows.map(({ hash }) => hash))]
    const looked = sql`p.seller_id = any (${sellers}::bigint[]) and p.hash = any (${hashes}::text[]) and p.used_at < ${before}`
    await deleteUnreferenced(db, looked)
    await sql`update pictures p set used_at = ${now} where ${looked} ${overAllSellers}`.execute(db)
  }
}

async function deleteUnreferenced(db: Database['owner'], looked: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from pictures p
    where ${looked}
      and not exists (select from listing_pictures l where l.seller_id = p.seller_id and l.hash = p.hash)
      and not exists (select from message_pictures m where m.seller_id = p.seller_id and m.hash = p.hash)
      and not exists (select from case_photos c where c.seller_id = p.seller_id and c.hash = p.hash)
      and not exists (select from dispute_evidence e where e.seller_id = p.seller_id and e.hash = p.hash)
      and not exists (
        select from listing_drafts d where d.seller_id = p.seller_id and position(p.hash in d.typed ->> 'picture') > 0)
    ${overAllSellers}`.execute(db)
}

/** Due removals looked at for one that no other process holds: more than there are processes. */
const removalsAtOnce = 100

/**
 * Removes the files of one picture that is due, then its row. Uploads of the same picture wait and other processes skip
 * it. False if none is due. Rethrows errors of `remove`; the picture stays due.
 */
export function removeNextPicture(
  db: Database['owner'],
  { now, remove }: { now: Date; remove: (hash: string) => Promise<void> },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('picture_removals')
      .select(['seller_id', 'hash'])
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(removalsAtOnce)
      .modifyEnd(overAllSellers)
      .execute()
    for (const next of due) {
      const own = sql`seller_id = ${next.seller_id} and hash = ${next.hash}`
      const held = await sql`
        select from picture_removals where ${own} and due_at <= ${now} for update skip locked`.execute(tx)
      if (held.rows.length === 0) continue
      await remove(next.hash)
      await sql`delete from picture_removals where ${own}`.execute(tx)
      return true
    }
    return false
  })
}
