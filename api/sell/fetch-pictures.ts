import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import { isDatabaseUnavailable } from '#db/failure.ts'
import type { Row } from '#db/schema.ts'
import { fetchAttempts } from '#features/core/listing-pictures/lost-pictures-db.server.ts'
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

/** Sellers that are found at once, and listings of one in a turn. */
const [sellersAtOnce, aTurn] = [100, 4]
/** For how long a process has a listing to itself. */
const lease = 10 * minute
/** Milliseconds after which a failed address counts as silent, and how many of them make a host skipped for the run. */
const [silentAfter, mostSilent] = [10_000, 2]

/** Who named the addresses: the marketplace's shop, or a file that the seller uploaded. */
const tables = ['shop_listings', 'picture_fetches'] as const

type Due = Pick<Row<'picture_fetches'>, 'seller_id' | 'listing_id' | 'image_urls' | 'fetches' | 'replaces'> & {
  table: (typeof tables)[number]
  fetch_at: Date
}

/**
 * Fetches pictures of listings from addresses that webhooks may go to. Safe beside other processes. What cannot be fetched
 * is tried again for half a day. Returns the number of listings with new pictures.
 */
export async function fetchPictures(hub: Hub, signal: AbortSignal): Promise<number> {
  let shown = 0
  const silent = new Map<string, number>()
  for (let isLeft = true; isLeft;) {
    isLeft = false
    for (const table of tables)
      for await (const due of roundOf(hub, table)) {
        if (signal.aborted) return shown
        isLeft = true
        if (await claim(hub, due)) shown += (await fetchIsolated(hub, due, { signal, silent })) ? 1 : 0
      }
  }
  return shown
}

/** Some listings of each seller with due ones: one who names thousands keeps back nobody else. */
async function* roundOf(hub: Hub, table: Due['table']): AsyncGenerator<Due> {
  for (let [after, found] = [0, sellersAtOnce]; found === sellersAtOnce;) {
    const { rows: sellers } = await sql<{ id: number }>`${overAllSellers}
      select distinct seller_id as id from ${sql.table(table)} where fetch_at <= ${hub.now()} and seller_id > ${after}
      order by 1 limit ${sellersAtOnce}`.execute(hub.db.owner)
    for (const { id } of sellers) yield* await turnOf(hub, table, id)
    found = sellers.length
    after = sellers.at(-1)?.id ?? after
  }
}

async function turnOf(hub: Hub, table: Due['table'], sellerId: number): Promise<Due[]> {
  const { rows } = await sql<Omit<Due, 'table'>>`
    select seller_id, listing_id, image_urls, fetches, fetch_at,
      ${table === 'picture_fetches' ? sql.ref('replaces') : sql.lit(false)} as replaces
    from ${sql.table(table)} where seller_id = ${sellerId} and fetch_at <= ${hub.now()}
    order by fetch_at, listing_id limit ${aTurn}`.execute(hub.db.owner)
  return rows.map((row) => ({ ...row, table }))
}

