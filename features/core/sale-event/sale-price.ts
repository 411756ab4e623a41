import type { Row } from '#db/schema.ts'
import { discounted } from '#features/core/offer/offer.ts'
import type { WasPriceRule } from '#features/core/policy-pack/was-price-rule.ts'
import { day } from '#lib/duration.ts'
import { currencyDecimals } from '#lib/money.ts'
import { isOn, type SaleSpan, type SaleState } from './sale-event.ts'

// Pure: also runs in the browser, which previews prices. Amounts are minor units of one currency.

export type PriceEnding = Row<'sale_events'>['ending']

export const priceEndings = ['NONE', 'WHOLE', '95', '99'] as const satisfies readonly PriceEnding[]

/** A discount in percent, or else one price for all. */
export interface PriceCut {
  percent: number | null
  priceMinor: number | null
  ending: PriceEnding
  currency: string
}

/**
 * The price of a sale. Rounded down, so that the discount is never less than it says; 0 if nothing is left. Currencies
 * without decimals end in hundreds.
 */
export function salePrice(baseMinor: number, { percent, priceMinor, ending, currency }: PriceCut): number {
  if (percent === null) return priceMinor ?? 0
  const exact = discounted(baseMinor, percent)
  if (ending === 'NONE') return exact
  const unit = 10 ** (currencyDecimals(currency) || 2)
  const last = ending === 'WHOLE' ? 0 : (unit / 100) * Number(ending)
  const rounded = Math.floor((exact - last) / unit) * unit + last
  // Cheaper than the least price with this ending.
  return rounded > 0 ? rounded : exact
}

/** A price, and since when it was asked for. */
export interface PricePoint {
  since: Date
  minor: number
}

/** The price of another sale. */
export interface SaleOfPrice extends SaleSpan {
  minor: number
}

/** Why no former price is shown. */
export type WasRefusal =
  | { reason: 'unknown' }
  | { reason: 'short'; days: number }
  | { reason: 'not-lower'; minor: number }

export type WasPrice = { ok: true; minor: number } | ({ ok: false } & WasRefusal)

export interface PriceRecord {
  /** Oldest first; each price holds until the next. */
  history: readonly PricePoint[]
  /** Other sales of the same thing. */
  sales: readonly SaleOfPrice[]
}

/**
 * The former price that a reduction may be shown against: the lowest that was asked in the days before it begins
 * (Directive 98/6/EC, Art. 6a). Without a rule it is the price before.
 */
export function wasPrice(
  { history, sales }: PriceRecord,
  { saleMinor, begins, rule }: { saleMinor: number; begins: Date; rule: WasPriceRule | null },
): WasPrice {
  const from = new Date(begins.getTime() - (rule?.days ?? 0) * day)
  const asked = [
    ...history.map(({ since, minor }, index) => ({ minor, from: since, to: history[index + 1]?.since ?? null })),
    ...(rule ? sales.map(({ startsAt, endsAt, minor }) => ({ minor, from: startsAt, to: endsAt })) : []),
  ]
  const first = history[0]
  if (!first || first.since >= begins) return { ok: false, reason: 'unknown' }
  const knownMs = begins.getTime() - first.since.getTime()
  if (rule && knownMs < rule.knownDays * day) return { ok: false, reason: 'short', days: Math.floor(knownMs / day) }
  // Of no length, the window holds the price at the moment before.
  const inWindow = asked.filter(
    (each) => each.from < begins && (each.to === null || (rule ? each.to > from : each.to >= begins)),
  )
  const minor = Math.min(...inWindow.map((each) => each.minor))
  return minor > saleMinor ? { ok: true, minor } : { ok: false, reason: 'not-lower', minor }
}

/** A price that a sale gives. */
export interface GivenPrice extends SaleSpan {
  state: SaleState
  minor: number
  wasMinor: number | null
}

export interface PriceNow<Given extends GivenPrice> {
  minor: number
  wasMinor: number | null
  /** The sale whose price it is; null if none. */
  sale: Given | null
}

/** What a buyer pays now. A sale never makes a price higher than the seller's. */
export function priceNow<Given extends GivenPrice>(
  baseMinor: number,
  given: readonly Given[],
  now: Date,
): PriceNow<Given> {
  const sale = given.find((each) => isOn(each, now)) ?? null
  if (!sale || sale.minor >= baseMinor) return { minor: baseMinor, wasMinor: null, sale: null }
  return { minor: sale.minor, wasMinor: sale.wasMinor, sale }
}

/** The sale that is on, or else the next. */
export const presentOrNext = <Given extends GivenPrice>(given: readonly Given[], now: Date): Given | null =>
  given
    .filter(({ state, endsAt }) => (state === 'SCHEDULED' || state === 'RUNNING') && endsAt > now)
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())[0] ?? null

/** Whether two sales are at one time. */
export const overlap = (one: SaleSpan, other: SaleSpan): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt
