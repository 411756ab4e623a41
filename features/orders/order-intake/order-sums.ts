import type { PushedLine } from './pushed-order.ts'

/** Sums of an order's lines, by column name, its total and its units. */
export interface OrderSums {
  parts: { subtotal_minor: number; discount_minor: number; shipping_minor: number; tax_minor: number }
  totalMinor: number
  units: number
}

/** Sums the lines of an order. */
export function sumsOf({ lines }: { lines: readonly PushedLine[] }): OrderSums {
  const sum = (of: (line: PushedLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  const parts = {
    subtotal_minor: sum(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor),
    discount_minor: sum(({ discountMinor }) => discountMinor),
    shipping_minor: sum(({ shippingMinor }) => shippingMinor),
    tax_minor: sum(({ taxMinor }) => taxMinor),
  }
  const totalMinor = parts.subtotal_minor - parts.discount_minor + parts.shipping_minor + parts.tax_minor
  return { parts, totalMinor, units: sum(({ quantity }) => quantity) }
}
