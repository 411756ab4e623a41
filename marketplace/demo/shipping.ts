import { gs1CheckDigit } from '#lib/gtin.ts'
import { cellsOf } from './catalogue.ts'
import type { Random } from '#lib/random.ts'
import { s10CheckDigit } from '#lib/check-digits.ts'

export interface Service {
  carrier: string
  name: string
  /** Price in minor units of the seller's currency. */
  priceMinor: number
  /** Minimum and maximum transit days. */
  transit: readonly [number, number]
  /** A tracking number in the carrier's format; null for untracked letters. */
  tracking: ((random: Random) => string) | null
}

export interface Parcel {
  country: string
  grams: number
  /** In minor units of the seller's currency. */
  valueMinor: number
}

const europe = ['DE', 'FR', 'SE', 'PT', 'NL', 'IT', 'AT']

const digits = (random: Random, count: number) => Array.from({ length: count }, () => random.int(0, 9)).join('')

/** Thirteen characters such as `RN473124829GB` (UPU S10). */
const postal = (prefixes: readonly string[], country: string) => (random: Random) => {
  const serial = digits(random, 8)
  return `${random.pick(prefixes)}${serial}${s10CheckDigit(serial)}${country}`
}

const dhlExpress = (random: Random) => {
  const serial = `${random.int(2, 9)}${digits(random, 8)}`
  return `${serial}${Number(serial) % 7}`
}

const dhlParcel = (random: Random) => {
  const serial = `0034043${digits(random, 12)}`
  return `${serial}${gs1CheckDigit(serial)}`
}

/** Parses `carrier | name | price | transit days | tracking`, where tracking is a format or the prefixes of S10. */
function service(row: string): Service {
  const [carrier = '', name = '', price, days = '', tracking = ''] = cellsOf(row)
  const [fewest = 1, most = fewest] = days.split('-').map(Number)
  const country = carrier.startsWith('D') ? 'DE' : 'GB'
  const numbers = tracking === '' ? null : (formats[tracking] ?? postal(tracking.split(' '), country))
  return { carrier, name, priceMinor: Number(price), transit: [fewest, most], tracking: numbers }
}

const formats: Readonly<Record<string, (random: Random) => string>> = { express: dhlExpress, parcel: dhlParcel }

const british = {
  letter: service('Royal Mail | Letter | 165 | 1-3'),
  tracked48: service('Royal Mail | Tracked 48 | 395 | 2-3 | TT OA QY'),
  tracked24: service('Royal Mail | Tracked 24 | 495 | 1-2 | JK OB WA'),
  insured: service('Royal Mail | Special Delivery | 895 | 1 | KA SK'),
  heavy: service('Parcelforce | express48 large | 2890 | 2-3 | PB EK'),
  europe: service('Royal Mail | International Tracked | 995 | 3-7 | RN LX UM'),
  world: service('Royal Mail | International Tracked | 1495 | 5-11 | RN LX UM'),
  express: service('DHL Express | Express Worldwide | 2450 | 2-4 | express'),
}

/** The camera shop's service for a parcel: letters for small cheap items, insured for expensive ones. */
export function chooseBritishService(random: Random, { country, grams, valueMinor }: Parcel): Service {
  if (country !== 'GB') {
    if (valueMinor >= 30_000) return british.express
    return europe.includes(country) ? british.europe : british.world
  }
  if (grams > 10_000) return british.heavy
  if (valueMinor >= 25_000) return british.insured
  if (grams <= 100 && valueMinor <= 1_500) return british.letter
  return random.chance(0.3) ? british.tracked24 : british.tracked48
}

const german = {
  letter: service('Deutsche Post | Maxibrief | 290 | 1-3'),
  parcel: service('DHL | DHL Paket | 549 | 1-2 | parcel'),
  smallAbroad: service('Deutsche Post | Warenpost International | 490 | 4-9 | LX UF'),
  parcelAbroad: service('DHL | DHL Paket International | 1399 | 3-7 | parcel'),
}

export function chooseGermanService(_random: Random, { country, grams, valueMinor }: Parcel): Service {
  if (country !== 'DE') return grams <= 500 ? german.smallAbroad : german.parcelAbroad
  return grams <= 400 && valueMinor <= 3_000 ? german.letter : german.parcel
}
