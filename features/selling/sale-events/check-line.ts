import {
  salePrice,
  overlap,
  wasPrice,
  type PriceCut,
  type PriceRecord,
  type SaleOfPrice,
} from '#features/core/sale-event/sale-price.ts'
import { lowestWith, type CheckoutDiscount, type GivenDiscount } from '#features/core/sale-event/checkout-discount.ts'
import type { SaleSpan } from '#features/core/sale-event/sale-event.ts'
import type { WasPriceRule } from '#features/core/policy-pack/was-price-rule.ts'
import type { Row } from '#db/schema.ts'

/** A listing, or a variation of one, that may be in a sale. Amounts are minor units of its currency. */
export interface SaleThing extends Omit<PriceRecord, 'sales'> {
  state: Row<'listings'>['state']
  format: Row<'listings'>['format']
  currency: string
  baseMinor: number
  /** Offers below it are declined; null if there is no such limit. */
  floorMinor: number | null
  /** Other sales that are scheduled or later. */
  others: readonly (SaleOfPrice & { name: string })[]
  /** Other discounts at the checkout. */
  discounts: readonly GivenDiscount[]
}

/** Why a listing cannot be in a sale. */
export type LineProblem =
  | { reason: 'auction' | 'not-on-sale' | 'currency' | 'nothing-left' | 'not-lower' }
  | { reason: 'overlap'; name: string }

export type CheckedLine = ReturnType<typeof checkLine>

export interface SaleTerms extends SaleSpan, PriceCut {
  /** Null if it sets prices. */
  discount: CheckoutDiscount | null
  code: string | null
}

/** What a sale does to a listing, or why it cannot. */
export function checkLine(thing: SaleThing, terms: SaleTerms, rule: WasPriceRule | null) {
  const { discount } = terms
  const prices = discount ? thing.others.filter((other) => overlap(other, terms) && other.minor < thing.baseMinor) : []
  const discounts = thing.discounts.filter((other) => overlap(other, terms))
  const paidMinor = Math.min(thing.baseMinor, ...prices.map(({ minor }) => minor))
  const saleMinor = discount ? lowestWith(paidMinor, discount) : salePrice(thing.baseMinor, terms)
  // A buyer has the volume price first, then the discount of the order, then one code.
  const codes = [...discounts.map((other) => other.discount), ...(discount ? [discount] : [])]
  const lowestMinor = (['VOLUME', 'ORDER', 'COUPON'] as const).reduce(
    (minor, kind) =>
      Math.min(minor, ...codes.filter((each) => each.kind === kind).map((each) => lowestWith(minor, each))),
    discount ? paidMinor : saleMinor,
  )
  const was = discount
    ? null
    : wasPrice({ history: thing.history, sales: thing.others }, { saleMinor, begins: terms.startsAt, rule })
  return {
    saleMinor,
    // The least that a unit can come to with all that applies at the same time.
    lowestMinor,
    // What applies at the same time.
    beside: [...prices, ...discounts],
    // Null if the sale sets no price.
    was,
    problem: problemOf(thing, terms, saleMinor),
    // Whether buyers may no longer offer as little as the sale asks.
    isBelowFloor: thing.floorMinor !== null && lowestMinor < thing.floorMinor,
  }
}

function problemOf(thing: SaleThing, terms: SaleTerms, saleMinor: number): LineProblem | null {
  if (thing.format === 'AUCTION') return { reason: 'auction' }
  if (thing.state === 'DRAFT' || thing.state === 'ENDED') return { reason: 'not-on-sale' }
  if (thing.currency !== terms.currency) return { reason: 'currency' }
  if (saleMinor < 1) return { reason: 'nothing-left' }
  if (saleMinor >= thing.baseMinor) return { reason: 'not-lower' }
  const { discount, code } = terms
  const rivals = discount
    ? thing.discounts.filter((each) => each.discount.kind === discount.kind && each.code === code)
    : thing.others
  const other = rivals.find((each) => overlap(each, terms))
  return other ? { reason: 'overlap', name: other.name } : null
}
