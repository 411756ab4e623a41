import { isKit, type ListingContent } from '#features/core/listing/listing-content.ts'
import { isNotStarted } from '#features/core/listing/listing-locks.ts'
import type { Taxonomy } from '#features/core/listing/taxonomy.ts'
import { otherPicture, type StoredListing } from '#features/selling/listing-form/form/content-db.server.ts'
import { readContent, type ReadSetting } from '#features/selling/listing-form/form/read-content.ts'
import { againTyped, type Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { planPublication, skusOf, type ListingChange } from '#features/selling/listing-form/publish/plan-publication.ts'
import { contentOnSale } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import { planOffer, type EditedListing } from '#features/selling/listings/listing-edits-db.server.ts'
import type { Policy } from '#features/selling/policies/policy.ts'
import { pushedForm } from './pushed-form.ts'
import type { PushedListing } from './pushed-listing.ts'
import { changedFields, isOfferAlone, isSoldOut, withFormerUnits } from './pushed-offer.server.ts'

/** A pushed listing with the one on sale that it changes, whose row is locked. */
export interface PushedChange {
  pushed: PushedListing
  row: EditedListing
  listing: StoredListing
  /** The form of the listing as it is. */
  before: Typed
}

export type PlannedOffer = NonNullable<ReturnType<typeof planPrices>>

/** What a push changes: nothing, price and units, or the form, which may then be sold out. */
export type PlannedChange =
  | { kind: 'nothing' }
  | { kind: 'offer'; offer: PlannedOffer }
  | { kind: 'form'; row: ListingChange; content: ListingContent; offer: PlannedOffer | null }

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
  if (!isOfferAlone(changed)) return planForm(change, typed, facts)
  const offer = planPrices(change.row, typed, facts)
  return offer && { kind: 'offer', offer }
}

function planPrices(row: EditedListing, typed: Typed, { setting, now }: ChangeFacts) {
  const { content, problems } = readContent(typed, setting)
  const { priceMinor, quantity, variations } = content
  if (problems.length > 0 || variations.some((each) => !each.priceMinor)) return null
  const change =
    variations.length > 0
      ? {
          priceMinor: Math.min(...variations.map((each) => each.priceMinor ?? 0)),
          quantity: variations.reduce((sum, each) => sum + (each.quantity ?? 0), 0),
        }
      : { ...(priceMinor === null ? {} : { priceMinor }), ...(quantity === null ? {} : { quantity }) }
  const plan = planOffer(row, change, now)
  return plan.ok ? { next: plan.next, variations } : null
}

function planForm({ row, listing, before }: PushedChange, typed: Typed, facts: ChangeFacts): PlannedChange | null {
  const { setting, taxonomy, users, policies, now } = facts
  const isVaried = listing.content.variations.length > 0
  // The form requires stock, so units are removed afterwards.
  const isEmpty = isSoldOut(typed)
  const filled = isEmpty ? withFormerUnits(typed, before) : typed
  const read = readContent(isNotStarted(listing.state) ? filled : againTyped(filled), setting)
  const showsProduct = listing.content.epid !== null && listing.pictures.length === 0 && listing.imageUrl === null
  // These need the product's picture, another count of units, or the stock of parts.
  if (
    showsProduct ||
    [read.content, ...read.content.variations].some(isKit) ||
    isVaried !== read.content.variations.length > 0
  )
    return null
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
    sharesStock: false,
    kitProblems: [],
    policies,
    now,
  })
  if (!plan.ok) return null
  const form = { kind: 'form', row: plan.row, content } as const
  if (!isEmpty) return { ...form, offer: null }
  const offer = planPrices(withForm(row, form), typed, facts)
  return offer && { ...form, offer }
}

/** The locked row once its form is stored. */
function withForm(row: EditedListing, form: { row: ListingChange; content: ListingContent }): EditedListing {
  const { image_url: _, ...columns } = form.row
  const { bestOffer } = form.content
  const offer = {
    best_offer: bestOffer !== null,
    minimum_offer_minor: bestOffer?.minimumMinor ?? null,
    auto_accept_minor: bestOffer?.autoAcceptMinor ?? null,
  }
  return { ...row, ...columns, offer }
}
