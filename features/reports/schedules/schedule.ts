import { addDays, dateAt, isoWeekday, momentOf, type LocalDate } from '#lib/zoned-time.ts'

export const rhythms = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export type Rhythm = (typeof rhythms)[number]

/** When a file is made, in the shop's zone. */
export interface ScheduleRule {
  rhythm: Rhythm
  /** Day of the week, Monday 1 to Sunday 7; null for other frequencies. */
  weekday: number | null
  /** Day of the month, or the last day of shorter months; null for other frequencies. */
  monthDay: number | null
  /** Full hour, 0 to 23. */
  hour: number
}

/** Days after which each rhythm has come at least once. */
const longest = 32

/**
 * The first time after `after` at which a file is due. An hour that the clock skips in spring is due at the next one;
 * an hour that comes twice in autumn is due once, the first time.
 */
export function nextDue(rule: ScheduleRule, after: Date, zone: string): Date {
  // The day before too: near midnight a skipped hour may be of the next day.
  let date = addDays(dateAt(after, zone), -1)
  for (let days = 0; days <= longest; days += 1, date = addDays(date, 1)) {
    if (!isDay(rule, date)) continue
    const due = momentOf(date, `${String(rule.hour).padStart(2, '0')}:00`, zone)
    if (due > after) return due
  }
  throw new RangeError('a rule has a day in each month')
}

function isDay({ rhythm, weekday, monthDay }: ScheduleRule, date: LocalDate): boolean {
  if (rhythm === 'DAILY') return true
  if (rhythm === 'WEEKLY') return isoWeekday(date) === weekday
  const wanted = String(monthDay).padStart(2, '0')
  const last = lastOfMonth(date)
  return date.slice(8) === (wanted < last ? wanted : last)
}

const lastOfMonth = (date: LocalDate) => {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return String(new Date(Date.UTC(year, month, 0)).getUTCDate()).padStart(2, '0')
}
