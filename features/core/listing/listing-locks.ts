import type { ListingFormat } from './listing-content.ts'
import type { ListingState } from './listing.ts'
import { hour } from '#lib/duration.ts'

/** Why a field is locked; key of its text. */
export type LockProblem = 'formatLocked' | 'titleSold' | 'titleEnding'

/** Facts that decide which fields are locked. */
export interface LockFacts {
  state: ListingState
  format: ListingFormat
  quantitySold: number
  endsAt: Date | null
}

/** Whether a listing has not started. The form of an active listing has no start time. */
export function isNotStarted(state: ListingState): boolean {
  return state === 'DRAFT' || state === 'SCHEDULED'
}

/** Hours before an auction's end in which its title is locked. */
const titleLockHours = 12

/**
 * Locked fields of an active listing: the format, which determines its end, and the title after a sale or shortly
 * before an auction ends (seller-hubs 5.3). None for drafts and scheduled listings.
 */
export function lockedFields(
  { state, format, quantitySold, endsAt }: LockFacts,
  now: Date,
): Partial<Record<'format' | 'title', LockProblem>> {
  if (isNotStarted(state)) return {}
  const isEnding = format === 'AUCTION' && endsAt !== null && endsAt.getTime() - now.getTime() < titleLockHours * hour
  const title = quantitySold > 0 ? 'titleSold' : isEnding ? 'titleEnding' : null
  return { format: 'formatLocked', ...(title ? { title } : {}) }
}
