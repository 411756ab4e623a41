import { allocate } from '#lib/money.ts'
import { pairs } from '#lib/pairs.ts'

/** Amounts of a line, in minor units. */
interface LineAmounts {
  quantity: number
  unitPriceMinor: number
  discountMinor: number
  shippingMinor: number
}

/** Amounts of the whole order, beside those of its lines. */
interface OrderAmounts {
  shippingMinor: number
  discountMinor: number
}

/**
 * Divides shipping and discount of the whole order among its lines, by largest remainder: shipping by what their items
 * cost, the discount by what the lines cost. They add up exactly, and no line is discounted by more than it costs,
 * provided that the order is not.
 */
export function divideAmounts<L extends LineAmounts>(
  lines: readonly L[],
  { shippingMinor, discountMinor }: OrderAmounts,
): L[] {
  const items = lines.map(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor)
  const shipping = allocate(shippingMinor, items)
  const shipped = pairs(lines, shipping).map(([line, share]) => ({
    ...line,
    shippingMinor: line.shippingMinor + share,
  }))
  const costs = pairs(shipped, items).map(([line, item]) => item + line.shippingMinor - line.discountMinor)
  const discounts = allocate(discountMinor, costs)
  return pairs(shipped, discounts).map(([line, share]) => ({ ...line, discountMinor: line.discountMinor + share }))
}
