import type { Row } from '#db/schema.ts'

/** Paid amounts of a line, in minor units; together they are its total. */
export interface PaidLine {
  quantity: number
  /** Price of all units minus discounts. */
  itemMinor: number
  taxMinor: number
  shippingMinor: number
}

type LineRow = Pick<
  Row<'line_items'>,
  'quantity' | 'unit_price_minor' | 'discount_minor' | 'shipping_minor' | 'tax_minor'
>

/** Part of a line's discount beyond its price, which applies to shipping. */
export const offShipping = ({ quantity, unit_price_minor: price, discount_minor: discount }: LineRow) =>
  Math.max(0, discount - quantity * price)

export function paidLine(line: LineRow): PaidLine {
  return {
    quantity: line.quantity,
    itemMinor: Math.max(0, line.quantity * line.unit_price_minor - line.discount_minor),
    taxMinor: line.tax_minor,
    shippingMinor: Math.max(0, line.shipping_minor - offShipping(line)),
  }
}
