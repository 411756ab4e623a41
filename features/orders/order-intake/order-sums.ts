import { sumExtras } from '#features/core/order/extra.ts'
import type { PushedOrder } from './pushed-order.ts'

/** Sums of an order's lines and extras by column name, with its total and number of units. */
export type OrderSums = ReturnType<typeof sumsOf>

export function sumsOf({ lines, extras }: Pick<PushedOrder, 'lines' | 'extras'>) {
  const sum = (of: (line: PushedOrder['lines'][number]) => number) => lines.reduce((total, line) => total + of(line), 0)
  const { addedMinor, reducedMinor, fromLinesMinor, taxMinor } = sumExtras(extras)
  const parts = {
    subtotal_minor: sum(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor) + addedMinor,
    discount_minor: sum(({ discountMinor }) => discountMinor) + reducedMinor - fromLinesMinor,
    shipping_minor: sum(({ shippingMinor }) => shippingMinor),
    tax_minor: sum((line) => line.taxMinor) + taxMinor,
  }
  const totalMinor = parts.subtotal_minor - parts.discount_minor + parts.shipping_minor + parts.tax_minor
  return { parts, totalMinor, units: sum(({ quantity }) => quantity) }
}
