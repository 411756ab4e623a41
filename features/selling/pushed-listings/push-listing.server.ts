import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { storeCustoms } from '#features/core/listing/customs-details-db.server.ts'
import { asShop, storeShopCounts } from '#features/core/listing/stock-owner-db.server.ts'
import { settingOf, type ShopArgs } from '#features/selling/listing-form/form/form-setting.server.ts'
import { readListing, type StoredListing } from '#features/selling/listing-form/form/content-db.server.ts'
import { startTyped } from '#features/selling/listing-form/form/start-typed.server.ts'
import { againTyped, type Typed } from '#features/selling/listing-form/form/typed-form.ts'
import type { Draft } from '#features/selling/listing-form/keep/drafts-db.server.ts'
import { keepForm } from '#features/selling/listing-form/keep/keep-form.server.ts'
import { typedOf } from '#features/selling/listing-form/keep/open-form.server.ts'
import { draftOf } from '#features/selling/listing-form/publish/publish-drafts.server.ts'
import { lockSkus, publishListing } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import { stepListings } from '#features/selling/listings/listing-actions-db.server.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { changedFields, changeOffer, isOfferAlone, isSoldOut, withFormerUnits } from './pushed-offer.server.ts'
import { pushedForm, type PushProblem } from './pushed-form.ts'
import { pushedCustoms, withoutUnits, type PushedListing } from './pushed-listing.ts'
import {
  findNamedListing,
  isRepeated,
  isRevised,
  keepShopListing,
  type FoundListing,
} from './shop-listings-db.server.ts'

/** The outcome of a push. Problems keep a new listing a draft, and refuse a change of one that is on sale. */
export type PushOutcome =
  | { ok: true; listingId: number; isNew: boolean }
  | { ok: false; reason: 'problems'; problems: PushProblem[] }
  | { ok: false; reason: 'not-possible-now' | 'too-long' }

interface Push {
  args: ShopArgs
  pushed: PushedListing
  /** Whether another side keeps count of the units: those of a listing on sale stay. */
  keepsUnits: boolean
  tell: (problems: readonly PushProblem[]) => { pointer: string; detail: string }[]
  /** Called with the listing before any change; errors propagate. */
  before: (listingId: number | null) => Promise<void>
}

/**
 * Takes a listing from the marketplace's shop through its form, with the form's rules. A new listing that breaks a rule
 * becomes a draft. A repeated push changes nothing, whatever happened to the listing meanwhile, unless it was kept
 * back. Runs in the caller's transaction, which must be rolled back if the push is refused.
 */
export async function pushListing(db: SellerDb, push: Push): Promise<PushOutcome> {
  const { args, pushed } = push
  const sellerId = args.seller.id
  await sql`select pg_advisory_xact_lock(lock_number(${`shop listing ${sellerId} ${pushed.id}`}))`.execute(db)
  // Locked first, as in publishing.
  await lockSkus(db, sellerId)
  const found = await findNamedListing(db, sellerId, { named: pushed.id, isOwn: true })
  await push.before(found?.id ?? null)
  if (found && isRepeated(found, pushed)) return { ok: true, listingId: found.id, isNew: false }
  const taken = await asShop(db, () => takeListing(db, push, found))
  if (!taken.ok) return taken
  const { listingId, problems } = taken
  const shopCounts = push.keepsUnits && found && isRevised(found) ? false : pushed.shopCounts
  await storeShopCounts(db, sellerId, [{ id: listingId, shopCounts }])
  await storeCustoms(db, sellerId, pushedCustoms([pushed], args.seller.currency))
  await keepShopListing(db, { sellerId, listingId, pushed, problems: push.tell(problems), now: args.hub.now() })
  return { ok: true, listingId, isNew: found === null }
}

type Taken = { ok: true; listingId: number; problems: PushProblem[] } | Extract<PushOutcome, { ok: false }>

async function takeListing(db: SellerDb, push: Push, found: FoundListing | null): Promise<Taken> {
  const { args, pushed } = push
  const listing = found && (await readListing(db, args.seller.id, found.itemNumber))
  if (listing && listing.state === 'ENDED' && !pushed.isOnSale) return { ok: true, listingId: listing.id, problems: [] }
  if (!listing || listing.state === 'ENDED') return addListing(db, push, listing)
  if (listing.state === 'DRAFT') {
    const draft = await draftOf(db, args, listing.itemNumber)
    return draft ? saveDraft(db, push, draft) : { ok: false, reason: 'not-possible-now' }
  }
  if (pushed.isOnSale) return changeListing(db, push, listing)
  const event = listing.state === 'SCHEDULED' ? 'unschedule' : 'end'
  const [result] = await stepListings(db, { sellerId: args.seller.id, ids: [listing.id], event, now: args.hub.now() })
  return result?.ok ? { ok: true, listingId: listing.id, problems: [] } : { ok: false, reason: 'not-possible-now' }
}

