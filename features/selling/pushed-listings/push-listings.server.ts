import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { storeCustoms } from '#features/core/listing/customs-details-db.server.ts'
import { asShop } from '#features/core/listing/stock-owner-db.server.ts'
import { skusInUse } from '#features/selling/listing-changes/patch-facts-db.server.ts'
import { settingOf, type ShopArgs } from '#features/selling/listing-form/form/form-setting.server.ts'
import { startTyped } from '#features/selling/listing-form/form/start-typed.server.ts'
import { lockSkus } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import { planPushed, type DraftFacts, firstVersion, pictureOf, type PlannedListing } from './plan-pushed.server.ts'
import { lockSentDrafts, storeSentDrafts } from './pushed-drafts-db.server.ts'
import type { PushProblem } from './pushed-form.ts'
import { pushedCustoms, skusNamed, withoutUnits, type PushedListing } from './pushed-listing.ts'
import { changeListings } from './push-changes-db.server.ts'
import {
  findShopListings,
  isItemNumber,
  isRepeated,
  isRevised,
  type FoundListing,
  variationRows,
} from './shop-listings-db.server.ts'
import { insertRows } from '#db/insert-rows.ts'
import { storeNewContents } from '#features/selling/listing-form/form/content-db.server.ts'
import { draftColumns } from '#features/selling/listing-form/keep/drafts-db.server.ts'

interface ToldListing extends PlannedListing {
  told: readonly { pointer: string; detail: string }[]
}

interface Adding {
  sellerId: number
  listings: readonly ToldListing[]
  now: Date
}

/** Stores new listings of the shop, all at once; returns their item numbers in the same order. */
async function addListings(db: SellerDb, { sellerId, listings, now }: Adding): Promise<string[]> {
  if (listings.length === 0) return []
  const rows = listings.map(({ pushed, typed, content, onSale }) => ({
    ...draftColumns(content, null),
    seller_id: sellerId,
    state: 'DRAFT' as const,
    image_url: pictureOf(pushed, typed),
    version: firstVersion,
    duration_days: null,
    ends_at: null,
    created_at: now,
    shop_counts: pushed.shopCounts ?? false,
    ...onSale?.row,
  }))
  const inserted = await db.insertInto('listings').values(rows).returning(['id', 'item_number']).execute()
  // Ids are drawn in the order of the rows.
  const made = pairs(
    listings,
    inserted.toSorted((a, b) => a.id - b.id),
  ).map(([listing, { id, item_number: itemNumber }]) => ({ ...listing, listingId: id, itemNumber }))
  const onSale = made.flatMap((each) =>
    each.onSale ? { listingId: each.listingId, content: each.onSale.content } : [],
  )
  await storeNewContents(db, sellerId, onSale)
  const drafts = made.filter((each) => each.onSale === null)
  const forms = drafts.map(({ listingId, typed }) => ({
    seller_id: sellerId,
    listing_id: listingId,
    form_key: crypto.randomUUID(),
    mode: 'AddItem',
    typed,
    saved_at: now,
  }))
  await insertRows(db, 'listing_drafts', forms, { json: ['typed'] })
  const sent = made.map(({ pushed, listingId, told }) => ({
    seller_id: sellerId,
    external_id: pushed.id,
    listing_id: listingId,
    pushed_as: pushed.pushedAs,
    image_urls: [...pushed.imageUrls],
    problems: told,
    as_of: pushed.asOf,
    fetch_at: pushed.imageUrls.length > 0 ? now : null,
    fetches: 0,
  }))
  await insertRows(db, 'shop_listings', sent, { json: ['problems'] })
  const variations = made.flatMap(({ pushed, listingId }) => variationRows(sellerId, listingId, pushed))
  await insertRows(db, 'shop_variations', variations)
  return made.map(({ itemNumber }) => itemNumber)
}

/** Pushed listings that are stored together, or each in a transaction of its own. */
export type PushKind = 'new' | 'draft' | 'change' | 'alone'

/** How a pushed listing is taken; `unchanged`: it is here as sent. */
export type FoundPush = { kind: 'unchanged'; itemNumber: string } | { kind: PushKind }

/** Sorts pushed listings with different ids. A concurrent push may overtake them. */
export async function findPushed(
  db: SellerDb,
  sellerId: number,
  all: readonly PushedListing[],
): Promise<readonly FoundPush[]> {
  const found = await findShopListings(db, sellerId, { ids: all.map(({ id }) => id), drafts: true })
  return all.map((pushed) => {
    const { id, isOnSale } = pushed
    const own = found.get(id)
    if (!own) return { kind: isItemNumber(id) ? 'alone' : 'new' }
    if (isRepeated(own, pushed)) return { kind: 'unchanged', itemNumber: own.itemNumber }
    if (own.state === 'DRAFT') return { kind: 'draft' }
    return { kind: isOnSale && isRevised(own) ? 'change' : 'alone' }
  })
}

interface Told {
  pointer: string
  detail: string
}

