import { addWorkingDays, shipBy, shipByDay, type BusinessCalendar } from '#lib/business-calendar.ts'
import { isDay } from '#lib/read-moment.ts'
import { addDays, dateAt, daysBetween, type LocalDate } from '#lib/zoned-time.ts'

/** A seller's rules for ship-by times (seller-hubs 2.4). */
export interface ShipCalendar {
  timeZone: string
  /** Working days from payment to shipment, for listings without their own. */
  handlingDays: number
  /** `15:00:00`. */
  cutoffTime: string
  /** ISO weekdays, Monday 1 to Sunday 7. */
  workingDays: readonly number[]
  /** Region whose public holidays are free: `GB`, `DE-BY`; null: none. */
  holidayRegion: string | null
  holidays: readonly LocalDate[]
  daysOff: readonly LocalDate[]
  /** Days of times away, which have a page of their own. */
  daysAway: readonly LocalDate[]
}

/** Calendar of a ship-by time; `handlingDays` is the longest of the order's listings. */
export function businessCalendar(calendar: ShipCalendar, handlingDays = calendar.handlingDays): BusinessCalendar {
  const { timeZone, cutoffTime, workingDays, holidays, daysOff, daysAway } = calendar
  return { timeZone, handlingDays, cutoffTime, workingDays, holidays: [...holidays, ...daysOff, ...daysAway] }
}

export interface OpenOrder {
  number: string
  /** Null: not paid, so no ship-by time yet. */
  paidAt: Date | null
  shipBy: Date | null
  /** Longest handling time of listings that have their own; null if none has. */
  ownDays: number | null
  /** Whether a listing uses the shop's handling time. */
  takesShops: boolean
}

/** Handling time of an order: the longest of its listings. */
const handlingDaysOf = ({ ownDays, takesShops }: OpenOrder, calendar: ShipCalendar) =>
  Math.max(ownDays ?? 0, takesShops ? calendar.handlingDays : 0)

/** Effect of a calendar change on an order; `before` and `after` are days in the seller's zone. */
export interface CalendarEffect {
  number: string
  before: LocalDate
  after: LocalDate
}

export type CalendarEffects = ReturnType<typeof compareCalendars>

/** Compares calendars for open orders; stored ship-by times stay (seller-hubs 5.5, 18). */
export function compareCalendars(
  orders: readonly OpenOrder[],
  { before, after, now }: { before: ShipCalendar; after: ShipCalendar; now: Date },
) {
  const effects = orders.map((order) => {
    const { number, paidAt, shipBy: promised } = order
    const by = (calendar: ShipCalendar) =>
      shipByDay(paidAt ?? now, businessCalendar(calendar, handlingDaysOf(order, calendar)))
    const [was, is] = [by(before), by(after)]
    return {
      number,
      promised: promised !== null,
      isTouched: was !== is,
      // The stored time may come from an older calendar.
      before: promised === null ? was : dateAt(promised, after.timeZone),
      after: is,
    }
  })
  const differs = (effect: CalendarEffect & { isTouched: boolean }) =>
    effect.isTouched && effect.before !== effect.after
  const bare = ({ number, before: was, after: is }: CalendarEffect) => ({ number, before: was, after: is })
  const [promised, open] = [effects.filter((effect) => effect.promised), effects.filter((effect) => !effect.promised)]
  return {
    // Orders that keep their ship-by day, although the new calendar would differ.
    kept: promised.filter(differs).map(bare),
    // Orders whose ship-by day is the same in both.
    same: promised.filter((effect) => !differs(effect)).length,
    // Unpaid orders whose day would change.
    moved: open.filter(differs).map(bare),
    // Unpaid orders whose day would not change.
    unmoved: open.filter((effect) => !differs(effect)).length,
  }
}

export function deadline(paidAt: Date, calendar: ShipCalendar, handlingDays: number): Date {
  return shipBy(paidAt, businessCalendar(calendar, handlingDays))
}

/** Whether even the longest handling time ends eventually. */
export function hasWork(calendar: ShipCalendar, now: Date): boolean {
  try {
    shipByDay(now, businessCalendar(calendar, 30))
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The first working day after `to`; null if the calendar has none. */
export function shipsFrom(to: LocalDate, calendar: ShipCalendar): LocalDate | null {
  try {
    return addWorkingDays(to, 1, businessCalendar(calendar))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Maximum days off: one year. */
export const maxDaysOff = 366

export interface DaysOffProblem {
  line: number
  problem: 'not-a-day' | 'ends-before' | 'too-many'
}

/** Only this century, since days off are in the future. */
const isDayAhead = (text: string) => text.startsWith('20') && isDay(text)

/** Parses days off, one day or range per line: `2026-12-24`, `2026-12-27 to 2026-12-31`. Sorted, without duplicates. */
export function readDaysOff(text: string): { days: LocalDate[]; problems: DaysOffProblem[] } {
  const days = new Set<LocalDate>()
  const problems: DaysOffProblem[] = []
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const typed = raw.trim()
    if (typed === '') continue
    const line = index + 1
    // Trims after splitting: leading spaces in the pattern would make it quadratic on long lines.
    const [from = '', to = from, more] = typed.split(/\bto\b|\bbis\b|–|\.\./).map((day) => day.trim())
    if (!isDayAhead(from) || !isDayAhead(to) || more !== undefined) problems.push({ line, problem: 'not-a-day' })
    else if (to < from) problems.push({ line, problem: 'ends-before' })
    else if (days.size + daysBetween(from, to) + 1 > maxDaysOff) problems.push({ line, problem: 'too-many' })
    else for (let day = from; day <= to; day = addDays(day, 1)) days.add(day)
  }
  return { days: [...days].toSorted((a, b) => (a < b ? -1 : 1)), problems }
}

/** Formats days off, with consecutive ones as a range. */
export function writeDaysOff(days: readonly LocalDate[], to = 'to'): string {
  const stretches: [LocalDate, LocalDate][] = []
  for (const day of days) {
    const last = stretches.at(-1)
    if (last && addDays(last[1], 1) === day) last[1] = day
    else stretches.push([day, day])
  }
  return stretches.map(([first, last]) => (first === last ? first : `${first} ${to} ${last}`)).join('\n')
}
