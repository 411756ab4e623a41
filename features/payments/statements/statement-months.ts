import { addDays, dateParts, startOfDay, type LocalDate } from '#lib/zoned-time.ts'

/** Days from the first to the last, both included. */
export interface DaySpan {
  first: LocalDate
  last: LocalDate
}

/** Parses a month such as `2026-10`; null if it is none. */
export const parseMonth = (text: string | null): string | null =>
  text !== null && /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/.test(text) ? text : null

export function addMonths(month: string, months: number): string {
  const start = dateParts(month)
  return new Date(Date.UTC(start.year, start.month - 1 + months)).toISOString().slice(0, 7)
}

export const daysOfMonth = (month: string): DaySpan => ({
  first: `${month}-01`,
  last: addDays(`${addMonths(month, 1)}-01`, -1),
})

export const momentsOf = ({ first, last }: DaySpan, zone: string): { from: Date; before: Date } => ({
  from: startOfDay(first, zone),
  before: startOfDay(addDays(last, 1), zone),
})

/** Months from one to another, both included, oldest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

/** The middle of a month, which lies in it whatever the zone. */
export const middleOf = (month: string): Date => new Date(`${month}-15T12:00Z`)
