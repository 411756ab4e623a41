import type { PackedOrder } from '#features/core/ledger/events/cost-of-goods.ts'

export interface PackedLine {
  lineItemId: number
  units: number
  /** Packaging of each item by its listing; null if that has none of its own. */
  ownMinor: number | null
}

/** An order whose first parcel left. */
export interface PackableOrder {
  orderId: number
  currency: string
  at: Date
  lines: readonly PackedLine[]
}

export interface OrderPackaging {
  costMinor: number
  currency: string
  since: Date
}

/**
 * Works out an order's packaging: of each item whose listing has its own, and once that of an order if an item has none.
 * Null if none is counted.
 */
export function packOrder({ lines, ...order }: PackableOrder, packaging: OrderPackaging | null): PackedOrder | null {
  const own = lines.flatMap(({ lineItemId, units, ownMinor }) =>
    ownMinor === null ? [] : [{ lineItemId, costMinor: units * ownMinor }],
  )
  const isCounted = packaging?.currency === order.currency && packaging.since <= order.at
  const costMinor = isCounted && own.length < lines.length ? packaging.costMinor : null
  return costMinor === null && own.length === 0 ? null : { ...order, costMinor: costMinor ?? 0, lines: own }
}