const formOf = async (db: SellerDb, { args: { seller }, pushed }: Push, typed: Typed) =>
  pushedForm(pushed, { typed, policies: await readPolicies(db, seller.id), currency: seller.currency })

/** Creates a listing, in place of the ended one if there is one. */
async function addListing(db: SellerDb, push: Push, ended: StoredListing | null): Promise<Taken> {
  const { args } = push
  const base = ended ? againTyped(typedOf(args, ended)) : await startTyped(db, args.seller.id)
  const { typed, problems } = await formOf(db, push, base)
  const mode = ended ? ('RelistItem' as const) : ('AddItem' as const)
  const hidden = { mode, key: crypto.randomUUID(), revision: 0, on: null, from: ended?.itemNumber ?? null }
  return keepAndPublish(db, push, { typed, problems, hidden })
}

async function saveDraft(db: SellerDb, push: Push, draft: Draft): Promise<Taken> {
  const { typed, problems } = await formOf(db, push, draft.typed)
  const hidden = { mode: draft.mode, key: draft.formKey, revision: draft.revision, on: null, from: null }
  return keepAndPublish(db, push, { typed, problems, hidden })
}

type Hidden = Parameters<typeof keepForm>[2]['sent']['hidden']

async function keepAndPublish(
  db: SellerDb,
  { args, pushed }: Push,
  { typed, problems, hidden }: { typed: Typed; problems: PushProblem[]; hidden: Hidden },
): Promise<Taken> {
  const kept = await keepForm(db, args, { sent: { hidden, typed, intent: 'save', search: '' }, typed })
  if (!kept.ok) return { ok: false, reason: kept.reason === 'too-long' ? 'too-long' : 'not-possible-now' }
  const { draft } = kept
  await showPicture(db, { sellerId: args.seller.id, listingId: draft.listingId, pushed })
  if (!pushed.isOnSale) return { ok: true, listingId: draft.listingId, problems }
  if (problems.length > 0) return { ok: true, listingId: draft.listingId, problems }
  const outcome = await publish(db, args, draft)
  if (outcome.ok) return { ok: true, listingId: draft.listingId, problems: [] }
  if (outcome.reason !== 'problems') return { ok: false, reason: 'not-possible-now' }
  return { ok: true, listingId: draft.listingId, problems: outcome.problems }
}

/** Revises a listing that is on sale or scheduled. */
async function changeListing(db: SellerDb, push: Push, listing: StoredListing): Promise<Taken> {
  const { args, pushed, keepsUnits } = push
  const before = typedOf(args, listing)
  const asked = keepsUnits ? { ...push, pushed: withoutUnits(pushed) } : push
  const { typed: wanted, problems } = await formOf(db, asked, before)
  if (problems.length > 0) return { ok: false, reason: 'problems', problems }
  const changed = changedFields(before, wanted)
  const isEmpty = isSoldOut(wanted)
  if (!isOfferAlone(changed)) {
    // The form requires stock, so units are removed afterwards.
    const outcome = await publish(db, args, {
      listingId: listing.id,
      itemNumber: listing.itemNumber,
      // A new key, so that a form that a member has open is not affected.
      formKey: crypto.randomUUID(),
      mode: 'ReviseItem',
      typed: isEmpty ? withFormerUnits(wanted, before) : wanted,
      revision: 0,
      baseVersion: listing.version,
      sourceId: null,
      savedAt: args.hub.now(),
    })
    if (!outcome.ok) return outcome.reason === 'problems' ? outcome : { ok: false, reason: 'not-possible-now' }
  }
  if (changed.length > 0 && (isEmpty || isOfferAlone(changed))) {
    const current = assertDefined(await readListing(db, args.seller.id, listing.itemNumber), 'it was locked')
    const problem = await changeOffer(db, args, { listing: current, wanted })
    if (problem) return { ok: false, reason: 'problems', problems: [problem] }
  }
  await showPicture(db, { sellerId: args.seller.id, listingId: listing.id, pushed })
  return { ok: true, listingId: listing.id, problems: [] }
}

const publish = (db: SellerDb, args: ShopArgs, draft: Draft) =>
  publishListing(db, {
    sellerId: args.seller.id,
    draft,
    setting: settingOf(args),
    taxonomy: args.hub.config.taxonomy,
    now: args.hub.now(),
    byShop: true,
  })

/** Shows the shop's first picture, unless the listing has one of its own. */
async function showPicture(
  db: SellerDb,
  { sellerId, listingId, pushed }: { sellerId: number; listingId: number; pushed: PushedListing },
): Promise<void> {
  const url = pushed.imageUrls[0]
  if (url === undefined) return
  await sql`
    update listings set image_url = ${url}
    where seller_id = ${sellerId} and id = ${listingId} and image_url is distinct from ${url}
      and not exists (select from listing_pictures where seller_id = ${sellerId} and listing_id = ${listingId})`.execute(
    db,
  )
}
