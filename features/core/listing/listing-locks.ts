import type { ListingFormat } from './listing-content.ts'
import type { ListingState } from './listing.ts'
import { hour } from '#lib/duration.ts'

/** Why a field can no longer be revised, by the key of its text. */
export type LockProblem = 'formatLocked' | 'titleSold' | 'titleEnding'

/** What decides about the locks of a listing. */
export interface LockFacts {
  state: ListingState
  format: ListingFormat
  quantitySold: number
  endsAt: Date | null
}

/** Whether a listing is still to start. What is on sale has its start behind it: its form has none, and none is read. */
export function isToStart(state: ListingState): boolean {
  return state === 'DRAFT' || state === 'SCHEDULED'
}

/** The last hours of an auction, in which bidders rely on its title. */
const titleLockHours = 12

/**
 * The fields of a listing on offer that stay as they are: its format, since its end hangs on it, and its title after a sale
 * or shortly before an auction ends (seller-hubs 5.3). None while it is a draft or scheduled.
 */
export function lockedFields(
  { state, format, quantitySold, endsAt }: LockFacts,
  now: Date,
): Partial<Record<'format' | 'title', LockProblem>> {
  if (isToStart(state)) return {}
  const isEnding = format === 'AUCTION' && endsAt !== null && endsAt.getTime() - now.getTime() < titleLockHours * hour
  const title = quantitySold > 0 ? 'titleSold' : isEnding ? 'titleEnding' : null
  return { format: 'formatLocked', ...(title ? { title } : {}) }
}
