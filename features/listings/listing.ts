/** How many listings a seller has in each state. */
export interface ListingCounts {
  active: number
  /** Of the active ones, those that end within 24 hours. */
  endingSoon: number
  outOfStock: number
  onHold: number
  scheduled: number
  drafts: number
  /** Ended in the last `unsoldDays` without a sale. */
  endedUnsold: number
}

/** Days for which a listing counts that ended without a sale. */
export const unsoldDays = 90
