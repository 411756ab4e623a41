import { isCountry } from '#lib/is-country.ts'

// A place of a zone: `*` (everywhere else), `EU`, a country `GB`, its region `GB-NIR` (ISO 3166-2), or postcodes that
// begin alike, `GB BT`.

export interface Destination {
  country: string
  /** The region's ISO 3166-2 code without the country, or its name. */
  region?: string | null
  postcode?: string | null
}

export const everywhere = '*'
export const europeanUnion = 'EU'

const eu = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

export const isInEuropeanUnion = (country: string) => eu.has(country)

/** Countries whose postcodes begin with letters, then a number: `B` is not `BT`, nor `BT1` `BT12`. */
const byDistrict = new Set(['GB', 'GG', 'IM', 'JE'])

const compact = (postcode: string) => postcode.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
const postcodeArea = /^([A-Z]{2}) ([A-Z0-9]{1,10})$/

/** Reads a place from its code; null for other texts. */
export function readPlace(text: string): string | null {
  const code = text.trim().toUpperCase().replaceAll(/\s+/g, ' ')
  if (code === everywhere || code === europeanUnion || isCountry(code)) return code
  const [, country = '', rest = ''] = /^([A-Z]{2})[ -](.+)$/.exec(code) ?? []
  if (!isCountry(country)) return null
  if (code.charAt(2) === '-') return /^[A-Z0-9]{1,3}$/.test(rest) ? code : null
  const area = `${country} ${compact(rest)}`
  return postcodeArea.test(area) ? area : null
}

/** How closely a place describes a destination, from everywhere (0) to a postcode area (4 and more); null if it is elsewhere. */
export function closeness(place: string, { country, region, postcode }: Destination): number | null {
  if (place === everywhere) return 0
  if (place === europeanUnion) return eu.has(country) ? 1 : null
  if (place === country) return 2
  if (!place.startsWith(country)) return null
  if (place.charAt(2) === '-') return regionCode(country, { region, postcode }) === place.slice(3) ? 3 : null
  const area = place.slice(3)
  return isInArea(country, compact(postcode ?? ''), area) ? 3 + area.length : null
}

function isInArea(country: string, postcode: string, area: string): boolean {
  if (!postcode.startsWith(area)) return false
  // The last three characters are the inward code.
  const outward = postcode.length > 4 ? postcode.slice(0, -3) : postcode
  if (!byDistrict.has(country) || area.length >= outward.length) return true
  return /\d$/.test(area) !== /^\d/.test(outward.slice(area.length))
}

/** Northern Ireland is told by its postcodes: addresses seldom name it. */
function regionCode(country: string, { region, postcode }: Omit<Destination, 'country'>): string | null {
  if (country === 'GB' && isInArea(country, compact(postcode ?? ''), 'BT')) return 'NIR'
  const name = region?.trim().toUpperCase().replace(`${country}-`, '') ?? ''
  return name === 'NORTHERN IRELAND' ? 'NIR' : name || null
}
