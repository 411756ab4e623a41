import { dateAt, momentOf, type LocalDate } from '#lib/zoned-time.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * The moment of a day as files write it: `2026-11-22`, with or without a time after it, `Nov-22-26`, `22.11.2026`. Null for what is none
 * of these, or to come: `03/04/2026` is two days.
 */
export function readDay(text: string, { zone, now }: { zone: string; now: Date }): Date | null {
  const day = dayOf(text.trim())
  const today = dateAt(now, zone)
  if (!day || Number.isNaN(Date.parse(day)) || day > today) return null
  return day === today ? now : momentOf(day, '12:00', zone)
}

function dayOf(text: string): LocalDate | null {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)
  if (iso) return iso[1]!
  const [, name, nameDay, nameYear] = /^([a-z]{3})-(\d{1,2})-(\d{2}|\d{4})$/i.exec(text) ?? []
  if (name) return dayFrom(nameYear!, months.indexOf(name.toLowerCase()) + 1, nameDay!)
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(text) ?? []
  return dotDay ? dayFrom(dotYear!, Number(dotMonth), dotDay) : null
}

const dayFrom = (year: string, month: number, day: string) =>
  `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
