import { currencyDecimals } from '#lib/money.ts'
import { assertDefined } from '#lib/assert-defined.ts'

// Marketplace fees of a sale (seller-hubs 2.7). The figures come from a dated pack and are never constants here.

/** A tier: rate in basis points up to an amount in minor units. The last tier is unlimited. */
export interface FeeTier {
  upTo?: number
  bps: number
}

/**
 * Rates for a group of categories. `MARGINAL` applies each tier to the part within it; `WHOLE` applies the reached tier
 * to the full amount, so that a higher price can cost less.
 */
export interface FeeSchedule {
  mode: 'MARGINAL' | 'WHOLE'
  tiers: readonly FeeTier[]
}

/** A percentage of the same base in addition to the category's fee, for some sales. */
export type Surcharge =
  /** Sales to another country than the shop's. */
  'INTERNATIONAL' | 'BELOW_STANDARD'

/** Fees in minor units of the pack's currency. */
interface Fees {
  /** By order total: the first entry whose `orderTotalMax` is not exceeded. The last has none. */
  perOrder: readonly { orderTotalMax?: number; fee: number }[]
  /** By group of categories; always contains `DEFAULT`. */
  schedules: Readonly<Record<string, FeeSchedule>>
  insertion: { freePerMonth: number; fee: number }
  /** In basis points; one that is missing is not charged. */
  surcharges?: Partial<Readonly<Record<Surcharge, { bps: number }>>> | undefined
}

export type TaxCollector = 'MARKETPLACE' | 'SELLER'

/** A dated set of fees, in the format of `rules.json` in the reference. */
export interface FeePack {
  /** Country or marketplace that the fees apply to. */
  marketplace: string
  asOf: string
  currency: string
  fees: Fees
}

/** Fees of a marketplace, with exceptions by ISO country code. */
export interface FeesOfMarketplace extends FeePack {
  taxCollectedBy: TaxCollector
  feesByCountry?: Readonly<Record<string, Omit<FeePack, 'marketplace'> & { taxCollectedBy: TaxCollector }>>
}

/** Fees for a shop: its country's, else the marketplace's; null if neither covers its currency. */
export function feesOfShop(
  { feesByCountry, marketplace, asOf, currency, fees }: FeesOfMarketplace,
  shop: { country: string; currency: string },
): FeePack | null {
  const own = feesByCountry?.[shop.country]
  if (own?.currency === shop.currency)
    return { marketplace: shop.country, asOf: own.asOf, currency: own.currency, fees: own.fees }
  const pack = { marketplace, asOf, currency, fees }
  return packCovers(pack, shop.currency) ? pack : null
}

/** Percentage fee on one item's base (item, shipping, handling, tax), rounded half up once. */
export function variableFee({ mode, tiers }: FeeSchedule, baseMinor: number): number {
  if (mode === 'WHOLE') {
    const tier = tiers.find(({ upTo }) => upTo === undefined || baseMinor <= upTo) ?? tiers.at(-1)
    return roundHalfUp(BigInt(baseMinor) * BigInt(tier?.bps ?? 0))
  }
  let below = 0
  let sum = 0n
  for (const { upTo = Infinity, bps } of tiers) {
    sum += BigInt(Math.max(0, Math.min(baseMinor, upTo) - below)) * BigInt(bps)
    below = upTo
  }
  return roundHalfUp(sum)
}

/** Surcharge on one item's base, rounded half up once; zero if the pack has none. */
export function surchargeFee({ fees: { surcharges } }: FeePack, surcharge: Surcharge, baseMinor: number): number {
  return roundHalfUp(BigInt(baseMinor) * BigInt(surcharges?.[surcharge]?.bps ?? 0))
}

/**
 * Part of a percentage fee that is credited once `goneMinor` of its base went back: in proportion, rounded half up, so
 * that all of it credits exactly the fee.
 */
export function creditedFee(fee: { baseMinor: number; feeMinor: number }, goneMinor: number): number {
  const base = BigInt(fee.baseMinor)
  if (base === 0n) return 0
  const gone = BigInt(Math.min(fee.baseMinor, goneMinor))
  return Number((BigInt(fee.feeMinor) * gone * 2n + base) / (base * 2n))
}

/** Rounds half up; amounts are never negative here. */
function roundHalfUp(hundredthPercents: bigint): number {
  return Number((hundredthPercents + 5_000n) / 10_000n)
}

export function orderFee(pack: FeePack, totalMinor: number): number {
  const step = pack.fees.perOrder.find(
    ({ orderTotalMax }) => orderTotalMax === undefined || totalMinor <= orderTotalMax,
  )
  return step?.fee ?? 0
}

export interface SaleFigures {
  itemMinor: number
  /** Shipping paid by the buyer. */
  shippingMinor: number
  taxMinor?: number
  costMinor?: number
  /** Postage paid by the seller. */
  postageMinor?: number
  insertionMinor?: number
}

export interface FeeEstimate {
  variableMinor: number
  fixedMinor: number
  feesMinor: number
  /** Payout: item and shipping minus fees and postage. */
  proceedsMinor: number
  /** Proceeds minus cost of goods. */
  leftMinor: number
}

/** Fee schedule of a group of categories; `DEFAULT` if the pack lacks the group. */
export function scheduleOf(pack: FeePack, group: string): FeeSchedule {
  return pack.fees.schedules[group] ?? assertDefined(pack.fees.schedules['DEFAULT'], 'each pack has it')
}

/**
 * Estimates the fees and profit of a sale. Tax collected by the marketplace is part of the fee base but never revenue
 * (seller-hubs 5.4).
 */
export function estimateFees(pack: FeePack, group: string, sale: SaleFigures): FeeEstimate {
  const { itemMinor, shippingMinor, taxMinor = 0, costMinor = 0, postageMinor = 0, insertionMinor = 0 } = sale
  const total = itemMinor + shippingMinor + taxMinor
  const variableMinor = variableFee(scheduleOf(pack, group), total)
  const fixedMinor = orderFee(pack, total)
  const feesMinor = variableMinor + fixedMinor + insertionMinor
  const proceedsMinor = itemMinor + shippingMinor - feesMinor - postageMinor
  return { variableMinor, fixedMinor, feesMinor, proceedsMinor, leftMinor: proceedsMinor - costMinor }
}

/**
 * Whether the pack applies to a currency: its own, or one with the same number of decimals, whose figures are used
 * unconverted until the operator provides a pack.
 */
function packCovers(pack: FeePack, currency: string): boolean {
  return currencyDecimals(pack.currency) === currencyDecimals(currency)
}
