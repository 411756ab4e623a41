import {
  isKit,
  lowestPrice,
  policyKinds,
  totalQuantity,
  type ListingContent,
} from '#features/core/listing/listing-content.ts'
import { lockedFields, type LockProblem } from '#features/core/listing/listing-locks.ts'
import { listingStep, type ListingEvent } from '#features/core/listing/listing-states.ts'
import type { ListingState } from '#features/core/listing/listing.ts'
import {
  problemOf,
  customsGuards,
  publishProblems,
  type ContentProblem,
  type FieldProblem,
} from '#features/core/listing/publish-guards.ts'
import type { Policy } from '#features/selling/policies/policy.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'
import type { StoredListing } from '../form/content-db.server.ts'
import type { ReadContent, ReadProblem } from '../form/read-content.ts'
import type { Draft } from '../keep/drafts-db.server.ts'

export type FormProblem = FieldProblem<ContentProblem | ReadProblem | LockProblem>

/** A form that cannot be published, whatever it contains. */
export type PublishRefusal =
  /** The listing has changed since the revision began. */
  | { ok: false; reason: 'stale'; version: number }
  /** It ended, or was discarded. */
  | { ok: false; reason: 'not-possible-now' }

type PublishedFrom = Pick<
  StoredListing,
  'state' | 'version' | 'quantitySold' | 'endsAt' | 'isStockOfShop' | 'sharesStock' | 'isKit' | 'content'
>

/** What decides how a form is published; read in the transaction that publishes it. */
export interface PublishFacts {
  listing: PublishedFrom
  read: ReadContent
  requiredAspects: readonly string[]
  /** Shown if the listing has no pictures of its own. */
  otherPicture: string | null
  /** SKUs of the content that other active listings use, and do not share. */
  takenSkus: readonly string[]
  /** Whether it sells from one stock with the other listings that have its SKU. */
  sharesStock: boolean
  /** Why it cannot be made of its parts. */
  kitProblems: readonly FormProblem[]
  policies: readonly Pick<Policy, 'kind' | 'id'>[]
  now: Date
}

export type PublishPlan =
  | { ok: true; row: ListingChange }
  | { ok: false; reason: 'problems'; problems: FormProblem[] }
  | { ok: false; reason: 'not-possible-now' }

export type ListingChange = ReturnType<typeof changeOf>

export function publishRefusal(
  listing: Pick<StoredListing, 'state' | 'version'>,
  { mode, baseVersion }: Pick<Draft, 'mode' | 'baseVersion'>,
): PublishRefusal | null {
  const revises = mode === 'ReviseItem'
  if (listing.state === 'ENDED' || (listing.state === 'DRAFT') === revises)
    return { ok: false, reason: 'not-possible-now' }
  return revises && listing.version !== baseVersion ? { ok: false, reason: 'stale', version: listing.version } : null
}

/** Plans the publication of a form: a new listing starts or is scheduled, a revised one changes. Pure. */
export function planPublication(facts: PublishFacts): PublishPlan {
  const { listing, read, now } = facts
  const { content } = read
  const problems = problemsOf(facts)
  if (problems.length > 0) return { ok: false, reason: 'problems', problems }
  // What a kit has follows from its parts; until then it counts as having one.
  const quantity = isKit(content) ? 1 : assertDefined(totalQuantity(content), whole)
  const step = listingStep(listing.state, eventOf(listing.state, content), {
    now,
    format: content.format,
    quantity,
    startsAt: content.startsAt,
    endsAt: null,
    outOfStockSince: null,
    emptyUntil: null,
    problems: 0,
    isRelisted: false,
  })
  if (!step.ok) return { ok: false, reason: 'not-possible-now' }
  const start = step.effects.includes('starts-now') ? now : null
  const scheduled = step.effects.includes('keeps-start')
    ? assertDefined(content.startsAt, 'what keeps its start has one')
    : null
  return { ok: true, row: changeOf(facts, { quantity, state: step.next, start: start ?? scheduled }) }
}

