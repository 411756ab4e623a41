import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { addDays, dateAt, dateParts, fullMonths, startOfDay } from '#lib/zoned-time.ts'
import { day } from '#lib/duration.ts'

/** The period an evaluation covers, in full months of the shop's zone; `before` is exclusive. */
export interface EvaluationWindow {
  from: Date
  before: Date
  months: number
}

/** Day of the month of evaluations; the first where the marketplace has no levels. */
export const evaluationDay = ({ levels }: Pick<SellerStandards, 'levels'>): number => levels?.evaluatedOn ?? 1

/**
 * The last and the next evaluation, at the start of the marketplace's day of the month in the shop's zone (seller-hubs
 * 2.1).
 */
export function evaluationsAround(now: Date, zone: string, dayOfMonth: number): { last: Date; next: Date } {
  const today = dateAt(now, zone)
  const thisMonth = `${today.slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`
  const hasPassed = today >= thisMonth
  const at = (date: string) => startOfDay(date, zone)
  return hasPassed
    ? { last: at(thisMonth), next: at(inMonth(thisMonth, 1)) }
    : { last: at(inMonth(thisMonth, -1)), next: at(thisMonth) }
}

/** The window of an evaluation: this many full months before its own month. */
export const windowOf = (evaluation: Date, zone: string, months: number): EvaluationWindow => ({
  ...fullMonths(evaluation, zone, months),
  months,
})

/** The first evaluation that no longer counts a sale, with a window of this many months. */
export function dropsOut(soldAt: Date, zone: string, { months, dayOfMonth }: { months: number; dayOfMonth: number }) {
  const month = `${dateAt(soldAt, zone).slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`
  return startOfDay(inMonth(month, months + 1), zone)
}

/** Converts a duration to months, since the rules give years in days. */
export const inMonths = (milliseconds: number): number =>
  Math.max(1, Math.round(milliseconds / ((365.2425 / 12) * day)))

/** Days left in a window; 0 once it has ended. */
export function daysToCome({ before }: EvaluationWindow, now: Date, zone: string): number {
  let days = 0
  for (let date = addDays(dateAt(now, zone), 1); startOfDay(date, zone) < before; date = addDays(date, 1)) days += 1
  return days
}

/** The same day in another month; it must exist in every month. */
function inMonth(date: string, later: number): string {
  const { year, month, day: dayOf } = dateParts(date)
  return new Date(Date.UTC(year, month - 1 + later, dayOf)).toISOString().slice(0, 10)
}
