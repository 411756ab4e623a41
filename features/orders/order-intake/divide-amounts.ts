import { allocate } from '#lib/money.ts'
import { pairs } from '#lib/pairs.ts'

interface LineAmounts {
  quantity: number
  unitPriceMinor: number
  discountMinor: number
  shippingMinor: number
}

/** Amounts of the order as a whole, in addition to those of its lines. */
interface OrderAmounts {
  shippingMinor: number
  discountMinor: number
}

/**
 * Divides shipping and discount of the whole order among its lines by largest remainder: shipping by the price of the
 * items, the discount by the cost of the lines. The shares add up exactly. No line's discount exceeds its cost unless
 * the order's does.
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
