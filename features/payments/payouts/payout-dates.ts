import type { PayoutRules, PayoutSchedule } from '#features/core/policy-pack/payout-rules.ts'
import { addWorkingDays, isWorkingDay } from '#lib/business-calendar.ts'
import { addDays, dateAt, daysBetween, endOfDay, isoWeekday, startOfDay, type LocalDate } from '#lib/zoned-time.ts'

/** Days on which a seller's bank works, by the seller's clock. */
export interface BankCalendar {
  timeZone: string
  workingDays: readonly number[]
  /** Public holidays of the bank's country. */
  holidays: readonly LocalDate[]
}

export interface PlannedPayout {
  at: Date
  /** It pays what was available before. */
  coversUntil: Date
  /** By then the bank has it. */
  expectedAt: Date
}

type Rules = Pick<PayoutRules, 'weekday' | 'coversThrough' | 'bankDays'>

/** Weeks are counted from this Monday; two-weekly payouts are in even weeks. */
const firstMonday = '1970-01-05'

/** Longer than any month with the holidays around it. */
const searchedDays = 62
/** A payout may move this far because of holidays. */
const mostMoved = 14

/**
 * The first payout by a schedule after a moment: at the beginning of a business day, by the seller's clock. A bank
 * holiday moves it to the next one, not what it covers. Null if on demand.
 */
export function nextPayout(
  schedule: PayoutSchedule,
  after: Date,
  { calendar, rules }: { calendar: BankCalendar; rules: Rules },
): PlannedPayout | null {
  if (schedule === 'ON_DEMAND') return null
  const from = addDays(dateAt(after, calendar.timeZone), -mostMoved)
  for (let days = 0; days <= searchedDays; days += 1) {
    const day = addDays(from, days)
    if (!isScheduled(day, schedule, { calendar, rules })) continue
    const date = isWorkingDay(day, calendar) ? day : addWorkingDays(day, 1, calendar)
    const at = startOfDay(date, calendar.timeZone)
    if (at <= after) continue
    return {
      at,
      coversUntil: coveredBy(day, schedule, { calendar, rules }),
      expectedAt: expectedOf(at, { calendar, rules }),
    }
  }
  throw new RangeError(`no payout ${schedule} after ${after.toISOString()}`)
}

/** When the bank has a payout that is begun at a moment. */
export function expectedOf(
  at: Date,
  { calendar, rules }: { calendar: BankCalendar; rules: Pick<Rules, 'bankDays'> },
): Date {
  const date = dateAt(at, calendar.timeZone)
  return endOfDay(addWorkingDays(date, rules.bankDays.most, calendar), calendar.timeZone)
}

interface Scheduling {
  calendar: BankCalendar
  rules: Rules
}

function isScheduled(
  day: LocalDate,
  schedule: Exclude<PayoutSchedule, 'ON_DEMAND'>,
  { calendar, rules }: Scheduling,
): boolean {
  switch (schedule) {
    case 'DAILY':
      return isWorkingDay(day, calendar)
    case 'WEEKLY':
      return isoWeekday(day) === rules.weekday
    case 'BIWEEKLY':
      return isoWeekday(day) === rules.weekday && Math.floor(daysBetween(firstMonday, day) / 7) % 2 === 0
    case 'MONTHLY':
      return isoWeekday(day) === rules.weekday && Number(day.slice(8)) <= 7
  }
}

function coveredBy(day: LocalDate, schedule: PayoutSchedule, { calendar, rules }: Scheduling): Date {
  const daysBack = schedule === 'DAILY' ? 0 : (rules.weekday - rules.coversThrough + 6) % 7
  return startOfDay(addDays(day, -daysBack), calendar.timeZone)
}
