/** Lengths of time in milliseconds: what clocks count, not calendars (`zoned-time.ts` knows days of 23 and 25 hours). */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
