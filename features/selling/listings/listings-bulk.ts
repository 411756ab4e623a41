import type { ListingTab } from '#features/core/listing/listing.ts'
import type { ListingEvent } from '#features/core/listing/listing-states.ts'

/** Bulk steps of a tab, in button order. */
export const tabSteps = {
  active: ['end', 'hold', 'release', 'sellSimilar'],
  drafts: ['publish', 'schedule', 'sellSimilar', 'discard'],
  scheduled: ['publish', 'schedule', 'unschedule', 'sellSimilar'],
  ended: ['relist', 'sellSimilar'],
} as const satisfies Record<ListingTab, readonly ListingEvent[]>

export type SellerStep = (typeof tabSteps)[ListingTab][number]

/** Parses a step; null if the tab does not offer it. */
export function readStep(tab: ListingTab, text: FormDataEntryValue | null): SellerStep | null {
  return tabSteps[tab].find((step) => step === text) ?? null
}

/** Rows per request. */
export const rowsAPart = 200
