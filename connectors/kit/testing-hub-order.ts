import type { Operations } from './hub-api.ts'
import { amountOf, minorOf } from './order-total.ts'
import type { OrderBody } from './source.ts'

export type HubOrder = Operations['getOrder']['answer']

/** An order as the hub has it once it was placed. */
export function placedOrder({
  id,
  status: state,
  history,
  delivery,
  lines,
}: OrderBody): Omit<HubOrder, 'parcels' | 'refunds'> {
  const zero = { value: '0.00', currency: 'GBP' }
  return {
    id,
    number: `12-${id}`,
    history: history ?? false,
    status: state ?? 'AWAITING_SHIPMENT',
    paymentStatus: 'PAID',
    delivery: delivery ?? 'SHIP',
    deliveredAt: null,
    cancellations: [],
    total: amountOf(
      lines.reduce((sum, line) => sum + line.quantity * minorOf(line.unitPrice) - minorOf(line.discount ?? zero), 0),
      'GBP',
    ),
    lines: lines.map(({ listing, variationId, quantity, unitPrice, discount = zero }, place) => ({
      line: place + 1,
      quantity,
      unitPrice,
      shipped: 0,
      cancelled: 0,
      discount: discount ?? zero,
      tax: zero,
      listing: listing ?? null,
      variationId: variationId ?? null,
    })),
  }
}

/** The order after units of it were cancelled, and refunded, unless the shop's refund of this id has paid them back. */
export function cancelUnits(
  found: HubOrder,
  { id, reason, lines: units = [], refund: named }: Operations['requestCancellation']['body'],
): HubOrder {
  const gone = new Map(units.map(({ line, quantity }) => [line, quantity]))
  const minor = found.lines.reduce((sum, { line, quantity, unitPrice, discount }) => {
    const paid = quantity * minorOf(unitPrice) - minorOf(discount)
    return sum + Math.floor((paid * (gone.get(line) ?? 0)) / quantity)
  }, 0)
  const own = found.refunds.find(({ external }) => external !== null && external === named)
  const made = {
    id: `${id}r`,
    external: null,
    reason: 'BUYER_CANCEL',
    state: 'PENDING' as const,
    paidElsewhere: false,
    amount: amountOf(minor, 'GBP'),
    parts: [],
  }
  const about = { id, state: 'REFUND_PENDING', initiator: 'MARKETPLACE', reason, lines: units } as const
  return {
    ...found,
    lines: found.lines.map((line) => ({ ...line, cancelled: line.cancelled + (gone.get(line.line) ?? 0) })),
    cancellations: [...found.cancellations, { ...about, lines: [...units], refund: (own ?? made).id }],
    refunds: own ? found.refunds : [...found.refunds, made],
  }
}
