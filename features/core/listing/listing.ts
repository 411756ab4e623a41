import type { Row } from '#db/schema.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'

export const listingStates = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD', 'ENDED'] as const
export type ListingState = (typeof listingStates)[number]

export const endReasons = ['SOLD_OUT', 'SELLER', 'EXPIRED', 'OUT_OF_STOCK', 'POLICY'] as const
export type EndReason = (typeof endReasons)[number]

export const listingTabs = ['active', 'drafts', 'scheduled', 'ended'] as const
export type ListingTab = (typeof listingTabs)[number]

/** States shown in each tab; every state is in exactly one. Must agree with `listing_tab` in the database. */
export const tabStates: Record<ListingTab, readonly ListingState[]> = {
  active: ['ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD'],
  drafts: ['DRAFT'],
  scheduled: ['SCHEDULED'],
  ended: ['ENDED'],
}

export function tabOfState(state: ListingState): ListingTab {
  return assertDefined(
    listingTabs.find((tab) => tabStates[tab].includes(state)),
    'each state is in a tab',
  )
}

/** Stock is low at or below this number of units. */
export const lowStockUnits = 3
/** Days in which a listing that ended without a sale is counted. */
export const unsoldDays = 90
export const endingSoonHours = 24

/** Public number of a listing: 12 digits. */
export type ItemNumber = string & { readonly __brand: 'ItemNumber' }

export function parseItemNumber(text: string | null): ItemNumber | null {
  const trimmed = text?.trim() ?? ''
  return /^\d{12}$/.test(trimmed) ? brand<ItemNumber>(trimmed) : null
}

export type ListingFactsRow = Pick<
  Row<'listings'>,
  'state' | 'format' | 'quantity_available' | 'starts_at' | 'ends_at' | 'out_of_stock_since'
>

/** Tab of a URL such as `/sh/lst/ended/export`; defaults to active. */
export function tabOfPath(pathname: string): ListingTab {
  const name = pathname.split('/')[3]
  return listingTabs.find((tab) => tab === name) ?? 'active'
}
