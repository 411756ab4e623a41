import type { ListingTab } from '#features/core/listing/listing.ts'
import type { ListingEvent } from '#features/core/listing/listing-states.ts'

/** What can be done with many listings of a tab, in the order of the buttons. */
export const tabSteps = {
  active: ['end', 'hold', 'release', 'sellSimilar'],
  drafts: ['publish', 'schedule', 'sellSimilar', 'discard'],
  scheduled: ['publish', 'schedule', 'unschedule', 'sellSimilar'],
  ended: ['relist', 'sellSimilar'],
} as const satisfies Record<ListingTab, readonly ListingEvent[]>

/** A step that a seller can take with listings. */
export type SellerStep = (typeof tabSteps)[ListingTab][number]

/** Reads the step that is asked for; null where the tab has none such. */
export function readStep(tab: ListingTab, text: FormDataEntryValue | null): SellerStep | null {
  return tabSteps[tab].find((step) => step === text) ?? null
}

/** Rows that one request works through. */
export const rowsAPart = 200
