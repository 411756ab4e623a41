import { momentOf, type LocalDate } from './zoned-time.ts'

/** Whether a text is a calendar day of the years 1000 to 2999. Rejects `2026-02-30`, which `Date` reads as 2 March. */
export function isDay(text: string): text is LocalDate {
  const at = /^[12]\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

/** The moment of a typed day and time (`HH:MM`) in a zone; null if invalid. */
export function readMoment(date: string, time: string, zone: string): Date | null {
  return isDay(date) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? momentOf(date, time, zone) : null
}