async function claim({ db, now }: Hub, { table, seller_id, listing_id, fetch_at }: Due): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set fetch_at = ${new Date(now().getTime() + lease)}
    where seller_id = ${seller_id} and listing_id = ${listing_id} and fetch_at = ${fetch_at}`.execute(db.owner)
  return (numAffectedRows ?? 0n) > 0n
}

interface Run {
  signal: AbortSignal
  /** How often a host did not answer in this run. */
  silent: Map<string, number>
}

/** Like `fetchOne`; a failure is recorded as an attempt and keeps back no other listing. */
async function fetchIsolated(hub: Hub, due: Due, run: Run): Promise<boolean> {
  try {
    return await fetchOne(hub, due, run)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    hub.log.error({ err: error, sellerId: due.seller_id }, 'the pictures of a listing could not be fetched')
    await ownRows(hub, due.seller_id).write((db) => recordAttempt(db, hub, { due, isComplete: false }))
    return false
  }
}

/** Fetches what it can of a listing's pictures. Returns whether the listing shows others than before. */
async function fetchOne(hub: Hub, due: Due, { signal, silent }: Run): Promise<boolean> {
  const { seller_id: sellerId, image_urls: urls } = due
  const { write } = ownRows(hub, sellerId)
  const call = { hub, seller: { id: sellerId }, write, signal, requireStill: async () => {} }
  const hashes: string[] = []
  for (const url of urls) {
    const host = URL.parse(url)?.host ?? ''
    if ((silent.get(host) ?? 0) >= mostSilent) continue
    const asked = hub.now().getTime()
    try {
      hashes.push(...(await takePictures(call, [url])))
    } catch (error) {
      // An address that leads to no picture keeps back none of the others.
      if (isDatabaseUnavailable(error)) throw error
      if (hub.now().getTime() - asked >= silentAfter) silent.set(host, (silent.get(host) ?? 0) + 1)
    }
  }
  return write(async (db) => {
    await recordAttempt(db, hub, { due, isComplete: hashes.length === urls.length })
    return show(db, hub, { due, hashes })
  })
}

/** Records that the pictures of a listing were fetched, or when they are tried again. */
async function recordAttempt(
  db: SellerDb,
  hub: Hub,
  { due, isComplete }: { due: Due; isComplete: boolean },
): Promise<void> {
  const { table, seller_id: sellerId, listing_id: listingId, image_urls: urls, fetches } = due
  const failed = isComplete ? fetches : fetches + 1
  const isLast = isComplete || failed >= fetchAttempts
  // Each attempt waits twice as long as the one before.
  const next = new Date(hub.now().getTime() + 2 ** fetches * 10 * minute)
  // Named with other pictures meanwhile, it is due anew.
  await sql`
    update ${sql.table(table)} set fetch_at = ${isLast ? null : next}, fetches = ${failed}
    where seller_id = ${sellerId} and listing_id = ${listingId} and image_urls = ${urls}::text[]`.execute(db)
}

/** Shows fetched pictures, unless a member has chosen some. Those of a file that names them for the listing replace these once. */
async function show(
  db: SellerDb,
  hub: Hub,
  { due, hashes }: { due: Due; hashes: readonly string[] },
): Promise<boolean> {
  const [sellerId, listingId] = [due.seller_id, due.listing_id]
  const listing = await selectOfSeller(db, 'listings', sellerId)
    .select(['item_number', 'state'])
    .where('id', '=', listingId)
    .forUpdate()
    .executeTakeFirst()
  if (!listing || listing.state === 'ENDED' || hashes.length === 0) return false
  const { rows } = await sql<{ hash: string; isFetched: boolean }>`
    select p.hash, exists (select from fetched_pictures f where f.seller_id = ${sellerId} and f.hash = p.hash) as "isFetched"
    from listing_pictures p where p.seller_id = ${sellerId} and p.listing_id = ${listingId} order by p.position`.execute(
    db,
  )
  if (!due.replaces && rows.some(({ isFetched }) => !isFetched)) return false
  if (due.replaces) await wasReplaced(db, due)
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
  const kept = await keepForm(db, shop, { sent: { hidden, typed, intent: 'save', search: '' }, typed })
  if (!kept.ok) return false
  // An upload may be undone while its draft has this revision; one that a member edited has another.
  await updateOfSeller(db, 'picture_fetches', sellerId)
    .set({ revision: kept.draft.revision })
    .where('listing_id', '=', listingId)
    .where('revision', '=', draft.revision)
    .execute()
  return true
}

/** Notes that pictures were replaced: what a member chooses from now on stays. */
const wasReplaced = (db: SellerDb, { seller_id: sellerId, listing_id: listingId }: Due) =>
  updateOfSeller(db, 'picture_fetches', sellerId).set({ replaces: false }).where('listing_id', '=', listingId).execute()
