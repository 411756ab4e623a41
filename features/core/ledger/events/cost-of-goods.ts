import { entryOf, type Entry, type Posting } from '../entry.ts'

interface EntryOf {
  orderId: number
  at: Date
  currency: string
}

export interface ShippedGoods extends EntryOf {
  shipmentId: number
  lineItemId: number
  /** The part of a kit; 0 for what is none. */
  part: number
  /** Number of postings of their cost, including this one: a change reverses the entry before. */
  revision: number
  costMinor: number
}

/** Posts the cost of goods that were shipped. It changes no funds. */
export const postCostOfGoods = ({ shipmentId, lineItemId, part, revision, costMinor, ...order }: ShippedGoods): Entry =>
  costEntry(order, revisedKey(`goods ${shipmentId} ${lineItemId}${partOf(part)}`, revision), 'inventory', [
    { costMinor, lineItemId },
  ])

export interface ReturnedGoods extends Omit<ShippedGoods, 'shipmentId'> {
  caseId: number
}

/** Posts that returned goods are in stock again, at the cost with which they left. */
export const postGoodsReturned = ({ caseId, lineItemId, part, revision, costMinor, ...order }: ReturnedGoods): Entry =>
  costEntry(order, revisedKey(`returned ${caseId}${partOf(part)}`, revision), 'inventory', [
    { costMinor: -costMinor, lineItemId },
  ])

const partOf = (part: number) => (part === 0 ? '' : ` part ${part}`)

export const revisedKey = (key: string, revision: number) => (revision === 1 ? key : `${key} ${revision}`)

export interface PackedOrder extends EntryOf {
  /** Packaging of the order, which belongs to no line. */
  costMinor: number
  lines: readonly { lineItemId: number; costMinor: number }[]
}

/** Posts the packaging of an order, which is no part of the stock. */
export const postPackaging = ({ costMinor, lines, ...order }: PackedOrder): Entry =>
  costEntry(order, `packaging ${order.orderId}`, 'supplies', [{ costMinor }, ...lines])

interface CostAmount extends Pick<Posting, 'lineItemId'> {
  costMinor: number
}

const costEntry = (
  order: EntryOf,
  key: string,
  from: 'inventory' | 'supplies',
  amounts: readonly CostAmount[],
): Entry =>
  entryOf({
    ...order,
    key,
    kind: 'COST_OF_GOODS',
    postings: amounts.flatMap(({ costMinor, ...line }): Posting[] => [
      { account: 'cogs', amountMinor: costMinor, ...line },
      { account: from, amountMinor: -costMinor, ...line },
    ]),
  })
