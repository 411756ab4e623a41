import { hour } from '#lib/duration.ts'

/** A part of a span with one way of summing. */
export interface HourPart {
  from: Date
  before: Date
  /** Whole UTC hours, whose sums are stored. */
  whole: boolean
}

/** Splits a span into whole UTC hours and partial hours at its ends, as in zones with half-hour offsets. */
export function hourParts({ from, before }: { from: Date; before: Date }): HourPart[] {
  const first = new Date(Math.ceil(from.getTime() / hour) * hour)
  const last = new Date(Math.floor(before.getTime() / hour) * hour)
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
