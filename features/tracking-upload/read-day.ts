import { sentOn, type SentAgainst } from '#features/fulfilment/sent-on.ts'
import type { LocalDate } from '#lib/zoned-time.ts'

/** A time may follow, which does not count. */
const forms = [
  /^(?<year>\d{4})(?<mark>[-/])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?:[T ].*)?$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d{2})(?:,? .*)?$/,
  /^(?<name>[a-z]{3})[- ](?<day>\d{1,2})(?:-|, )(?<year>\d{4}|\d{2})(?: .*)?$/i,
  /^(?<day>\d{1,2})[- ](?<name>[a-z]{3})[- ](?<year>\d{4}|\d{2})(?: .*)?$/i,
]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * The moment of a day as files write it, with or without a time after it: `2026-11-22`, `2026/11/22`, `22.11.2026`, `Nov-22-26`, `22-Nov-26`,
 * `Nov 22, 2026`, `22 Nov 2026`. Null for what is none of these, no day, to come, or before the order: `03/04/2026` is two days.
 */
export function readDay(text: string, against: SentAgainst): Date | null {
  const day = dayOf(text.trim())
  return day === null ? null : sentOn(day, against)
}

function dayOf(text: string): LocalDate | null {
  const found = forms.map((form) => form.exec(text)?.groups).find(Boolean)
  if (!found) return null
  const { year: ofYear = '', month: ofMonth, name = '' } = found
  const [year, day] = [Number(ofYear.padStart(4, '20')), Number(found.day)]
  const month = ofMonth ? Number(ofMonth) : months.indexOf(name.toLowerCase()) + 1
  const date = new Date(Date.UTC(year, month - 1, day))
  // `2026-02-30` would be the second of March.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}
