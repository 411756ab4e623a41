import type { ListingContent } from '#features/core/listing/listing-content.ts'
import type { Taxonomy } from '#features/core/listing/taxonomy.ts'
import { otherPicture, type StoredListing } from '#features/selling/listing-form/form/content-db.server.ts'
import { readContent, type ReadSetting } from '#features/selling/listing-form/form/read-content.ts'
import { againTyped, type Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { planPublication, skusOf, type ListingChange } from '#features/selling/listing-form/publish/plan-publication.ts'
import { contentOnSale } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import type { Listing } from '#features/selling/listings/listing-actions-db.server.ts'
import { planOffer, type EditedListing } from '#features/selling/listings/listing-edits-db.server.ts'
import type { Policy } from '#features/selling/policies/policy.ts'
import { pushedForm } from './pushed-form.ts'
import type { PushedListing } from './pushed-listing.ts'
import { changedFields, isOfferAlone, isSoldOut } from './pushed-offer.server.ts'

/** A pushed listing with the one on sale that it changes, whose row is locked. */
export interface PushedChange {
  pushed: PushedListing
  row: EditedListing
  listing: StoredListing
  /** The form of the listing as it is. */
  before: Typed
}

/** What a push changes: nothing, price and units, or the form. */
export type PlannedChange =
  | { kind: 'nothing' }
  | { kind: 'offer'; next: Listing; variations: ListingContent['variations'] }
  | { kind: 'form'; row: ListingChange; content: ListingContent }

/** What decides about changes of listings on sale. */
interface ChangeFacts {
  policies: readonly Policy[]
  setting: ReadSetting
  taxonomy: Taxonomy
  /** Listings on sale by SKU. */
  users: ReadonlyMap<string, ReadonlySet<number>>
  now: Date
}

/**
 * Plans changes of listings on sale, each as if those before it were stored. Null for what breaks a rule or needs more than
 * this: it is taken alone, which tells why. Pure.
 */
export function planChanges(all: readonly PushedChange[], facts: ChangeFacts): (PlannedChange | null)[] {
  const users = new Map([...facts.users].map(([sku, ids]) => [sku, new Set(ids)]))
  return all.map((each) => {
    const planned = planOne(each, { ...facts, users })
    if (planned?.kind === 'form') {
      const { id, content } = each.listing
      for (const { sku } of skusOf(content)) users.get(sku)?.delete(id)
      for (const { sku } of skusOf(planned.content)) users.set(sku, (users.get(sku) ?? new Set()).add(id))
    }
    return planned
  })
}

function planOne(change: PushedChange, facts: ChangeFacts): PlannedChange | null {
  const { pushed, before } = change
  const { typed, problems } = pushedForm(pushed, {
    typed: before,
    policies: facts.policies,
    currency: facts.setting.currency,
  })
  if (problems.length > 0) return null
  const changed = changedFields(before, typed)
  if (changed.length === 0) return { kind: 'nothing' }
  return isOfferAlone(changed) ? planPrices(change, typed, facts) : planForm(change, typed, facts)
}

function planPrices({ row }: PushedChange, typed: Typed, { setting, now }: ChangeFacts): PlannedChange | null {
  const { content, problems } = readContent(typed, setting)
  const { priceMinor, quantity, variations } = content
  if (problems.length > 0 || variations.some((each) => !each.priceMinor)) return null
  const offer =
    variations.length > 0
      ? {
          priceMinor: Math.min(...variations.map((each) => each.priceMinor ?? 0)),
          quantity: variations.reduce((sum, each) => sum + (each.quantity ?? 0), 0),
        }
      : { ...(priceMinor === null ? {} : { priceMinor }), ...(quantity === null ? {} : { quantity }) }
  const plan = planOffer(row, offer, now)
  return plan.ok ? { kind: 'offer', next: plan.next, variations } : null
}

function planForm({ listing }: PushedChange, typed: Typed, facts: ChangeFacts): PlannedChange | null {
  const { setting, taxonomy, users, policies, now } = facts
  const isVaried = listing.content.variations.length > 0
  const read = readContent(againTyped(typed), setting)
  // These need a product, or another count of units.
  if (listing.content.epid !== null || isSoldOut(typed) || isVaried !== read.content.variations.length > 0) return null
  const { content, requiredAspects } = contentOnSale(
    { ...read.content, pictures: listing.pictures.map(({ hash }) => hash) },
    taxonomy,
  )
  const isUsed = (sku: string) => [...(users.get(sku) ?? [])].some((id) => id !== listing.id)
  const plan = planPublication({
    listing,
    read: { content, problems: read.problems },
    requiredAspects,
    otherPicture: otherPicture(listing, null),
    takenSkus: skusOf(content).flatMap(({ sku }) => (isUsed(sku) ? sku : [])),
    policies,
    now,
  })
  return plan.ok ? { kind: 'form', row: plan.row, content } : null
}
