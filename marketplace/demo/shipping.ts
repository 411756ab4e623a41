import { gs1CheckDigit } from '#lib/gtin.ts'
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

const letter: Service = { carrier: 'Royal Mail', name: 'Letter', priceMinor: 165, transit: [1, 3], tracking: null }
const tracked48: Service = {
  carrier: 'Royal Mail',
  name: 'Tracked 48',
  priceMinor: 395,
  transit: [2, 3],
  tracking: postal(['TT', 'OA', 'QY'], 'GB'),
}
const tracked24: Service = {
  carrier: 'Royal Mail',
  name: 'Tracked 24',
  priceMinor: 495,
  transit: [1, 2],
  tracking: postal(['JK', 'OB', 'WA'], 'GB'),
}
const specialDelivery: Service = {
  carrier: 'Royal Mail',
  name: 'Special Delivery',
  priceMinor: 895,
  transit: [1, 1],
  tracking: postal(['KA', 'SK'], 'GB'),
}
const heavy: Service = {
  carrier: 'Parcelforce',
  name: 'express48 large',
  priceMinor: 2890,
  transit: [2, 3],
  tracking: postal(['PB', 'EK'], 'GB'),
}
const internationalTracked = (priceMinor: number, transit: readonly [number, number]): Service => ({
  carrier: 'Royal Mail',
  name: 'International Tracked',
  priceMinor,
  transit,
  tracking: postal(['RN', 'LX', 'UM'], 'GB'),
})
const express: Service = {
  carrier: 'DHL Express',
  name: 'Express Worldwide',
  priceMinor: 2450,
  transit: [2, 4],
  tracking: dhlExpress,
}

/** The camera shop's service for a parcel: letters for small cheap items, insured for expensive ones. */
export function chooseBritishService(random: Random, { country, grams, valueMinor }: Parcel): Service {
  if (country !== 'GB') {
    if (valueMinor >= 30_000) return express
    return europe.includes(country) ? internationalTracked(995, [3, 7]) : internationalTracked(1495, [5, 11])
  }
  if (grams > 10_000) return heavy
  if (valueMinor >= 25_000) return specialDelivery
  if (grams <= 100 && valueMinor <= 1_500) return letter
  return random.chance(0.3) ? tracked24 : tracked48
}

const bigLetter: Service = {
  carrier: 'Deutsche Post',
  name: 'Maxibrief',
  priceMinor: 290,
  transit: [1, 3],
  tracking: null,
}
const parcel: Service = {
  carrier: 'DHL',
  name: 'DHL Paket',
  priceMinor: 549,
  transit: [1, 2],
  tracking: dhlParcel,
}
const smallAbroad: Service = {
  carrier: 'Deutsche Post',
  name: 'Warenpost International',
  priceMinor: 490,
  transit: [4, 9],
  tracking: postal(['LX', 'UF'], 'DE'),
}
const parcelAbroad: Service = {
  carrier: 'DHL',
  name: 'DHL Paket International',
  priceMinor: 1399,
  transit: [3, 7],
  tracking: dhlParcel,
}

export function chooseGermanService(_random: Random, { country, grams, valueMinor }: Parcel): Service {
  if (country !== 'DE') return grams <= 500 ? smallAbroad : parcelAbroad
  return grams <= 400 && valueMinor <= 3_000 ? bigLetter : parcel
}
