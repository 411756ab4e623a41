import { isUnshipped } from '#features/core/order/order.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { OrderDetails } from './order-details-db.server.ts'

export type OversoldModel = NonNullable<ReturnType<typeof oversoldModel>>

/** Missing units of an order; null if none, or nothing is left to ship. */
export function oversoldModel({ order, lines }: OrderDetails, { t }: Texts) {
  const lacking = lines.filter((line) => line.oversold_quantity > 0)
  if (lacking.length === 0 || !(isUnshipped(order.status) || order.status === 'AWAITING_PAYMENT')) return null
  return {
    title: t('order.oversold.title'),
    items: lacking.map((line) => ({
      text: t('order.oversold.item', { n: line.oversold_quantity, item: line.title }),
      href: paths.listing(line.item_number),
    })),
    what: t('order.oversold.what'),
  }
}
