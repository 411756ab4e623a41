import type { Row } from '#db/schema.ts'

/** A line of an order as it was paid, in minor units: together they are what the line costs. */
export interface PaidLine {
  quantity: number
  /** All its units, less what was taken off. */
  itemMinor: number
  taxMinor: number
  shippingMinor: number
}

type LineRow = Pick<
  Row<'line_items'>,
  'quantity' | 'unit_price_minor' | 'discount_minor' | 'shipping_minor' | 'tax_minor'
>

/** What was taken off a line beyond the price of its units: it came off the shipping. */
export const offShipping = ({ quantity, unit_price_minor: price, discount_minor: discount }: LineRow) =>
  Math.max(0, discount - quantity * price)

/** A line as it was paid. */
export function paidLine(line: LineRow): PaidLine {
  return {
    quantity: line.quantity,
    itemMinor: Math.max(0, line.quantity * line.unit_price_minor - line.discount_minor),
    taxMinor: line.tax_minor,
    shippingMinor: Math.max(0, line.shipping_minor - offShipping(line)),
  }
}
