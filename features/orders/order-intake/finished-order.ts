import { createHash } from 'node:crypto'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import type { Delivery } from '#features/core/order/delivery.ts'
import { allocate } from '#lib/money.ts'
import { pairs } from '#lib/pairs.ts'
import { divideAmounts } from './divide-amounts.ts'
import type { OrderHistory } from './history-order.ts'
import type { PushedAddress, PushedBuyer, PushedLine, PushedOrder } from './pushed-order.ts'
import { unlistedItem } from './unlisted-item.ts'

export interface FinishedLine extends Pick<PushedLine, 'quantity' | 'unitPriceMinor' | 'discountMinor'> {
  sku: string | null
  title: string
}

export interface FinishedOrder extends Pick<
  PushedOrder,
  'id' | 'placedAt' | 'currency' | 'shippingService' | 'buyerNote' | 'unusable'
> {
  buyer: PushedBuyer
  /** Absent if it was shipped. */
  delivery?: Exclude<Delivery, 'SHIP'>
  /** Null only if nothing was shipped. */
  shipTo: PushedAddress | null
  lines: readonly FinishedLine[]
  /** These three apply to the whole order and are divided among its lines. */
  shippingMinor: number
  discountMinor: number
  taxMinor: number
  history: OrderHistory
}

/**
 * Converts a historical order for intake; `listings` are the hub's own by SKU. Equal content gives an equal hash, so
 * that repeated imports are recognized.
 */
export function finishedOrder(
  finished: FinishedOrder,
  listings: ReadonlyMap<string, ItemNumber> = new Map(),
): PushedOrder {
  const { shippingMinor, discountMinor, taxMinor, lines, ...order } = finished
  const taxes = allocate(
    taxMinor,
    lines.map(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor),
  )
  return {
    ...order,
    pushedAs: createHash('sha256').update(JSON.stringify(finished)).digest('base64url'),
    lines: divideAmounts(
      pairs(lines, taxes).map(([line, tax]) => ({
        ...line,
        item: listings.get(line.sku ?? '') ?? unlistedItem(line.sku ?? line.title),
        variation: null,
        shippingMinor: 0,
        taxMinor: tax,
        taxes: [],
      })),
      { shippingMinor, discountMinor },
    ),
    delivery: order.delivery ?? 'SHIP',
    taxNumbers: [],
    gift: null,
    billTo: null,
    metadata: null,
    group: null,
    extras: [],
    deliveryMin: null,
    deliveryMax: null,
    payments: [],
    onShort: null,
  }
}
