import { nonZero, type Entry, type Posting } from '../entry.ts'

/** Goods that left the stock with a parcel. */
export interface ShippedGoods {
  shipmentId: number
  orderId: number
  at: Date
  currency: string
  /** Cost of the shipped units of each line. */
  lines: readonly { lineItemId: number; costMinor: number }[]
}

/** Posts the cost of goods that were shipped. It changes no funds. */
export function postCostOfGoods({ shipmentId, orderId, at, currency, lines }: ShippedGoods): Entry {
  return {
    key: `goods ${shipmentId}`,
    kind: 'COST_OF_GOODS',
    at,
    currency,
    orderId,
    feeSchedule: null,
    reversesId: null,
    postings: nonZero(
      lines.flatMap(({ lineItemId, costMinor }): Posting[] => [
        { account: 'cogs', amountMinor: costMinor, lineItemId },
        { account: 'inventory', amountMinor: -costMinor, lineItemId },
      ]),
    ),
    transaction: null,
  }
}
