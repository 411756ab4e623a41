import { currencyDecimals } from '#lib/money.ts'
import { certain } from '#lib/certain.ts'

// What the marketplace takes of a sale (seller-hubs 2.7). The figures are data of a dated pack, never constants here.

/** One step of a schedule: the rate in basis points up to an amount in minor units; the last step has no end. */
export interface FeeTier {
  upTo?: number
  bps: number
}

/**
 * The rates of a group of categories. `MARGINAL` takes each step's rate of the part that falls into it; `WHOLE` takes
 * the rate of the step that the amount reaches of all of it, so that one cent more may cost less.
 */
export interface FeeSchedule {
  mode: 'MARGINAL' | 'WHOLE'
  tiers: readonly FeeTier[]
}

/** What the marketplace takes. Amounts are minor units of the currency that they come with. */
interface Fees {
  /** By the order's total: the first whose `orderTotalMax` is not passed. The last has none. */
  perOrder: readonly { orderTotalMax?: number; fee: number }[]
  /** By group of categories; `DEFAULT` is always there. */
  schedules: Readonly<Record<string, FeeSchedule>>
  insertion: { freePerMonth: number; fee: number }
}

/** A dated set of fees, in the shape of the reference's `rules.json`. */
export interface FeePack {
  /** The country, or the marketplace of several, whose fees these are. */
  marketplace: string
  /** The day for which the figures were taken. */
  asOf: string
  currency: string
  fees: Fees
}

/** Fees of a marketplace, and of the countries in which it takes others, by ISO code. */
export interface FeesOfMarketplace extends FeePack {
  feesByCountry?: Readonly<Record<string, Omit<FeePack, 'marketplace'>>>
}

/** The fees that a shop pays: those of its country, else the marketplace's; null where there are none in its currency. */
export function feesOfShop(
  { feesByCountry, marketplace, asOf, currency, fees }: FeesOfMarketplace,
  shop: { country: string; currency: string },
): FeePack | null {
  const own = feesByCountry?.[shop.country]
  if (own?.currency === shop.currency) return { marketplace: shop.country, ...own }
  const pack = { marketplace, asOf, currency, fees }
  return packCovers(pack, shop.currency) ? pack : null
}

/** The percentage part on one item's base (item, shipping, handling and tax), rounded half up once. */
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

/** Basis points of minor units to minor units; amounts are never negative here. */
function roundHalfUp(hundredthPercents: bigint): number {
  return Number((hundredthPercents + 5_000n) / 10_000n)
}

/** The fixed part of an order with this total. */
export function orderFee(pack: FeePack, totalMinor: number): number {
  const step = pack.fees.perOrder.find(
    ({ orderTotalMax }) => orderTotalMax === undefined || totalMinor <= orderTotalMax,
  )
  return step?.fee ?? 0
}

/** What one sale brings and costs, all in minor units of one currency. */
export interface SaleFigures {
  itemMinor: number
  /** What the buyer pays for shipping. */
  shippingMinor: number
  taxMinor?: number
  /** What the seller paid for the thing. */
  costMinor?: number
  /** What the seller pays the carrier. */
  postageMinor?: number
  /** What putting the thing up costs. */
  insertionMinor?: number
}

/** An estimate for one sale of one item. */
export interface FeeEstimate {
  variableMinor: number
  fixedMinor: number
  feesMinor: number
  /** Item and shipping without fees and postage: what is paid out. */
  proceedsMinor: number
  /** Proceeds without the cost of goods. */
  leftMinor: number
}

/** The schedule of a group of categories; that of most categories where the pack does not know the group. */
export function scheduleOf(pack: FeePack, group: string): FeeSchedule {
  return pack.fees.schedules[group] ?? certain(pack.fees.schedules['DEFAULT'], 'each pack has it')
}

/**
 * Estimates fees and what is left of one sale. Tax that the marketplace collects counts in the base of the fees and is
 * never the seller's (seller-hubs 5.4).
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
 * Whether the pack's figures can be read in a currency: in its own, and in others with as many decimals, where the same
 * figures hold unconverted until the operator gives a pack of that marketplace.
 */
function packCovers(pack: FeePack, currency: string): boolean {
  return currencyDecimals(pack.currency) === currencyDecimals(currency)
}
