import type { Row } from '#db/schema.ts'
import type { RefundPart } from '#features/core/order/order-event.ts'
import { offShipping, paidLine } from '#features/core/order/paid-line.ts'
import type { OrderMoney } from './refund.ts'

/** Rows that make up an order's amounts: order, lines by position, refunds, and parts by refund id. */
export interface MoneyRows {
  order: Pick<Row<'orders'>, 'shipping_minor' | 'tax_minor'>
  lines: readonly (Parameters<typeof paidLine>[0] & Pick<Row<'line_items'>, 'id' | 'position'>)[]
  capturedMinor: number
  refunds: readonly Pick<Row<'refunds'>, 'id' | 'state' | 'amount_minor' | 'line_item_id'>[]
  refundParts: ReadonlyMap<number, readonly RefundPart[]>
}

/** Maximum refund of an order in minor units: its payments less amounts of disputes. */
export const capturedOf = (
  payments: readonly Pick<Row<'payments'>, 'state' | 'amount_minor'>[],
  disputes: readonly Pick<Row<'disputes'>, 'state' | 'amount_minor'>[],
): number =>
  payments.reduce((sum, { state, amount_minor: minor }) => (state === 'PAID' ? sum + minor : sum), 0) -
  disputes.reduce((sum, { state, amount_minor: minor }) => (state === 'WON' ? sum : sum + minor), 0)

export function orderMoney({ order, lines, capturedMinor, refunds, refundParts }: MoneyRows): OrderMoney {
  const positions = new Map(lines.map(({ id, position }) => [id, position]))
  return {
    lines: lines.map((line) => ({ line: line.position, ...paidLine(line) })),
    shippingMinor: lines.reduce((sum, line) => sum - offShipping(line), order.shipping_minor),
    taxMinor: order.tax_minor,
    capturedMinor,
    refunds: refunds.map(({ id, state, amount_minor: amountMinor, line_item_id: lineId }) => ({
      state,
      amountMinor,
      line: (lineId && positions.get(lineId)) ?? null,
      parts: refundParts.get(id) ?? [],
    })),
  }
}
