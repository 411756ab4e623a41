import type { Row } from '#db/schema.ts'
import type { ListingEvent } from '#features/core/listing/listing-states.ts'
import type { Listing } from './listing-actions-db.server.ts'

/** Steps that can be taken back as if they had never been: nothing but the listing itself, or a new draft, has changed. */
const exactSteps = ['hold', 'release', 'unschedule', 'schedule', 'relist', 'sellSimilar', 'discard'] as const

/**
 * Whether a step with a listing can be taken back exactly. Publishing cannot: buyers may have seen it, and bought. Ending
 * can at a fixed price; an auction that ends sends its bidders away, and they do not come back with it.
 */
export function isExact(event: ListingEvent, { format }: Pick<Listing, 'format'>): boolean {
  if (event === 'end') return format === 'FIXED_PRICE'
  return exactSteps.some((step) => step === event)
}

/** What of a listing a step or an edit changes, as it was before. */
export type ListingBefore = Pick<
  Listing,
  | 'id'
  | 'state'
  | 'end_reason'
  | 'starts_at'
  | 'ends_at'
  | 'ended_at'
  | 'out_of_stock_since'
  | 'price_minor'
  | 'quantity_available'
> & {
  /** After the step: a listing of another version was changed since. */
  version: number
  /** Of a listing with variations, by their positions, where an edit changed them. */
  variations?: readonly { position: number; price_minor: number; quantity: number }[]
  /** What was typed to revise it, where the step made that the form of a draft. */
  form?: RevisionBefore
}

/** Which form it was, what had been kept of it, and from which version of the listing it started. */
export type RevisionBefore = Pick<Row<'listing_drafts'>, 'form_key' | 'revision' | 'base_version'>

/** How steps with listings are taken back, of the kind `listings`. */
export interface ListingsInverse {
  before: readonly ListingBefore[]
}

/** How drafts that were made of listings are taken back, of the kind `copies`. */
export interface CopiesInverse {
  /** Item numbers of the drafts. */
  drafts: readonly string[]
}

/** A listing as it was before a step that leaves it at `version`. */
export function listingBefore(row: Listing, version: number): ListingBefore {
  return {
    id: row.id,
    state: row.state,
    end_reason: row.end_reason,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    ended_at: row.ended_at,
    out_of_stock_since: row.out_of_stock_since,
    price_minor: row.price_minor,
    quantity_available: row.quantity_available,
    version,
  }
}
