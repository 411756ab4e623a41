import type { CaseDeadline, CaseRule } from '#features/core/order/order-case.ts'
import type { PolicyPack, Term } from '#features/core/policy-pack/policy-pack.ts'
import { addWorkingDays } from '#lib/business-calendar.ts'
import { dateAt, endOfDay, type LocalDate } from '#lib/zoned-time.ts'

/** The days that count towards the marketplace's deadlines. */
export interface CountingCalendar {
  /** Kept with each deadline that it produced. */
  name: string
  timeZone: string
  /** ISO weekdays, Monday 1 to Sunday 7. */
  workingDays: readonly number[]
  holidays?: readonly LocalDate[]
}

/** How deadlines of a seller's cases are worked out. */
export interface CaseTerms {
  terms: Readonly<Record<CaseRule, Term>>
  calendar: CountingCalendar
}

/** Whose deadlines they are: days are theirs, and public holidays of their region do not count. */
export interface CountedSeller {
  timeZone: string
  holidays?: readonly LocalDate[]
  /** `GB`, `DE-BY`; null where none are known. */
  holidayRegion?: string | null
}

/** The terms of a marketplace for a seller: its working days, by the seller's clock. */
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
 * By when something is due that became due at a moment. A term of working days does not count the day itself, and ends with the
 * last second of its last day; a length of time is that time.
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
