import { shipBy, shipByDay, type BusinessCalendar } from '#lib/business-calendar.ts'
import { isDay } from '#lib/read-moment.ts'
import { addDays, dateAt, daysBetween, type LocalDate } from '#lib/zoned-time.ts'

/** A seller's rules for ship-by times (seller-hubs 2.4), as the seller sets them. */
export interface ShipCalendar {
  timeZone: string
  /** Working days from payment to hand-over, for listings that say nothing else. */
  handlingDays: number
  /** `15:00:00`. */
  cutoffTime: string
  /** ISO weekdays worked, Monday 1 to Sunday 7. */
  workingDays: readonly number[]
  /** Whose public holidays are not worked: `GB`, `DE-BY`; null: none. */
  holidayRegion: string | null
  holidays: readonly LocalDate[]
  daysOff: readonly LocalDate[]
}

/** The calendar that a parcel's deadline follows from; `handlingDays` is the longest of the order's listings. */
export function businessCalendar(calendar: ShipCalendar, handlingDays = calendar.handlingDays): BusinessCalendar {
  const { timeZone, cutoffTime, workingDays, holidays, daysOff } = calendar
  return { timeZone, handlingDays, cutoffTime, workingDays, holidays: [...holidays, ...daysOff] }
}

/** An open order, by what its deadline follows from. */
export interface OpenOrder {
  number: string
  /** Null: nobody has paid yet, and so nothing is promised. */
  paidAt: Date | null
  /** What was promised. */
  shipBy: Date | null
  /** The longest handling time that its listings say themselves; null: none says one. */
  ownDays: number | null
  /** Whether any of them says none, and takes the shop's. */
  takesShops: boolean
}

/** By how many working days an order must leave: the longest of its listings. */
const handlingDaysOf = ({ ownDays, takesShops }: OpenOrder, calendar: ShipCalendar) =>
  Math.max(ownDays ?? 0, takesShops ? calendar.handlingDays : 0)

/** What a change of the calendar means for an order. `before` and `after` are days of the seller's. */
export interface CalendarEffect {
  number: string
  before: LocalDate
  after: LocalDate
}

/** What another calendar means for orders that are open. */
export interface CalendarEffects {
  /** Promised already: they keep their day, though the new calendar would have given them another one. */
  kept: CalendarEffect[]
  /** Promised, and the new calendar says the same. */
  same: number
  /** Not paid, so not promised: were they paid now, their day would be another one. */
  moved: CalendarEffect[]
  /** Not paid, and the day would be the same. */
  unmoved: number
}

/** What a change of the calendar means for open orders: what was promised stays (seller-hubs 5.5, 18). */
export function compareCalendars(
  orders: readonly OpenOrder[],
  { before, after, now }: { before: ShipCalendar; after: ShipCalendar; now: Date },
): CalendarEffects {
  const effects = orders.map((order) => {
    const { number, paidAt, shipBy: promised } = order
    const by = (calendar: ShipCalendar) =>
      shipByDay(paidAt ?? now, businessCalendar(calendar, handlingDaysOf(order, calendar)))
    const [was, is] = [by(before), by(after)]
    return {
      number,
      promised: promised !== null,
      isTouched: was !== is,
      // What was promised may follow from rules before the present ones.
      before: promised === null ? was : dateAt(promised, after.timeZone),
      after: is,
    }
  })
  const differs = (effect: CalendarEffect & { isTouched: boolean }) =>
    effect.isTouched && effect.before !== effect.after
  const bare = ({ number, before: was, after: is }: CalendarEffect) => ({ number, before: was, after: is })
  const [promised, open] = [effects.filter((effect) => effect.promised), effects.filter((effect) => !effect.promised)]
  return {
    kept: promised.filter(differs).map(bare),
    same: promised.filter((effect) => !differs(effect)).length,
    moved: open.filter(differs).map(bare),
    unmoved: open.filter((effect) => !differs(effect)).length,
  }
}

/** By when an order must be shipped. */
export function deadline(paidAt: Date, calendar: ShipCalendar, handlingDays: number): Date {
  return shipBy(paidAt, businessCalendar(calendar, handlingDays))
}

/** Days off that one may enter: a year. */
export const mostDaysOff = 366

/** What is wrong with a line of days off. */
export interface DaysOffProblem {
  line: number
  problem: 'not-a-day' | 'ends-before' | 'too-many'
}

/** Of this century: days off lie ahead. */
const isDayAhead = (text: string) => text.startsWith('20') && isDay(text)

/** Reads days off, one or a stretch a line: `2026-12-24`, `2026-12-27 to 2026-12-31`. In order, each once. */
export function readDaysOff(text: string): { days: LocalDate[]; problems: DaysOffProblem[] } {
  const days = new Set<LocalDate>()
  const problems: DaysOffProblem[] = []
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const typed = raw.trim()
    if (typed === '') continue
    const line = index + 1
    // Without the spaces around: a pattern that begins with them would begin anew at each space of a long line.
    const [from = '', to = from, more] = typed.split(/\bto\b|\bbis\b|–|\.\./).map((day) => day.trim())
    if (!isDayAhead(from) || !isDayAhead(to) || more !== undefined) problems.push({ line, problem: 'not-a-day' })
    else if (to < from) problems.push({ line, problem: 'ends-before' })
    else if (days.size + daysBetween(from, to) + 1 > mostDaysOff) problems.push({ line, problem: 'too-many' })
    else for (let day = from; day <= to; day = addDays(day, 1)) days.add(day)
  }
  return { days: [...days].toSorted((a, b) => (a < b ? -1 : 1)), problems }
}

/** Days off as they are typed: those that follow each other as one stretch. */
export function writeDaysOff(days: readonly LocalDate[], to = 'to'): string {
  const stretches: [LocalDate, LocalDate][] = []
  for (const day of days) {
    const last = stretches.at(-1)
    if (last && addDays(last[1], 1) === day) last[1] = day
    else stretches.push([day, day])
  }
  return stretches.map(([first, last]) => (first === last ? first : `${first} ${to} ${last}`)).join('\n')
}
