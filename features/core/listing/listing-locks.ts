import type { ListingContent, ListingFormat } from './listing-content.ts'
import type { ListingState } from './listing.ts'
import { hour } from '#lib/duration.ts'

/** Why a field is locked; key of its text. */
export type LockProblem = 'formatLocked' | 'titleSold' | 'titleEnding' | 'stockOfShop' | 'stockOfKit' | 'skuShared'

export interface LockFacts {
  state: ListingState
  format: ListingFormat
  quantitySold: number
  endsAt: Date | null
  /** Whether the marketplace's shop keeps count of the seller's stock. */
  isStockOfShop: boolean
  /** Whether it shares its stock with the other listings that have its SKU. */
  sharesStock: boolean
  /** Whether it is made of other SKUs, so that what it has follows from them. */
  isKit: boolean
}

/** Whether a listing has not started. The form of an active listing has no start time. */
export function isNotStarted(state: ListingState): boolean {
  return state === 'DRAFT' || state === 'SCHEDULED'
}

/** Hours before an auction's end in which its title is locked. */
const titleLockHours = 12

/**
 * Locked fields of an active listing: the format, which determines its end, the title after a sale or shortly before an
 * auction ends (seller-hubs 5.3), and the quantity that the shop counts, or that follows from parts. Of a scheduled one too, the SKU by which it
 * shares its stock. None for drafts.
 */
export function lockedFields(
  { state, format, quantitySold, endsAt, isStockOfShop, sharesStock, isKit }: LockFacts,
  now: Date,
): Partial<Record<'format' | 'title' | 'quantity' | 'sku', LockProblem>> {
  const sku = sharesStock && state !== 'DRAFT' ? { sku: 'skuShared' as const } : {}
  const ofKit = isKit && state !== 'DRAFT' ? { quantity: 'stockOfKit' as const } : {}
  if (isNotStarted(state)) return { ...sku, ...ofKit }
  const isEnding = format === 'AUCTION' && endsAt !== null && endsAt.getTime() - now.getTime() < titleLockHours * hour
  const title = quantitySold > 0 ? 'titleSold' : isEnding ? 'titleEnding' : null
  return {
    ...sku,
    format: 'formatLocked',
    ...(title ? { title } : {}),
    ...(isStockOfShop ? { quantity: 'stockOfShop' as const } : ofKit),
  }
}

/** Content with the units of the listing as it is; new variations have theirs. */
export function withUnitsOf(content: ListingContent, now: ListingContent): ListingContent {
  const unitsOf = (values: readonly string[]) =>
    now.variations.find((each) => each.values.join('\n') === values.join('\n'))?.quantity
  return {
    ...content,
    quantity: now.axes.length === 0 ? now.quantity : content.quantity,
    variations: content.variations.map((each) => ({ ...each, quantity: unitsOf(each.values) ?? each.quantity })),
  }
}
