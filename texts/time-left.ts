import { dateAt, daysBetween } from '#lib/zoned-time.ts'
import { day, hour, minute } from '#lib/duration.ts'

export interface TimeLeft {
  late: boolean
  unit: 'minute' | 'hour' | 'tomorrow' | 'day' | 'month' | 'year'
  /** Whole units, rounded down: better too little time left than too much. */
  count: number
}

/** Within this many hours, show hours instead of "tomorrow". */
const nearHours = 6

/**
 * Time left until `due`, or how late it is. Future times count calendar days of the zone ("tomorrow", "in 3 days"),
 * past ones elapsed time.
 */
export function timeLeft(due: Date, now: Date, zone: string): TimeLeft {
  const left = due.getTime() - now.getTime()
  if (left < 0) return { late: true, ...span(-left) }
  const days = daysBetween(dateAt(now, zone), dateAt(due, zone))
  if (days === 0 || left < nearHours * hour) return { late: false, ...span(left) }
  if (days === 1) return { late: false, unit: 'tomorrow', count: 1 }
  return { late: false, ...long(days) }
}

function span(milliseconds: number): Omit<TimeLeft, 'late'> {
  if (milliseconds < hour) return { unit: 'minute', count: Math.max(1, Math.floor(milliseconds / minute)) }
  if (milliseconds < day) return { unit: 'hour', count: Math.floor(milliseconds / hour) }
  return long(Math.floor(milliseconds / day))
}

function long(days: number): Omit<TimeLeft, 'late'> {
  if (days < 60) return { unit: 'day', count: days }
  if (days < 730) return { unit: 'month', count: Math.floor(days / 30.44) }
  return { unit: 'year', count: Math.floor(days / 365.25) }
}
