import { currencyDecimals } from '#lib/money.ts'
import type { Parcel } from '../parcel.ts'

export const carrierName = 'Example Post'

type Zone = 'DOMESTIC' | 'EU' | 'WORLD'

export interface Service {
  code: string
  name: string
  isTracked: boolean
  mostGrams: number
  /** In hundredths of a pound: the first step of weight, and each further one. */
  zones: Partial<Record<Zone, { first: number; further: number; days: readonly [number, number] }>>
  stepGrams: number
}

export const services: readonly Service[] = [
  {
    code: 'letter',
    name: 'Letter, untracked',
    isTracked: false,
    mostGrams: 750,
    stepGrams: 250,
    zones: {
      DOMESTIC: { first: 165, further: 60, days: [2, 3] },
      EU: { first: 325, further: 140, days: [4, 7] },
      WORLD: { first: 425, further: 190, days: [6, 12] },
    },
  },
  {
    code: 'tracked_48',
    name: 'Tracked 48',
    isTracked: true,
    mostGrams: 20_000,
    stepGrams: 2_000,
    zones: { DOMESTIC: { first: 339, further: 120, days: [2, 3] } },
  },
  {
    code: 'tracked_24',
    name: 'Tracked 24',
    isTracked: true,
    mostGrams: 20_000,
    stepGrams: 2_000,
    zones: { DOMESTIC: { first: 429, further: 150, days: [1, 2] } },
  },
  {
    code: 'international_tracked',
    name: 'International Tracked',
    isTracked: true,
    mostGrams: 2_000,
    stepGrams: 250,
    zones: {
      EU: { first: 945, further: 85, days: [3, 5] },
      WORLD: { first: 1_120, further: 130, days: [5, 9] },
    },
  },
  {
    code: 'international_express',
    name: 'International Express',
    isTracked: true,
    mostGrams: 30_000,
    stepGrams: 500,
    zones: {
      EU: { first: 2_450, further: 210, days: [1, 2] },
      WORLD: { first: 3_400, further: 390, days: [2, 4] },
    },
  },
]

const union = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

const zoneOf = (from: string, to: string): Zone => (from === to ? 'DOMESTIC' : union.has(to) ? 'EU' : 'WORLD')

/** What a pound is worth in the currencies of accounts. Others count as a dollar. */
const worth: Readonly<Record<string, number>> = { GBP: 1, EUR: 1.15, USD: 1.3, CHF: 1.1, JPY: 195, KWD: 0.4 }

export const inCurrency = (pence: number, currency: string): number =>
  Math.round((pence / 100) * (worth[currency] ?? 1.3) * 10 ** currencyDecimals(currency))

const signaturePence = 110
/** Of what is insured, in thousandths. */
const insuranceRate = 15

export interface Price {
  service: Service
  minor: number
  days: readonly [number, number]
}

/** The services that carry a parcel with their prices, cheapest first. Signature and insurance need tracking. */
export function pricesOf(parcel: Parcel, currency: string): Price[] {
  const zone = zoneOf(parcel.from.country, parcel.to.country)
  return services
    .flatMap((service) => {
      const way = service.zones[zone]
      const isExtra = parcel.signature || parcel.insuredMinor !== null
      if (!way || parcel.grams > service.mostGrams || (isExtra && !service.isTracked)) return []
      const steps = Math.ceil(parcel.grams / service.stepGrams)
      const pence = way.first + way.further * (steps - 1) + (parcel.signature ? signaturePence : 0)
      const insurance = Math.ceil(((parcel.insuredMinor ?? 0) * insuranceRate) / 1_000)
      return [{ service, minor: inCurrency(pence, currency) + insurance, days: way.days }]
    })
    .toSorted((a, b) => a.minor - b.minor)
}

/** 300 special drawing rights: above it, post needs CN 23. */
const formLimitPence = 27_000

/** Whether the goods need a customs form of their own beside the label's CN 22. */
export function needsForm({ customs }: Parcel): boolean {
  if (!customs) return false
  const value = customs.items.reduce((sum, { valueMinor, quantity }) => sum + valueMinor * quantity, 0)
  return value > inCurrency(formLimitPence, customs.currency)
}
