import type { CaseDeadline, CaseRule } from '#features/core/order/order-case.ts'
import type { PolicyPack, Term } from '#features/core/policy-pack/policy-pack.ts'
import { addWorkingDays } from '#lib/business-calendar.ts'
import { dateAt, endOfDay, type LocalDate } from '#lib/zoned-time.ts'

export interface CountingCalendar {
  /** Stored with each deadline. */
  name: string
  timeZone: string
  /** ISO weekdays, Monday 1 to Sunday 7. */
  workingDays: readonly number[]
  holidays?: readonly LocalDate[]
}

export interface CaseTerms {
  terms: Readonly<Record<CaseRule, Term>>
  calendar: CountingCalendar
}

/** The seller: days are in their time zone, and public holidays of their region are excluded. */
export interface CountedSeller {
  timeZone: string
  holidays?: readonly LocalDate[]
  /** `GB`, `DE-BY`; null if unknown. */
  holidayRegion?: string | null
}

export function caseTerms(
  { id, asOf, deadlines, businessDays }: PolicyPack,
  { timeZone, holidays = [], holidayRegion = null }: CountedSeller,
): CaseTerms {
  return {
    terms: deadlines,
    calendar: {
      name: [`${id} ${asOf}`, holidayRegion].filter(Boolean).join(', '),
      timeZone,
      workingDays: businessDays,
      holidays,
    },
  }
}

/**
 * Deadline that starts at a time. Working days exclude the first day and end with the last second of the last; a
 * duration is added as is.
 */
export function deadlineAfter(from: Date, rule: CaseRule, { terms, calendar }: CaseTerms): CaseDeadline {
  const term = terms[rule]
  const named = { rule, calendar: calendar.name }
  if ('milliseconds' in term)
    return { at: new Date(from.getTime() + term.milliseconds).toISOString(), ...named, days: [] }
  const days: LocalDate[] = []
  let day = dateAt(from, calendar.timeZone)
  for (let left = term.workingDays; left > 0; left -= 1) {
    day = addWorkingDays(day, 1, calendar)
    days.push(day)
  }
  return { at: endOfDay(day, calendar.timeZone).toISOString(), ...named, days }
}
