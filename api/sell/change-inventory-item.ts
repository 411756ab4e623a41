import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { settingOf } from '#features/selling/listing-form/form/form-setting.server.ts'
import { maxFormBytes } from '#features/selling/listing-form/form/sent-form.ts'
import { differingFields, type Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { discardListings } from '#features/selling/listing-form/keep/discarded-drafts-db.server.ts'
import type { Draft } from '#features/selling/listing-form/keep/drafts-db.server.ts'
import { keepForm } from '#features/selling/listing-form/keep/keep-form.server.ts'
import { typedOf } from '#features/selling/listing-form/keep/open-form.server.ts'
import { draftOf } from '#features/selling/listing-form/publish/publish-drafts.server.ts'
import {
  publishListing,
  lockSkus,
  type PublishOutcome,
} from '#features/selling/listing-form/publish/publish-listing.server.ts'
import { stepListings } from '#features/selling/listings/listing-actions-db.server.ts'
import type { ListingEvent } from '#features/core/listing/listing-states.ts'
import { shopOf } from '../form-shop.ts'
import {
  findInventoryItem,
  offerIdOf,
  readDetails,
  type InventoryItem,
  type InventoryItemDetails,
} from './inventory-rows.ts'
import { ruleViolation, ruleViolations } from './refusals.ts'
import { SellError } from './sell-error.ts'
import type { SellCall } from './sell-route.ts'
import { storeOffer } from './store-offer.ts'

/** Finds the item with a SKU for writing: serializes writers and locks active listings. */
export async function lockItemBySku(call: SellCall, db: SellerDb, sku: string): Promise<InventoryItem | null> {
  const { seller } = call
  await sql`select pg_advisory_xact_lock(lock_number(${`tool ${seller.id} ${sku}`}))`.execute(db)
  const thing = await findInventoryItem(db, seller.id, { sku })
  return thing && lockItem(call, db, thing)
}

/**
 * Locks an active listing until the transaction ends and returns its current state. Otherwise each incoming order would
 * increase its version, and changes to busy listings would always conflict. Drafts are not locked.
 */
async function lockItem({ seller }: SellCall, db: SellerDb, thing: InventoryItem): Promise<InventoryItem> {
  if (thing.state === 'DRAFT') return thing
  // Lock order: SKU first, then the listing, as in publishing.
  await lockSkus(db, seller.id)
  await selectOfSeller(db, 'listings', seller.id).select('id').where('id', '=', thing.id).forUpdate().execute()
  const held = await findInventoryItem(db, seller.id, { offerId: offerIdOf(thing) })
  if (held?.id !== thing.id || held.sku !== thing.sku) throw new SellError(25025)
  return held
}

/** Finds the item of an offer; throws if there is none. A draft without a price has no offer. */
export async function findItemByOffer({ seller }: SellCall, db: SellerDb, offerId: string): Promise<InventoryItem> {
  const thing = await findInventoryItem(db, seller.id, { offerId })
  if (!thing || thing.price_minor === 0) throw new SellError(25713, { parameters: { offerId } })
  return thing
}

/** The same for writing; locks active listings. */
export async function lockItemByOffer(call: SellCall, db: SellerDb, offerId: string): Promise<InventoryItem> {
  return lockItem(call, db, await findItemByOffer(call, db, offerId))
}

/** Content of an item's listing; throws if it was deleted since, as drafts may be. */
export async function detailsOf(call: SellCall, db: SellerDb, thing: InventoryItem): Promise<InventoryItemDetails> {
  const details = (await readDetails(db, shopOf(call), [thing])).get(thing.id)
  if (!details) throw new SellError(25025)
  return details
}

type Change = (typed: Typed) => Typed

/** Creates a draft; returns its item number. */
export async function addDraft(call: SellCall, db: SellerDb, typed: Typed): Promise<string> {
  return keep(call, db, { typed, draft: null })
}

/**
 * Changes an item's listing like its form: drafts are saved even if they cannot be published; active listings are
 * revised immediately under all rules. Writes nothing if nothing changed.
 */
export async function changeInventoryItem(
  call: SellCall,
  db: SellerDb,
  { thing, details, change }: { thing: InventoryItem; details: InventoryItemDetails; change: Change },
): Promise<void> {
  if (thing.position !== null)
    throw new SellError(25002, {
      detail:
        'What variations of a listing say is changed in the hub; bulk_update_price_quantity changes price and quantity.',
    })
  if (thing.state !== 'DRAFT') return reviseInventoryItem(call, db, { thing, details, change })
  const draft = await draftOf(db, shopOf(call), thing.item_number)
  if (!draft) throw new SellError(25025)
  const typed = change(draft.typed)
  if (differingFields(draft.typed, typed).length > 0) await keep(call, db, { typed, draft })
}

async function keep(call: SellCall, db: SellerDb, { typed, draft }: { typed: Typed; draft: Draft | null }) {
  if (JSON.stringify(typed).length > maxFormBytes)
    throw new SellError(25002, { detail: 'All of it together is too long.' })
  const hidden = {
    mode: draft?.mode ?? ('AddItem' as const),
    key: draft?.formKey ?? crypto.randomUUID(),
    revision: draft?.revision ?? 0,
    on: null,
    from: null,
  }
  const kept = await keepForm(db, shopOf(call), { sent: { hidden, typed, intent: 'save', search: '' }, typed })
  if (!kept.ok) throw new SellError(25025)
  return kept.draft.itemNumber
}

async function reviseInventoryItem(
  call: SellCall,
  db: SellerDb,
  { thing, details, change }: { thing: InventoryItem; details: InventoryItemDetails; change: Change },
): Promise<void> {
  const typed = typedOf(shopOf(call), details.listing)
  const next = change(typed)
  const changed = differingFields(typed, next)
  // Otherwise its quantity would silently stay unchanged.
  const { isStockOfShop, isKit } = details.listing
  if ((isStockOfShop || isKit) && changed.includes('quantity'))
    throw ruleViolation({ field: 'quantity', problem: isKit ? 'stockOfKit' : 'stockOfShop' })
  const isSoldOut = (next.quantity ?? '0') === '0'
  if (changed.every((name) => name === 'quantity')) {
    if (changed.length > 0) await storeOffer(call, db, thing, { quantity: Number(next.quantity ?? 0) })
    return
  }
  if (isSoldOut && thing.quantity === 0)
    throw new SellError(25004, { detail: 'What is out of stock is changed when there is some of it again.' })
  const { listing } = details
  const outcome = await publishListing(db, {
    sellerId: call.seller.id,
    draft: {
      listingId: listing.id,
      itemNumber: listing.itemNumber,
      // A new key, so that a form a member has open is not affected.
      formKey: crypto.randomUUID(),
      mode: 'ReviseItem',
      typed: isSoldOut ? { ...next, quantity: String(thing.quantity) } : next,
      revision: 0,
      baseVersion: listing.version,
      sourceId: null,
      savedAt: call.hub.now(),
    },
    setting: settingOf(shopOf(call)),
    taxonomy: call.hub.config.taxonomy,
    now: call.hub.now(),
  })
  if (!outcome.ok) throw refusalOf(outcome)
  // The form's rules require stock, so a quantity of zero is stored separately.
  if (isSoldOut) await storeOffer(call, db, { ...thing, version: listing.version + 1 }, { quantity: 0 })
}

function refusalOf(outcome: PublishOutcome & { ok: false }): SellError {
  switch (outcome.reason) {
    case 'problems':
      return ruleViolations(outcome.problems)
    case 'stale':
    case 'not-possible-now':
      return new SellError(25025)
  }
}

/**
 * Publishes a draft by the hub's own operation, after applying `change`. Idempotent: an active listing stays, for tools
 * that retry. Returns the item number.
 */
export async function publishInventoryItem(
  call: SellCall,
  db: SellerDb,
  thing: InventoryItem,
  change: Change,
): Promise<string> {
  if (thing.state !== 'DRAFT') return thing.item_number
  await lockSkus(db, call.seller.id)
  const draft = await draftOf(db, shopOf(call), thing.item_number)
  if (!draft) throw new SellError(25025)
  const outcome = await publishListing(db, {
    sellerId: call.seller.id,
    draft: { ...draft, typed: change(draft.typed) },
    setting: settingOf(shopOf(call)),
    taxonomy: call.hub.config.taxonomy,
    now: call.hub.now(),
  })
  if (!outcome.ok) throw refusalOf(outcome)
  return outcome.itemNumber
}

/** Applies an event to an item's listing by the hub's state table. */
async function step({ hub, seller }: SellCall, db: SellerDb, id: number, event: ListingEvent): Promise<void> {
  const [result] = await stepListings(db, { sellerId: seller.id, ids: [id], event, now: hub.now() })
  if (!result?.ok) throw new SellError(25002, { detail: `The listing cannot: ${result?.reason ?? 'is gone'}.` })
}

function refuseVariation({ position }: InventoryItem): void {
  if (position !== null)
    throw new SellError(25002, {
      detail: 'One variation cannot be taken off: take its quantity to 0, or end the listing in the hub.',
    })
}

/**
 * Withdraws an offer: ends the listing and relists it as a draft, which is the unpublished offer. A scheduled listing
 * becomes a draft.
 */
export async function withdrawInventoryItem(call: SellCall, db: SellerDb, thing: InventoryItem): Promise<void> {
  refuseVariation(thing)
  if (thing.state === 'DRAFT')
    throw new SellError(25002, { detail: 'The offer is not published.', parameters: { offerId: offerIdOf(thing) } })
  if (thing.state === 'SCHEDULED') {
    await step(call, db, thing.id, 'unschedule')
    return
  }
  await step(call, db, thing.id, 'end')
  await step(call, db, thing.id, 'relist')
}

/** Deletes an item: ends an active listing or discards a draft. */
export async function removeInventoryItem(call: SellCall, db: SellerDb, thing: InventoryItem): Promise<void> {
  refuseVariation(thing)
  if (thing.state === 'SCHEDULED') await step(call, db, thing.id, 'unschedule')
  else if (thing.state !== 'DRAFT') {
    await step(call, db, thing.id, 'end')
    return
  }
  await discardListings(db, call.seller.id, [thing.id])
}
