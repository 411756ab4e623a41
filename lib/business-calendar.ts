import { addDays, endOfDay, isoWeekday, wallClockAt, type LocalDate } from './zoned-time.ts'

/** When a seller works: the columns of `sellers` of the same names, and holidays. */
export interface BusinessCalendar {
  /** IANA zone in which days and cut-off are meant. */
  timeZone: string
  /** Working days from payment to hand-over, 0 to 30. */
  handlingDays: number
  /** A payment after this time counts as the next working day's: `15:00` or `15:00:00`. */
  cutoffTime: string
  /** ISO weekdays worked, Monday 1 to Sunday 7. */
  workingDays: readonly number[]
  /** Days of those that are not worked. */
  holidays?: readonly LocalDate[]
}

/** Which days are worked. */
type WorkedDays = Pick<BusinessCalendar, 'workingDays' | 'holidays'>

/** A calendar that has no working day within this many days has none. */
const furthestDays = 400

/** Whether the seller works on a day. */
export function isWorkingDay(date: LocalDate, { workingDays, holidays = [] }: WorkedDays): boolean {
  return workingDays.includes(isoWeekday(date)) && !holidays.includes(date)
}

/**
 * The working day a payment counts for: its own day, or the next one worked where it came after the cut-off or on a
 * day not worked. Throws RangeError for a calendar without working days.
 */
export function acceptanceDay(paidAt: Date, calendar: BusinessCalendar): LocalDate {
  const { date, time } = wallClockAt(paidAt, calendar.timeZone)
  const cutoff = calendar.cutoffTime.length === 5 ? `${calendar.cutoffTime}:00` : calendar.cutoffTime
  if (time <= cutoff && isWorkingDay(date, calendar)) return date
  return addWorkingDays(date, 1, calendar)
}

/** The day on which the seller has worked so many more days. Throws RangeError for a calendar without working days. */
export function addWorkingDays(date: LocalDate, days: number, calendar: WorkedDays): LocalDate {
  let current = date
  for (let left = days; left > 0; left -= 1) current = nextWorkingDay(current, calendar)
  return current
}

/** The day by whose end an order paid at this moment must be handed to the carrier. */
export function shipByDay(paidAt: Date, calendar: BusinessCalendar): LocalDate {
  return addWorkingDays(acceptanceDay(paidAt, calendar), calendar.handlingDays, calendar)
}

/**
 * By when an order paid at this moment must be handed to the carrier (seller-hubs 2.4): the last second, in the
 * seller's zone, of the day that lies `handlingDays` working days after the day the payment counts for. Never earlier
 * for a later payment.
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