const whole = 'the form has no problems'

function changeOf(
  { listing, read: { content }, otherPicture, sharesStock }: PublishFacts,
  { quantity, state, start }: { quantity: number; state: ListingState; start: Date | null },
) {
  return {
    title: content.title,
    sku: content.sku,
    ...(content.pictures.length === 0 ? { image_url: otherPicture } : {}),
    category: assertDefined(content.category, whole),
    condition: assertDefined(content.condition, whole),
    format: content.format,
    price_minor: assertDefined(lowestPrice(content), whole),
    quantity_available: quantity,
    state,
    version: listing.version + 1,
    ...(sharesStock ? { shares_stock: true } : {}),
    ...(start ? spanFrom(start, content) : {}),
  }
}

/** Everything to correct: what a revision may not change first, then in form order. */
function problemsOf({
  listing,
  read,
  requiredAspects,
  otherPicture,
  takenSkus,
  kitProblems,
  policies,
  now,
}: PublishFacts): FormProblem[] {
  const { content } = read
  const unreadable = new Set(read.problems.map(({ field }) => field))
  const hasOtherPicture = otherPicture !== null
  const guards = [...publishProblems(content, { requiredAspects, hasOtherPicture, now }), ...customsGuards(content)]
  return [
    ...lockProblems(listing, content, now),
    ...read.problems,
    ...guards.filter(({ field }) => !unreadable.has(field)),
    ...skuProblems(content, new Set(takenSkus)),
    ...kitProblems,
    ...policyProblems(content, policies),
  ]
}

function lockProblems(listing: PublishedFrom, content: ListingContent, now: Date): FormProblem[] {
  const locked = lockedFields({ ...listing, format: listing.content.format }, now)
  const problems = (['title', 'format', 'sku'] as const).flatMap((field) => {
    const problem = locked[field]
    return problem && listing.content[field] !== content[field] ? [problemOf(field, problem)] : []
  })
  return locked.sku && content.axes.length > 0 ? [...problems, problemOf('axis1.values', locked.sku)] : problems
}

/** The event that publishing triggers in a state; an active listing is changed in place. */
function eventOf(state: ListingState, { startsAt }: ListingContent): ListingEvent {
  if (state !== 'DRAFT' && state !== 'SCHEDULED') return 'restock'
  return startsAt ? 'schedule' : 'publish'
}

/** Duration of auctions in days; fixed-price listings run until sold out or ended. */
const auctionDays = 7

function spanFrom(start: Date, { format }: ListingContent) {
  const days = format === 'AUCTION' ? auctionDays : null
  return {
    starts_at: start,
    duration_days: days,
    ends_at: days === null ? null : new Date(start.getTime() + days * day),
  }
}

/** SKUs of a listing and its variations, by form field. */
export function skusOf(content: ListingContent): { field: string; sku: string }[] {
  const fields = [
    { field: 'sku', sku: content.sku },
    ...content.variations.map(({ sku }, index) => ({ field: `row.${index}.sku`, sku })),
  ]
  return fields.flatMap(({ field, sku }) => (sku === null ? [] : [{ field, sku }]))
}

function skuProblems(content: ListingContent, taken: ReadonlySet<string>): FormProblem[] {
  return skusOf(content)
    .filter(({ sku }) => taken.has(sku))
    .map(({ field, sku }) => problemOf(field, 'skuTaken', { sku }))
}

function policyProblems(content: ListingContent, policies: PublishFacts['policies']): FormProblem[] {
  const known = new Set(policies.map(({ kind, id }) => `${kind} ${id}`))
  return policyKinds
    .filter((kind) => content.policies[kind] !== null && !known.has(`${kind} ${content.policies[kind]}`))
    .map((kind) => problemOf(`policy.${kind}`, 'policyGone'))
}
