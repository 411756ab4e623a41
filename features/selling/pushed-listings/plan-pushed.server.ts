import { policyKinds, type ListingContent } from '#features/core/listing/listing-content.ts'
import type { Taxonomy } from '#features/core/listing/taxonomy.ts'
import { readContent, type ReadSetting } from '#features/selling/listing-form/form/read-content.ts'
import { maxFormBytes } from '#features/selling/listing-form/form/sent-form.ts'
import { firstTyped, typedPictures, type Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { planPublication, skusOf, type ListingChange } from '#features/selling/listing-form/publish/plan-publication.ts'
import { contentOnSale } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import type { Policy } from '#features/selling/policies/policy.ts'
import { pushedForm, type PushProblem } from './pushed-form.ts'
import type { PushedListing } from './pushed-listing.ts'

/** A pushed listing with the draft that it changes; null for a new one. */
interface PushedDraft {
  pushed: PushedListing
  draft: { typed: Typed; version: number } | null
}

export interface PlannedListing {
  pushed: PushedListing
  typed: Typed
  /** Content of the form as typed. */
  content: ListingContent
  /** Null for a draft. */
  onSale: { row: ListingChange; content: ListingContent } | null
  /** What keeps it a draft. */
  problems: readonly PushProblem[]
}

export interface DraftFacts {
  /** Initial input of a new form. */
  start: Typed
  policies: readonly Policy[]
  setting: ReadSetting
  taxonomy: Taxonomy
  takenSkus: ReadonlySet<string>
  now: Date
}

/**
 * Plans new listings and drafts, each as if those before it were stored. Null: the listing as a whole is too long.
 * Pictures of drafts exist. Pure.
 */
export function planPushed(all: readonly PushedDraft[], facts: DraftFacts): (PlannedListing | null)[] {
  const taken = new Set(facts.takenSkus)
  let { start } = facts
  return all.map((each) => {
    const planned = planOne(each, { ...facts, start, takenSkus: taken })
    if (planned?.onSale) {
      const { content } = planned.onSale
      for (const { sku } of skusOf(content)) taken.add(sku)
      // The latest listing is the last new one.
      if (!each.draft) start = startAfter(content)
    }
    return planned
  })
}

function planOne({ pushed, draft }: PushedDraft, facts: DraftFacts): PlannedListing | null {
  const { start, policies, setting, taxonomy, takenSkus, now } = facts
  const base = draft?.typed ?? start
  const { typed, problems } = pushedForm(pushed, { typed: base, policies, currency: setting.currency })
  if (JSON.stringify(typed).length > maxFormBytes) return null
  const read = readContent(typed, setting)
  const planned = { pushed, typed, content: read.content, onSale: null }
  if (!pushed.isOnSale || problems.length > 0) return { ...planned, problems }
  const { content, requiredAspects } = contentOnSale(read.content, taxonomy)
  const plan = planPublication({
    listing: {
      state: 'DRAFT',
      version: draft?.version ?? firstVersion,
      quantitySold: 0,
      endsAt: null,
      isStockOfShop: false,
      isKit: false,
      sharesStock: false,
      content: read.content,
    },
    read: { content, problems: read.problems },
    requiredAspects,
    otherPicture: pictureOf(pushed, typed),
    takenSkus: skusOf(content).flatMap(({ sku }) => (takenSkus.has(sku) ? sku : [])),
    sharesStock: false,
    kitProblems: [],
    policies,
    now,
  })
  if (plan.ok) return { ...planned, onSale: { row: plan.row, content }, problems: [] }
  if (plan.reason === 'problems') return { ...planned, problems: plan.problems }
  throw new Error(`listing ${pushed.id} is not possible now`)
}

/** The shop's picture that a listing without its own shows. */
export const pictureOf = ({ imageUrls }: PushedListing, typed: Typed): string | null =>
  typedPictures(typed).length > 0 ? null : (imageUrls[0] ?? null)

export const firstVersion = 1

/** Initial input of a form once this listing is the seller's latest, as `startTyped` reads it. */
function startAfter({ handlingDays, policies }: ListingContent): Typed {
  const chosen = policyKinds.map((kind) => [`policy.${kind}`, policies[kind] ?? ''] as const)
  return { ...firstTyped, handling: String(handlingDays), ...Object.fromEntries(chosen) }
}
