import type { Entry, Posting } from '../entry.ts'

/** Units of a line that left with a parcel. */
export interface ShippedGoods {
  shipmentId: number
  lineItemId: number
  /** How often their cost was posted, with this time: a change reverses the entry before. */
  revision: number
  orderId: number
  at: Date
  currency: string
  costMinor: number
}

/** Posts the cost of goods that were shipped. It changes no funds. */
export function postCostOfGoods({ shipmentId, lineItemId, revision, costMinor, ...order }: ShippedGoods): Entry {
  const key = `goods ${shipmentId} ${lineItemId}`
  return costEntry(order, revision === 1 ? key : `${key} ${revision}`, costMinor, { lineItemId })
}

/** An order whose first parcel left. */
export interface PackedOrder {
  orderId: number
  at: Date
  currency: string
  costMinor: number
}

/** Posts the packaging of an order, once. Its postings belong to no line. */
export const postPackaging = ({ costMinor, ...order }: PackedOrder): Entry =>
  costEntry(order, `packaging ${order.orderId}`, costMinor, {})

function costEntry(
  { orderId, at, currency }: Pick<PackedOrder, 'orderId' | 'at' | 'currency'>,
  key: string,
  costMinor: number,
  line: Pick<Posting, 'lineItemId'>,
): Entry {
  return {
    key,
    kind: 'COST_OF_GOODS',
    at,
    currency,
    orderId,
    feeSchedule: null,
    reversesId: null,
    postings:
      costMinor === 0
        ? []
        : [
            { account: 'cogs', amountMinor: costMinor, ...line },
            { account: 'inventory', amountMinor: -costMinor, ...line },
          ],
    transaction: null,
  }
}
