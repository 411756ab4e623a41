import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { storeShopCounts } from '#features/core/listing/stock-owner-db.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { readListings, storeContents } from '#features/selling/listing-form/form/content-db.server.ts'
import { settingOf, type ShopArgs } from '#features/selling/listing-form/form/form-setting.server.ts'
import { typedOf } from '#features/selling/listing-form/keep/open-form.server.ts'
import { skusInUse } from '#features/selling/listing-changes/patch-facts-db.server.ts'
import { lockForEdits } from '#features/selling/listings/listing-edits-db.server.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import { keepSent, type SentBefore } from './keep-sent-db.server.ts'
import { planChanges, type PlannedChange, type PushedChange } from './plan-changes.server.ts'
import { updateListings } from './pushed-drafts-db.server.ts'
import { skusNamed, type PushedListing } from './pushed-listing.ts'
import type { FoundListing } from './shop-listings-db.server.ts'

interface Changing {
  args: ShopArgs
  /** With different ids. */
  pushed: readonly PushedListing[]
  /** The listings on sale, by the shop's ids. */
  found: ReadonlyMap<string, FoundListing>
}

interface StoredChange extends PushedChange {
  sent: SentBefore
  plan: PlannedChange
}

/**
 * Changes listings on sale as the shop sends them, in a few statements. Returns their item numbers; null for those that
 * have to be taken alone, of which nothing is stored.
 */
export async function changeListings(db: SellerDb, changing: Changing): Promise<(string | null)[]> {
  const { args, pushed } = changing
  const own = { sellerId: args.seller.id, now: args.hub.now() }
  const changes = await readChanges(db, changing)
  const plans = planChanges(changes, {
    policies: await readPolicies(db, own.sellerId),
    setting: settingOf(args),
    taxonomy: args.hub.config.taxonomy,
    users: await skusInUse(db, own.sellerId, skusNamed(pushed)),
    now: own.now,
  })
  const planned = pairs(changes, plans).flatMap(([each, plan]) => (plan ? { ...each, plan } : []))
  await storeForms(db, own.sellerId, planned)
  await storeOffers(db, own.sellerId, planned)
  await showPictures(db, own.sellerId, planned)
  const counts = planned.map(({ row: { id }, pushed: { shopCounts } }) => ({ id, shopCounts }))
  await storeShopCounts(db, own.sellerId, counts)
  await keepSent(db, {
    ...own,
    listings: planned.map(({ pushed: of, sent }) => ({ pushed: of, before: sent, told: [] })),
  })
  const items = new Map(planned.map((each) => [each.pushed.id, each.row.item_number]))
  return pushed.map(({ id }) => items.get(id) ?? null)
}

/** Locks and reads what is changed, without listings that were relisted in the hub. */
async function readChanges(
  db: SellerDb,
  { args, pushed, found }: Changing,
): Promise<(PushedChange & { sent: SentBefore })[]> {
  const sellerId = args.seller.id
  const items = [...found.values()].map(({ itemNumber }) => itemNumber)
  const rows = new Map((await lockForEdits(db, sellerId, items)).map((row) => [row.id, row]))
  const listings = new Map((await readListings(db, sellerId, items)).map((listing) => [listing.id, listing]))
  const sent = await readSentBefore(db, sellerId, [...rows.keys()])
  return pushed.flatMap((each) => {
    const id = found.get(each.id)?.id ?? 0
    const [row, listing, before] = [rows.get(id), listings.get(id), sent.get(id)]
    if (!row || !listing || !before) return []
    const hasPictures = listing.pictures.length > 0
    return { pushed: each, row, listing, before: typedOf(args, listing), sent: { ...before, hasPictures } }
  })
}

async function readSentBefore(
  db: SellerDb,
  sellerId: number,
  ids: readonly number[],
): Promise<Map<number, Omit<SentBefore, 'hasPictures'>>> {
  const { rows } = await sql<Omit<SentBefore, 'hasPictures'>>`
    select listing_id as id, pushed_as as "pushedAs", image_urls as "imageUrls", problems as told from shop_listings
    where seller_id = ${sellerId} and listing_id = any (${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function storeForms(db: SellerDb, sellerId: number, planned: readonly StoredChange[]): Promise<void> {
  const forms = planned.flatMap(({ row: { id }, plan }) => (plan.kind === 'form' ? { id, ...plan } : []))
  const rows = forms.map(({ id, row }) => {
    // Pictures stay as they are.
    const { image_url: _, ...columns } = row
    return { id, ...columns }
  })
  // Those of a listing that has not started name its start.
  for (const alike of Map.groupBy(rows, (row) => 'starts_at' in row).values()) await updateListings(db, sellerId, alike)
  await storeContents(
    db,
    sellerId,
    forms.map(({ id, content }) => ({ listingId: id, content })),
  )
}

async function storeOffers(db: SellerDb, sellerId: number, planned: readonly StoredChange[]): Promise<void> {
  const offers = planned.flatMap(({ plan }) => (plan.kind === 'nothing' ? [] : (plan.offer ?? [])))
  if (offers.length === 0) return
  await nameStockCause(db, { kind: 'API' })
  const rows = offers.map(({ next }) => ({
    id: next.id,
    price_minor: next.price_minor,
    quantity_available: next.quantity_available,
    state: next.state,
    out_of_stock_since: next.out_of_stock_since,
    version: next.version + 1,
  }))
  await updateListings(db, sellerId, rows)
  const variations = offers.flatMap(({ next: { id }, variations: of }) =>
    of.map(({ priceMinor, quantity }, nth) => ({
      listing_id: id,
      position: nth + 1,
      price_minor: assertDefined(priceMinor, 'it was planned'),
      quantity: quantity ?? 0,
    })),
  )
  if (variations.length > 0)
    await sql`
      update listing_variations v set price_minor = n.price_minor, quantity = n.quantity
      from json_populate_recordset(null::listing_variations, ${JSON.stringify(variations)}::json) n
      where v.seller_id = ${sellerId} and v.listing_id = n.listing_id and v.position = n.position`.execute(db)
}

/** Shows the shop's first pictures of listings without their own. */
async function showPictures(db: SellerDb, sellerId: number, planned: readonly StoredChange[]): Promise<void> {
  const rows = planned.flatMap(({ pushed: { imageUrls }, listing, sent }) => {
    const [url] = imageUrls
    const isShown = url === undefined || sent.hasPictures || listing.imageUrl === url
    return isShown ? [] : { id: listing.id, image_url: url }
  })
  await updateListings(db, sellerId, rows)
}
