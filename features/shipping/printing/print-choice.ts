import type { OrderStatus } from '#features/core/order/order.ts'
import { printDocuments, type PrintDocument } from '#features/core/order/print-documents.ts'
import { whyLeftOut, type LeftOut } from './print-rules.ts'

/** An order as far as it matters to what can be printed. */
export interface ChosenOrder {
  id: number
  status: OrderStatus
  printed: readonly PrintDocument[]
  /** An invoice that was issued stands, whatever became of its order. */
  isInvoiced: boolean
  /** Whether money of it went back. */
  isRefunded: boolean
}

/** What a document would be printed for, of the orders chosen. */
export interface PrintChoice<Order extends ChosenOrder> {
  document: PrintDocument
  orders: Order[]
  /** Of those, the ones it was printed for before. */
  again: Order[]
  /** How many orders are left out, by reason. */
  leftOut: ReadonlyMap<LeftOut, number>
}

/** For each document, which of the orders chosen it is printed for, and why not for the others. */
export function printChoices<Order extends ChosenOrder>(chosen: readonly Order[]): PrintChoice<Order>[] {
  return printDocuments.map((document) => {
    const leftOut = new Map<LeftOut, number>()
    const orders = chosen.filter((order) => {
      const why = leftOutOf(document, order)
      if (why) leftOut.set(why, (leftOut.get(why) ?? 0) + 1)
      return why === null
    })
    return { document, orders, again: orders.filter(({ printed }) => printed.includes(document)), leftOut }
  })
}

/** The orders that each document would be printed for: what a page has said, and a form of it is begun with. */
export const ordersOfEach = (choices: readonly PrintChoice<ChosenOrder>[]) =>
  choices.map(({ document, orders }) => [document, orders.map(({ id }) => id)])

/** An invoice stands whatever became of its order; a credit note corrects one where money went back. */
function leftOutOf(document: PrintDocument, { status, isInvoiced, isRefunded }: ChosenOrder): LeftOut | null {
  if (document === 'credit-note') return isRefunded ? (isInvoiced ? null : 'not-invoiced') : 'not-refunded'
  return document === 'invoice' && isInvoiced ? null : whyLeftOut(document, status)
}
