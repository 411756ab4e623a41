import { sql } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import { isDatabaseUnavailable } from '#db/failure.ts'
import type { Row } from '#db/schema.ts'
import { keepPictures, setListingPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { withPictures } from '#features/selling/listing-form/form/typed-form.ts'
import { keepForm } from '#features/selling/listing-form/keep/keep-form.server.ts'
import { draftOf } from '#features/selling/listing-form/publish/publish-drafts.server.ts'
import { minute } from '#lib/duration.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { shopOf } from '../form-shop.ts'
import { selectSeller } from '../sellers-by-id.ts'
import { takePictures } from './take-pictures.ts'

/** Listings whose pictures one run fetches. */
const atOnce = 200
/** Attempts; each waits twice as long as the one before, from ten minutes on. */
const attempts = 7
/** For how long a process has a listing to itself. */
const lease = 10 * minute

type Due = Pick<Row<'shop_listings'>, 'seller_id' | 'external_id' | 'listing_id' | 'image_urls' | 'fetches'> & {
  fetch_at: Date
}

/**
 * Fetches pictures of listings that the marketplace's shop sent, from addresses that webhooks may go to. Safe beside
 * other processes. What cannot be fetched is tried again for half a day. Returns the number of listings with new
 * pictures.
 */
export async function fetchShopPictures(hub: Hub, signal: AbortSignal): Promise<number> {
  const { rows } = await sql<Due>`${overAllSellers}
    select seller_id, external_id, listing_id, image_urls, fetches, fetch_at from shop_listings
    where fetch_at <= ${hub.now()} order by fetch_at limit ${atOnce}`.execute(hub.db.owner)
  let shown = 0
  for (const due of rows) {
    if (signal.aborted) break
    if (await claim(hub, due)) shown += (await fetchOne(hub, due, signal)) ? 1 : 0
  }
  return shown
}

async function claim({ db, now }: Hub, due: Due): Promise<boolean> {
  const { numUpdatedRows } = await db.owner
    .updateTable('shop_listings')
    .set({ fetch_at: new Date(now().getTime() + lease) })
    .where('seller_id', '=', due.seller_id)
    .where('external_id', '=', due.external_id)
    .where('fetch_at', '=', due.fetch_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Fetches what it can of a listing's pictures. Returns whether the listing shows others than before. */
async function fetchOne(hub: Hub, due: Due, signal: AbortSignal): Promise<boolean> {
  const { write } = ownRows(hub, due.seller_id)
  const call = { hub, seller: { id: due.seller_id }, write, signal, requireStill: async () => {} }
  const hashes: string[] = []
  for (const url of due.image_urls)
    try {
      hashes.push(...(await takePictures(call, [url])))
    } catch (error) {
      // An address that leads to no picture keeps back none of the others.
      if (isDatabaseUnavailable(error)) throw error
    }
  const isComplete = hashes.length === due.image_urls.length
  const isLast = isComplete || due.fetches + 1 >= attempts
  const next = new Date(hub.now().getTime() + 2 ** due.fetches * 10 * minute)
  return write(async (db) => {
    await db
      .updateTable('shop_listings')
      .set({ fetch_at: isLast ? null : next, fetches: due.fetches + 1 })
      .where('seller_id', '=', due.seller_id)
      .where('external_id', '=', due.external_id)
      // Sent with other pictures meanwhile, it is due anew.
      .where('image_urls', '=', sql<string[]>`${due.image_urls}::text[]`)
      .execute()
    return show(db, hub, { due, hashes })
  })
}

/** Shows fetched pictures, unless a member has chosen some. */
async function show(
  db: SellerDb,
  hub: Hub,
  { due, hashes }: { due: Due; hashes: readonly string[] },
): Promise<boolean> {
  const [sellerId, listingId] = [due.seller_id, due.listing_id]
  const listing = await db
    .selectFrom('listings')
    .select(['item_number', 'state'])
    .where('seller_id', '=', sellerId)
    .where('id', '=', listingId)
    .forUpdate()
    .executeTakeFirst()
  if (!listing || listing.state === 'ENDED' || hashes.length === 0) return false
  const { rows } = await sql<{ hash: string; isFetched: boolean }>`
    select p.hash, exists (select from fetched_pictures f where f.seller_id = ${sellerId} and f.hash = p.hash) as "isFetched"
    from listing_pictures p where p.seller_id = ${sellerId} and p.listing_id = ${listingId} order by p.position`.execute(
    db,
  )
  if (rows.some(({ isFetched }) => !isFetched)) return false
  if (rows.map(({ hash }) => hash).join(' ') === hashes.join(' ')) return false
  const chosen = [...new Set(hashes)].map((hash) => ({ hash, alt: '' }))
  if (listing.state !== 'DRAFT') {
    const pictures = await keepPictures(db, { sellerId, chosen, now: hub.now() })
    return (await setListingPictures(db, { sellerId, listingId, chosen: pictures })).ok
  }
  const shop = shopOf({ hub, seller: await selectSeller(hub.db.owner, sellerId).executeTakeFirstOrThrow() })
  const draft = await draftOf(db, shop, listing.item_number)
  if (!draft) return false
  const typed = withPictures(draft.typed, chosen)
  const hidden = { mode: draft.mode, key: draft.formKey, revision: draft.revision, on: null, from: null }
  return (await keepForm(db, shop, { sent: { hidden, typed, intent: 'save', search: '' }, typed })).ok
}
