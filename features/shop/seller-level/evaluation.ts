import { addDays, dateAt, fullMonths, startOfDay } from '#lib/zoned-time.ts'
import { day } from '#lib/duration.ts'

/** A time that an evaluation looks at: from a first moment to before another, in full months of the shop's zone. */
export interface EvaluationWindow {
  from: Date
  before: Date
  months: number
}

/** The last evaluation that was, and the next one: the marketplace's day of the month, as it begins in the shop's zone (seller-hubs 2.1). */
export function evaluationsAround(now: Date, zone: string, dayOfMonth: number): { last: Date; next: Date } {
  const today = dateAt(now, zone)
  const here = `${today.slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`
  const isOver = today >= here
  const at = (date: string) => startOfDay(date, zone)
  return isOver ? { last: at(here), next: at(inMonth(here, 1)) } : { last: at(inMonth(here, -1)), next: at(here) }
}

/** What an evaluation looks at: so many full months before its own. */
export const windowOf = (evaluation: Date, zone: string, months: number): EvaluationWindow => ({
  ...fullMonths(evaluation, zone, months),
  months,
})

/** The evaluation for which a sale no longer counts, where so many months do. */
export function dropsOut(soldAt: Date, zone: string, { months, dayOfMonth }: { months: number; dayOfMonth: number }) {
  const month = `${dateAt(soldAt, zone).slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`
  return startOfDay(inMonth(month, months + 1), zone)
}

/** A length of time as months, for the rules say years as days. */
export const inMonths = (milliseconds: number): number =>
  Math.max(1, Math.round(milliseconds / ((365.2425 / 12) * day)))

/** How much of a window is still to come, in days: 0 where it is over. */
export function daysToCome({ before }: EvaluationWindow, now: Date, zone: string): number {
  let days = 0
  for (let date = addDays(dateAt(now, zone), 1); startOfDay(date, zone) < before; date = addDays(date, 1)) days += 1
  return days
}

/** The same day of another month; of one that each month has. */
function inMonth(date: string, later: number): string {
  const [year, month, dayOf] = date.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1 + later, dayOf)).toISOString().slice(0, 10)
}
