/** Durations in elapsed milliseconds; for calendar days of 23 and 25 hours see `zoned-time.ts`. */
export const second = 1_000
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

const isoPattern = /^P(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,4})H)?(?:(\d{1,6})M)?)?$/

/**
 * Parses an ISO 8601 duration of days, hours and minutes (`P3D`, `PT60M`, `P1DT12H`) as milliseconds; null for anything
 * else and for zero.
 */
export function readDuration(text: string): number | null {
  const [, days = 0, hours = 0, minutes = 0] = isoPattern.exec(text) ?? []
  return Number(days) * day + Number(hours) * hour + Number(minutes) * minute || null
}
