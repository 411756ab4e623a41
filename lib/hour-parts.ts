import { day, hour } from '#lib/duration.ts'

/** Moments from `from` until just before `before`. */
interface Span {
  from: Date
  before: Date
}

export interface HourPart extends Span {
  /** Whole UTC hours, whose sums are stored. */
  whole: boolean
}

export interface DayOrHourPart extends Span {
  unit: 'DAY' | 'HOUR' | null
}

/** Splits a span into whole UTC hours and partial hours at its ends, as in zones with half-hour offsets. */
export const hourParts = (span: Span): HourPart[] => wholeParts(span, hour)

/** Splits a span into whole UTC days, whole hours at its ends, and partial hours there. */
export const dayAndHourParts = (span: Span): DayOrHourPart[] =>
  wholeParts(span, day).flatMap(({ whole, ...part }): DayOrHourPart[] =>
    whole
      ? [{ ...part, unit: 'DAY' }]
      : hourParts(part).map(({ whole: isHours, ...rest }) => ({ ...rest, unit: isHours ? 'HOUR' : null })),
  )

/** Splits a span into the whole units of `length` milliseconds in it and the rest at its ends. */
function wholeParts({ from, before }: Span, length: number): (Span & { whole: boolean })[] {
  const first = new Date(Math.ceil(from.getTime() / length) * length)
  const last = new Date(Math.floor(before.getTime() / length) * length)
  const parts =
    first < last
      ? [
          { from, before: first, whole: false },
          { from: first, before: last, whole: true },
          { from: last, before, whole: false },
        ]
      : [{ from, before, whole: false }]
  return parts.filter((part) => part.from < part.before)
}
