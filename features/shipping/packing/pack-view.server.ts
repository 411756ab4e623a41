import { dueBounds } from '#features/core/order/order.ts'
import { giftWords } from '#features/core/order/gift.ts'
import { deliveryWords, dueWords } from '#features/orders/order-list/order-words.ts'
import type { Texts } from '#texts/texts.ts'
import type { PackOrderRow, RefusedEvent } from './packing-db.server.ts'
import type { PackOrder } from './pack-station.ts'

export interface PackAnswer {
  refused: RefusedEvent[]
  orders: PackOrder[]
  /** Orders that no longer need packing. */
  gone: string[]
}

/** Builds the station's model of an order; internal keys are omitted. */
export function packOrder(row: PackOrderRow, { now, texts }: { now: Date; texts: Texts }): PackOrder {
  const { number, name, city, service, note, privateNote, giftMessage, giftHidesPrices, extras, lines } = row
  const due = dueWords(row.shipBy, dueBounds(now, texts.timeZone), texts)
  return {
    number,
    warning: row.isOutdated ? texts.t('order.address.outdatedHere') : null,
    about: [deliveryWords(row.delivery, texts), name, city, service].filter(Boolean).join(', '),
    hasLabel: row.delivery === 'SHIP',
    due,
    note,
    privateNote,
    gift: giftWords({ message: giftMessage, hidesPrices: giftHidesPrices, extras }, texts),
    lines: lines.map(({ id: _id, ...line }) => line),
  }
}
