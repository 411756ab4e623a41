import { momentOf, startOfDay } from '#lib/zoned-time.ts'
import { readWrittenDay, type DayOrder } from '#lib/written-day.ts'

const offset = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?) ?(?:Z|UTC|([+-]\d\d):?(\d\d))$/
const local = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)$/

/**
 * Parses a time as programs write it, such as `2025-07-21 10:11:12 -0400`. A day alone means its start in the shop's
 * zone. Null if invalid.
 */
export function readWrittenMoment(text: string, { zone, order }: { zone: string; order: DayOrder }): Date | null {
  const plain = text.trim()
  const [, day = '', time = '', hours, minutes] = offset.exec(plain) ?? []
  if (day) return valid(new Date(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`))
  const [, localDay, localTime = ''] = local.exec(plain) ?? []
  try {
    if (localDay) return momentOf(localDay, localTime, zone)
    const written = readWrittenDay(plain, order)
    return written === null ? null : startOfDay(written, zone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const valid = (at: Date) => (Number.isNaN(at.getTime()) ? null : at)
