import { day, hour } from '#lib/duration.ts'
import { addDays, type LocalDate } from '#lib/zoned-time.ts'

export interface HolidayRegion {
  id: string
  name: string
}

export interface Holiday {
  day: LocalDate
  name: string
}

/** 13 MB and a third of a second, so loaded on first use. */
const load = async () => (await import('date-holidays')).default

/** Regions by name: the seller's country first, then all others. */
export async function holidayRegions(country: string, locale: string): Promise<HolidayRegion[]> {
  const Holidays = await load()
  const all = new Holidays()
  const byName = (a: HolidayRegion, b: HolidayRegion) => a.name.localeCompare(b.name, locale)
  const names = all.getCountries(locale)
  const own = names[country]
  const parts = Object.entries(all.getStates(country, locale) ?? {})
    .map(([part, name]) => ({ id: `${country}-${part}`, name: `${own}: ${name}` }))
    .toSorted(byName)
  const others = Object.entries(names)
    .filter(([id]) => id !== country)
    .map(([id, name]) => ({ id, name }))
    .toSorted(byName)
  return [...(own === undefined ? [] : [{ id: country, name: own }]), ...parts, ...others]
}

/** Public holidays of a region in some years, in order; whole days only. Empty for an unknown region. */
export async function publicHolidays(region: string, years: readonly number[], locale: string): Promise<Holiday[]> {
  const Holidays = await load()
  const [country = '', part = ''] = region.split('-')
  const of = new Holidays(country, part)
  return years
    .flatMap((year) => of.getHolidays(year, locale))
    .filter(({ type, date }) => type === 'public' && date.includes(' 00:00:00'))
    .flatMap(({ date, start, end, name }) =>
      Array.from({ length: wholeDays(start, end) }, (_, nth) => ({ day: addDays(date.slice(0, 10), nth), name })),
    )
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

/**
 * Whole days of a holiday, at least one: Lunar New Year has several. A day of 23 hours counts, a final half day does
 * not.
 */
const wholeDays = (start: Date, end: Date) => Math.max(1, Math.floor((end.getTime() - start.getTime() + hour) / day))

/** Years of holidays that a calendar stores; they cover the longest handling time. */
export function holidayYears(now: Date): [number, number, number, number] {
  const year = now.getUTCFullYear()
  return [year - 1, year, year + 1, year + 2]
}
