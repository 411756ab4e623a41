import type { Row } from '#db/schema.ts'
import type { ListingEvent } from '#features/core/listing/listing-states.ts'

/** Steps that can be undone exactly: they change only the listing itself, or create a draft. */
const exactSteps = ['hold', 'release', 'unschedule', 'schedule', 'relist', 'sellSimilar', 'discard'] as const

/**
 * Whether a step can be undone exactly. Publishing cannot, since buyers may have seen it. Ending can for a fixed price,
 * but not for an auction, which loses its bidders.
 */
export function isExact(event: ListingEvent, { format }: Pick<Row<'listings'>, 'format'>): boolean {
  if (event === 'end') return format === 'FIXED_PRICE'
  return exactSteps.some((step) => step === event)
}

export type ListingBefore = Pick<
  Row<'listings'>,
  | 'id'
  | 'state'
  | 'end_reason'
  | 'starts_at'
  | 'ends_at'
  | 'ended_at'
  | 'out_of_stock_since'
  | 'price_minor'
  | 'quantity_available'
  | 'reserved'
> & {
  /** The version after the step; another version was changed since. */
  version: number
  /** Previous variations by position, if an edit changed them. */
  variations?: readonly { position: number; price_minor: number; quantity: number }[]
  /** The previous revision form, if the step made it a draft form. */
  form?: RevisionBefore
}

export type RevisionBefore = Pick<Row<'listing_drafts'>, 'form_key' | 'revision' | 'base_version'>

/** Undo data of steps on listings (kind `listings`). */
export interface ListingsInverse {
  before: readonly ListingBefore[]
}

/** Undo data of copied listings (kind `copies`). */
export interface CopiesInverse {
  /** Item numbers of the drafts. */
  drafts: readonly string[]
}

export function listingBefore(
  row: Omit<ListingBefore, 'version' | 'variations' | 'form'>,
  version: number,
): ListingBefore {
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
    reserved: row.reserved,
    version,
  }
}
