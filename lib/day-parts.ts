import { day } from '#lib/duration.ts'

interface DayPart {
  from: Date
  before: Date
  /** Whole UTC days, whose sums are stored. */
  whole: boolean
}

/** Splits a span into runs of whole UTC days, and the rest: its ends, and days whose sums are not `stored`. */
export function dayParts({ from, before }: { from: Date; before: Date }, isStored: (day: Date) => boolean): DayPart[] {
  const starts = [from.getTime()]
  for (let at = Math.ceil((from.getTime() + 1) / day) * day; at < before.getTime(); at += day) starts.push(at)
  const parts: DayPart[] = []
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? before.getTime()
    if (start >= end) continue
    const whole = end - start === day && isStored(new Date(start))
    const last = parts.at(-1)
    if (last?.whole === whole) last.before = new Date(end)
    else parts.push({ from: new Date(start), before: new Date(end), whole })
  }
  return parts
}
