import { addDays, endOfDay, isoWeekday, wallClockAt, type LocalDate } from './zoned-time.ts'

/** A seller's working times: the `sellers` columns of the same names, and holidays. */
export interface BusinessCalendar {
  /** IANA time zone of days and cut-off. */
  timeZone: string
  /** Working days from payment to hand-over, 0 to 30. */
  handlingDays: number
  /** A payment after this time counts for the next working day: `15:00` or `15:00:00`. */
  cutoffTime: string
  /** ISO weekdays worked, Monday 1 to Sunday 7. */
  workingDays: readonly number[]
  /** Working days on which the seller does not work. */
  holidays?: readonly LocalDate[]
}

type WorkedDays = Pick<BusinessCalendar, 'workingDays' | 'holidays'>

/** Search limit in days: a calendar without a working day in this range has none. */
const furthestDays = 400

export function isWorkingDay(date: LocalDate, { workingDays, holidays = [] }: WorkedDays): boolean {
  return workingDays.includes(isoWeekday(date)) && !holidays.includes(date)
}

/**
 * The working day a payment counts for: its own day, or the next working day if it came after the cut-off or on a day
 * off. Throws RangeError for a calendar without working days.
 */
export function acceptanceDay(paidAt: Date, calendar: BusinessCalendar): LocalDate {
  const { date, time } = wallClockAt(paidAt, calendar.timeZone)
  const cutoff = calendar.cutoffTime.length === 5 ? `${calendar.cutoffTime}:00` : calendar.cutoffTime
  if (time <= cutoff && isWorkingDay(date, calendar)) return date
  return addWorkingDays(date, 1, calendar)
}

/** The date after `days` working days. Throws RangeError for a calendar without working days. */
export function addWorkingDays(date: LocalDate, days: number, calendar: WorkedDays): LocalDate {
  let current = date
  for (let left = days; left > 0; left -= 1) current = nextWorkingDay(current, calendar)
  return current
}

/** The last day on which an order paid at this moment can be handed over on time. */
export function shipByDay(paidAt: Date, calendar: BusinessCalendar): LocalDate {
  return addWorkingDays(acceptanceDay(paidAt, calendar), calendar.handlingDays, calendar)
}

/**
 * Ship-by time of an order paid at `paidAt` (seller-hubs 2.4): the last second, in the seller's zone, of the day
 * `handlingDays` working days after the acceptance day. A later payment never has an earlier ship-by time.
 */
export function shipBy(paidAt: Date, calendar: BusinessCalendar): Date {
  return endOfDay(shipByDay(paidAt, calendar), calendar.timeZone)
}

function nextWorkingDay(date: LocalDate, calendar: WorkedDays): LocalDate {
  for (let days = 1; days <= furthestDays; days += 1) {
    const next = addDays(date, days)
    if (isWorkingDay(next, calendar)) return next
  }
  throw new RangeError('the business calendar has no working days')
}
