import {
  salePrice,
  overlap,
  wasPrice,
  type PriceCut,
  type PriceRecord,
  type SaleOfPrice,
  type WasPrice,
} from '#features/core/sale-event/sale-price.ts'
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
}

/** Why a listing cannot be in a sale. */
export type LineProblem =
  | { reason: 'auction' | 'not-on-sale' | 'currency' | 'nothing-left' | 'not-lower' }
  | { reason: 'overlap'; name: string }

export interface CheckedLine {
  saleMinor: number
  was: WasPrice
  problem: LineProblem | null
  /** Whether buyers may no longer offer as little as the sale asks. */
  isBelowFloor: boolean
}

export interface SaleTerms extends SaleSpan, PriceCut {}

/** What a sale does to a listing, or why it cannot. */
export function checkLine(thing: SaleThing, terms: SaleTerms, rule: WasPriceRule | null): CheckedLine {
  const saleMinor = salePrice(thing.baseMinor, terms)
  const was = wasPrice({ history: thing.history, sales: thing.others }, { saleMinor, begins: terms.startsAt, rule })
  const isBelowFloor = thing.floorMinor !== null && saleMinor < thing.floorMinor
  return { saleMinor, was, problem: problemOf(thing, terms, saleMinor), isBelowFloor }
}

function problemOf(thing: SaleThing, terms: SaleTerms, saleMinor: number): LineProblem | null {
  if (thing.format === 'AUCTION') return { reason: 'auction' }
  if (thing.state === 'DRAFT' || thing.state === 'ENDED') return { reason: 'not-on-sale' }
  if (thing.currency !== terms.currency) return { reason: 'currency' }
  if (saleMinor < 1) return { reason: 'nothing-left' }
  if (saleMinor >= thing.baseMinor) return { reason: 'not-lower' }
  const other = thing.others.find((each) => overlap(each, terms))
  return other ? { reason: 'overlap', name: other.name } : null
}
