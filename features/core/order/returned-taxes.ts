import { allocate } from '#lib/money.ts'
import { pairs } from '#lib/pairs.ts'
import { paidExtras, sumExtras, type OrderExtra } from './extra.ts'
import { includedMinor, taxesOfSale, type LineTax, type TaxOfSale } from './line-tax.ts'
import type { PaidLine } from './paid-line.ts'

/** A line, or the extras, of an order with its taxes by name. */
export interface TaxedPart {
  /** The line's id; null for the extras. */
  line: number | null
  /** What was paid for it, without taxes that were added. */
  priceMinor: number
  taxes: readonly TaxOfSale[]
}

/** A refund. Without parts it was made elsewhere, for a line or the whole order. */
export interface TaxedRefund {
  amountMinor: number
  line: number | null
  parts: readonly { line: number | null; kind: 'ITEM' | 'SHIPPING' | 'TAX'; minor: number }[]
}

export function taxedLine(line: number, paid: PaidLine, taxes: readonly LineTax[] | null): TaxedPart {
  const priceMinor = paid.itemMinor + paid.shippingMinor
  return { line, priceMinor, taxes: taxesOfSale(priceMinor, taxes, paid.taxMinor) }
}

export const taxedExtras = (extras: readonly OrderExtra[] | null): TaxedPart => ({
  line: null,
  priceMinor: paidExtras(extras) - sumExtras(extras).taxMinor,
  taxes: (extras ?? []).flatMap(({ minor, taxes }) => taxesOfSale(minor, taxes)),
})

/**
 * Taxes of each part that each refund of an order gives back. A tax that was added goes back with the refunded tax, one that
 * a price contains with the price, as what it was paid on: in proportion to what is left, so that a full refund gives back all.
 */
export function returnedTaxes(order: readonly TaxedPart[], refunds: readonly TaxedRefund[]): TaxOfSale[][] {
  let left = order
  return refunds.map((refund) => {
    const taken = pairs(left, backOf(refund, left)).map(([part, back]) => ({
      part,
      taxes: takenTaxes(part, back),
      back,
    }))
    left = taken.map(({ part, taxes, back }) => ({
      ...part,
      priceMinor: Math.max(0, part.priceMinor - back.priceMinor),
      taxes: pairs(part.taxes, taxes).map(([tax, gone]) => ({
        ...tax,
        minor: tax.minor - gone.minor,
        taxableMinor: tax.taxableMinor - gone.taxableMinor,
      })),
    }))
    return taken.flatMap(({ taxes }) => taxes)
  })
}

interface Back {
  priceMinor: number
  taxMinor: number
}

/** What a refund gives back of each part: as it says, else in proportion to what is left. */
function backOf({ amountMinor, line, parts }: TaxedRefund, left: readonly TaxedPart[]): Back[] {
  if (parts.length > 0)
    return left.map((part) => {
      const own = parts.filter((each) => each.line === part.line)
      // Shipping that belongs to no line is not of the extras.
      const isPrice = (kind: TaxedRefund['parts'][number]['kind']) =>
        kind === 'ITEM' || (kind === 'SHIPPING' && part.line !== null)
      return {
        priceMinor: own.reduce((sum, { kind, minor }) => (isPrice(kind) ? sum + minor : sum), 0),
        taxMinor: own.reduce((sum, { kind, minor }) => (kind === 'TAX' ? sum + minor : sum), 0),
      }
    })
  const weights = left.flatMap((part) =>
    line === null || part.line === line ? [part.priceMinor, addedLeft(part)] : [0, 0],
  )
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = allocate(Math.min(amountMinor, whole), weights)
  return left.map((_, index) => ({ priceMinor: shares[index * 2] ?? 0, taxMinor: shares[index * 2 + 1] ?? 0 }))
}

const addedLeft = ({ taxes }: TaxedPart) => taxes.reduce((sum, tax) => sum + tax.minor, 0) - includedMinor(taxes)

/** Taxes of a part that go back with it, each beside what was left of it. */
function takenTaxes(part: TaxedPart, back: Back): TaxOfSale[] {
  const price = Math.min(back.priceMinor, part.priceMinor)
  const added = allocate(
    Math.min(back.taxMinor, addedLeft(part)),
    part.taxes.map(({ included, minor }) => (included ? 0 : minor)),
  )
  return pairs(part.taxes, added).map(([tax, addedMinor]) => ({
    ...tax,
    minor: tax.included ? shareOf(tax.minor, price, part.priceMinor) : addedMinor,
    taxableMinor: shareOf(tax.taxableMinor, price, part.priceMinor),
  }))
}

const shareOf = (minor: number, part: number, price: number): number =>
  price === 0 ? 0 : (allocate(minor, [part, price - part])[0] ?? 0)
