/** Amounts of an order in one row of a file, in minor units; null if the cell is empty. */
export interface ToldParts {
  discountMinor: number | null
  shippingMinor: number | null
  taxMinor: number | null
}

/** A line of a file, in minor units. */
export interface ToldLine extends ToldParts {
  quantity: number
  /** Price of one unit or of all units: programs differ. */
  priceMinor: number
  /** Discount of this line alone. */
  itemDiscountMinor: number | null
}

/** All amounts of an order in a file. */
export interface ToldAmounts {
  lines: readonly ToldLine[]
  /** Amounts of the order's own row, above those of its items; null without such a row. */
  head: ToldParts | null
  /** Null if the file has none. */
  totalMinor: number | null
}

/** Amounts of an order, and the prices of its units. */
export interface OrderAmounts {
  unitPrices: number[]
  discountMinor: number
  shippingMinor: number
  taxMinor: number
}

/**
 * Interprets an order's amounts, which programs write differently: prices of one unit or of all; shipping, tax and
 * discount of the order on each row, or of each row; tax added or included. Returns the first reading that adds up to
 * the file's total, or null.
 */
export function readAmounts({ lines, head, totalMinor }: ToldAmounts): OrderAmounts | null {
  const parts = (of: keyof ToldParts) =>
    toldParts(
      head?.[of] ?? null,
      lines.map((line) => line[of]),
    )
  const [discount, shipping, tax] = [parts('discountMinor'), parts('shippingMinor'), parts('taxMinor')]
  const ofItems = sum(lines.map((line) => line.itemDiscountMinor ?? 0))
  // A discount of the order may include those of its items.
  const discounts = distinct([discount.sum + ofItems, discount.sum, ofItems, discount.first + ofItems, discount.first])
  for (const unitPrices of [lines.map(({ priceMinor }) => priceMinor), dividedPrices(lines)]) {
    if (!unitPrices) continue
    const items = sum(lines.map(({ quantity }, at) => quantity * (unitPrices[at] ?? 0)))
    for (const shippingMinor of distinct([shipping.first, shipping.sum]))
      for (const taxMinor of distinct([tax.first, tax.sum, 0]))
        for (const discountMinor of discounts) {
          const total = items + shippingMinor + taxMinor - discountMinor
          if (total >= 0 && (totalMinor === null || total === totalMinor))
            return { unitPrices, discountMinor, shippingMinor, taxMinor }
        }
  }
  return null
}

/** Unit prices from prices of all units; null if they do not divide evenly. */
function dividedPrices(lines: readonly ToldLine[]): number[] | null {
  const prices = lines.map(({ priceMinor, quantity }) => priceMinor / quantity)
  return prices.every(Number.isInteger) ? prices : null
}

/** Candidates for an amount of the order: the value of its first row, and the sum of all rows. */
function toldParts(head: number | null, ofLines: readonly (number | null)[]): { first: number; sum: number } {
  const told = ofLines.flatMap((amount) => amount ?? [])
  return { first: head ?? told[0] ?? 0, sum: head ?? sum(told) }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const distinct = (amounts: readonly number[]) => [...new Set(amounts)]