/** A listing as stored; `too-long`: nothing was stored of it. */
type TogetherOutcome =
  | { ok: true; itemNumber: string; isNew: boolean; problems: readonly Told[] }
  | { ok: false; reason: 'too-long' }

interface Push {
  args: ShopArgs
  /** With different ids. */
  pushed: readonly PushedListing[]
  /** Whether another side keeps count of the units: those of listings on sale stay. */
  keepsUnits: boolean
  tell: (problems: readonly PushProblem[]) => Told[]
}

/**
 * Takes listings of one kind from the marketplace's shop in a few statements, as `pushListing` takes each. Null if one
 * of them is no longer of this kind, or needs more than its form, so that each must be taken alone; of changes, null
 * instead of an outcome for those that must be.
 */
export async function pushListings(
  db: SellerDb,
  kind: Exclude<PushKind, 'alone'>,
  push: Push,
): Promise<(TogetherOutcome | null)[] | null> {
  const { args, pushed } = push
  const sellerId = args.seller.id
  const ids = pushed.map(({ id }) => id)
  // Locks in the order of `pushListing`, those of ids sorted.
  const locks = ids.toSorted().map((id) => `shop listing ${sellerId} ${id}`)
  await sql`select pg_advisory_xact_lock(lock_number(name)) from unnest(${locks}::text[]) name`.execute(db)
  await lockSkus(db, sellerId)
  const found = await findShopListings(db, sellerId, { ids, drafts: true })
  const isOvertaken = pushed.some((each) => {
    const own = found.get(each.id)
    return own && isRepeated(own, each)
  })
  if (isOvertaken || (kind === 'new' && found.size > 0)) return null
  const listingIds = [...found.values()].map(({ id }) => id)
  const outcomes =
    kind === 'new'
      ? await pushNew(db, push)
      : await asShop(db, () => (kind === 'draft' ? pushDrafts(db, push, listingIds) : pushChanges(db, push, found)))
  const taken = pushed.filter((each, at) => outcomes?.[at]?.ok)
  await storeCustoms(db, sellerId, pushedCustoms(taken, args.seller.currency))
  return outcomes
}

async function pushChanges(
  db: SellerDb,
  { args, pushed, keepsUnits }: Push,
  found: ReadonlyMap<string, FoundListing>,
): Promise<(TogetherOutcome | null)[] | null> {
  if (found.size < pushed.length || ![...found.values()].every(isRevised)) return null
  const wanted = keepsUnits ? pushed.map(withoutUnits) : pushed
  const items = await changeListings(db, { args, pushed: wanted, found })
  return items.map((itemNumber) => (itemNumber === null ? null : { ok: true, itemNumber, isNew: false, problems: [] }))
}

async function pushNew(db: SellerDb, push: Push): Promise<TogetherOutcome[]> {
  const { args, pushed, tell } = push
  const planned = planPushed(
    pushed.map((each) => ({ pushed: each, draft: null })),
    await readFacts(db, push),
  )
  const listings = planned.flatMap((each) => (each ? { ...each, told: tell(each.problems) } : []))
  const stored = await addListings(db, { sellerId: args.seller.id, listings, now: args.hub.now() })
  const items = new Map(pairs(listings, stored).map(([each, itemNumber]) => [each.pushed.id, { ...each, itemNumber }]))
  return pushed.map(({ id }) => outcomeOf(items.get(id), true))
}

async function pushDrafts(db: SellerDb, push: Push, listingIds: readonly number[]): Promise<TogetherOutcome[] | null> {
  const { args, pushed, tell } = push
  const own = { sellerId: args.seller.id, now: args.hub.now() }
  const stored = await lockSentDrafts(db, { ...own, listingIds })
  if (!pushed.every(({ id }) => stored.has(id))) return null
  const sent = pushed.map((each) => ({ pushed: each, draft: assertDefined(stored.get(each.id), 'each is there') }))
  const planned = planPushed(sent, await readFacts(db, push))
  const drafts = pairs(sent, planned).flatMap(([{ draft }, each]) =>
    each ? { ...each, draft, told: tell(each.problems), itemNumber: draft.itemNumber } : [],
  )
  await storeSentDrafts(db, { ...own, drafts })
  const byId = new Map(drafts.map((each) => [each.pushed.id, each]))
  return pushed.map(({ id }) => outcomeOf(byId.get(id), false))
}

const outcomeOf = (
  stored: { itemNumber: string; told: readonly Told[] } | undefined,
  isNew: boolean,
): TogetherOutcome =>
  stored ? { ok: true, itemNumber: stored.itemNumber, isNew, problems: stored.told } : { ok: false, reason: 'too-long' }

async function readFacts(db: SellerDb, { args, pushed }: Push): Promise<DraftFacts> {
  const { hub, seller } = args
  return {
    start: await startTyped(db, seller.id),
    policies: await readPolicies(db, seller.id),
    setting: settingOf(args),
    taxonomy: hub.config.taxonomy,
    takenSkus: new Set((await skusInUse(db, seller.id, skusNamed(pushed))).keys()),
    now: hub.now(),
  }
}
