import type { Row } from '#db/schema.ts'
import { certain } from '#lib/certain.ts'

/** Where a listing stands (seller-hubs 5.3). */
export const listingStates = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD', 'ENDED'] as const
export type ListingState = (typeof listingStates)[number]

/** Why a listing came to its end. */
export const endReasons = ['SOLD_OUT', 'SELLER', 'EXPIRED', 'OUT_OF_STOCK', 'POLICY'] as const
export type EndReason = (typeof endReasons)[number]

/** The tabs of the list; each is a page of its own. */
export const listingTabs = ['active', 'drafts', 'scheduled', 'ended'] as const
export type ListingTab = (typeof listingTabs)[number]

/** The states that a tab shows. Every state is in exactly one; the database's `listing_tab` says the same. */
export const tabStates: Record<ListingTab, readonly ListingState[]> = {
  active: ['ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD'],
  drafts: ['DRAFT'],
  scheduled: ['SCHEDULED'],
  ended: ['ENDED'],
}

/** The tab that shows a state. */
export function tabOfState(state: ListingState): ListingTab {
  return certain(
    listingTabs.find((tab) => tabStates[tab].includes(state)),
    'each state is in a tab',
  )
}

/** Up to so many left, the stock is low. */
export const lowStockUnits = 3
/** Days for which a listing counts that ended without a sale. */
export const unsoldDays = 90
/** Hours before its end from which on a listing is ending soon. */
export const endingSoonHours = 24

/** How many listings a seller has in each state. */
export interface ListingCounts {
  active: number
  /** Of the active ones, those that end within `endingSoonHours`. */
  endingSoon: number
  outOfStock: number
  onHold: number
  scheduled: number
  drafts: number
  /** Ended in the last `unsoldDays` without a sale. */
  endedUnsold: number
}

/** The number by which buyers and sellers know a listing: 12 digits. */
export type ItemNumber = string & { readonly __brand: 'ItemNumber' }

/** Reads an item number; null for anything else. */
export function parseItemNumber(text: string | null): ItemNumber | null {
  const trimmed = text?.trim() ?? ''
  return /^\d{12}$/.test(trimmed) ? (trimmed as ItemNumber) : null
}

/** What a listing's steps depend on, as its row holds it. */
export type ListingFactsRow = Pick<
  Row<'listings'>,
  'state' | 'format' | 'quantity_available' | 'starts_at' | 'ends_at' | 'out_of_stock_since'
>

/** The tab that an address is of: `/sh/lst/ended/export`; the active listings for anything else. */
export function tabOfPath(pathname: string): ListingTab {
  const name = pathname.split('/')[3]
  return listingTabs.find((tab) => tab === name) ?? 'active'
}
