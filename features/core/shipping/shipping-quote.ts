import type { Shipping, ShippingRate, ShippingZone } from './shipping.ts'
import { closeness, type Destination } from './shipping-place.ts'

/** Units of one item; the price of one unit. */
export interface ShippedUnits {
  quantity: number
  grams: number | null
  priceMinor: number
  /** Weight of its package when empty; that of an order's heaviest counts once a parcel. */
  emptyGrams?: number
}

/** Why there is no price; `noRates`: no source of the carrier's rates is connected. */
export type QuoteProblem = 'noZone' | 'excluded' | 'weightMissing' | 'tooHeavy' | 'noRates'

export interface QuotedService {
  carrier: string
  name: string
  priceMinor: number
  /** Days in transit, fewest and most. */
  days: readonly [number, number] | null
}

/** Services with a price, cheapest first; at least one. */
export type Quote = { services: readonly QuotedService[] } | { problem: QuoteProblem }

/** What it costs to send the units to the destination in one order. The zone of the most specific place applies. */
export function quote(shipping: Shipping, units: readonly ShippedUnits[], to: Destination): Quote {
  const zone = zoneOf(shipping, to)
  if (typeof zone === 'string') return { problem: zone }
  const order = sumOf(units)
  const priced = zone.services.map(({ carrier, name, days, rate, freeFromMinor }) => {
    const price = priceOf(rate, { ...order, splits: shipping.splits })
    const isFree = typeof price === 'number' && freeFromMinor !== null && order.valueMinor >= freeFromMinor
    return { service: { carrier, name, days }, price: isFree ? 0 : price }
  })
  const services = priced
    .flatMap(({ service, price }) => (typeof price === 'number' ? { ...service, priceMinor: price } : []))
    .toSorted((a, b) => a.priceMinor - b.priceMinor)
  const problems = priced.flatMap(({ price }) => (typeof price === 'string' ? price : []))
  return services.length > 0 ? { services } : { problem: problems[0] ?? 'noZone' }
}

/**
 * What an order costs whose items have several policies: items of one policy are priced together, and the dearest of
 * these prices is that of the order. Items that cannot be sent refuse it. Undefined without items.
 */
export function quoteOrder<Part extends Quote | { problem: string }>(parts: readonly Part[]): Part | undefined {
  const cheapest = (part: Part) => ('services' in part ? (part.services[0]?.priceMinor ?? 0) : 0)
  return parts.find((part) => 'problem' in part) ?? parts.toSorted((a, b) => cheapest(b) - cheapest(a))[0]
}

interface OrderSum {
  units: number
  /** Null if an item has none. */
  grams: number | null
  /** The heaviest unit. */
  heaviest: number
  /** The heaviest empty package. */
  emptyGrams: number
  valueMinor: number
}

function sumOf(units: readonly ShippedUnits[]): OrderSum {
  const sum = { units: 0, grams: 0 as number | null, heaviest: 0, emptyGrams: 0, valueMinor: 0 }
  for (const { quantity, grams, priceMinor, emptyGrams = 0 } of units) {
    sum.units += quantity
    sum.valueMinor += quantity * priceMinor
    sum.grams = sum.grams === null || grams === null ? null : sum.grams + quantity * grams
    sum.heaviest = Math.max(sum.heaviest, grams ?? 0)
    sum.emptyGrams = Math.max(sum.emptyGrams, emptyGrams)
  }
  return sum
}

function zoneOf({ zones, excluded }: Shipping, to: Destination): ShippingZone | 'excluded' | 'noZone' {
  const closest = (places: readonly string[]) => Math.max(-1, ...places.map((place) => closeness(place, to) ?? -1))
  let found: { zone: ShippingZone; rank: number } | null = null
  for (const zone of zones) {
    const rank = closest(zone.places)
    if (rank > (found?.rank ?? -1)) found = { zone, rank }
  }
  const without = closest(excluded)
  if (without >= 0 && without >= (found?.rank ?? 0)) return 'excluded'
  return found?.zone ?? 'noZone'
}

function priceOf(
  rate: ShippingRate,
  { units, grams, heaviest, emptyGrams, valueMinor, splits }: OrderSum & { splits: boolean },
): number | QuoteProblem {
  switch (rate.by) {
    case 'flat':
      return rate.minor
    case 'units':
      return rate.minor + rate.furtherMinor * Math.max(0, units - 1)
    case 'value':
      return rate.bands.findLast(({ fromMinor }) => fromMinor <= valueMinor)?.minor ?? 0
    case 'weight': {
      if (grams === null) return 'weightMissing'
      const last = rate.bands.at(-1)
      const bandOf = (weight: number) => rate.bands.find(({ upToGrams }) => weight + emptyGrams <= upToGrams)?.minor
      const most = (last?.upToGrams ?? 0) - emptyGrams
      if (!last || most <= 0 || heaviest > most || (grams > most && !splits)) return 'tooHeavy'
      // Full parcels, and one with the rest.
      const full = Math.max(0, Math.ceil(grams / most) - 1)
      return full * last.minor + (bandOf(grams - full * most) ?? 0)
    }
    case 'carrier':
      return 'noRates'
  }
}
