import type { Delivery } from '#features/core/order/delivery.ts'
import type { OrderStatus } from '#features/core/order/order.ts'
import { printDocuments, type PrintDocument } from '#features/core/order/print-documents.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { isIssued } from './invoice.ts'
import { whyLeftOut, type LeftOut } from './print-rules.ts'

export interface ChosenOrder {
  id: number
  status: OrderStatus
  delivery?: Delivery
  printed: readonly PrintDocument[]
  /** An issued invoice remains valid, whatever the order's state. */
  isInvoiced: boolean
  isRefunded: boolean
}

export interface PrintChoice<Order extends ChosenOrder> {
  document: PrintDocument
  orders: Order[]
  /** Those of `orders` that it was printed for before. */
  again: Order[]
  leftOut: ReadonlyMap<LeftOut, number>
}

/** Whether a role may print a document: invoices and credit notes contain amounts. */
export const mayPrint = (role: Role, document: PrintDocument) =>
  mayDo(role, 'orders.ship') && (!isIssued(document) || mayDo(role, 'amounts.view'))

export function printChoices<Order extends ChosenOrder>(chosen: readonly Order[], role: Role): PrintChoice<Order>[] {
  return printDocuments
    .filter((document) => mayPrint(role, document))
    .map((document) => {
      const leftOut = new Map<LeftOut, number>()
      const orders = chosen.filter((order) => {
        const why = leftOutOf(document, order)
        if (why) leftOut.set(why, (leftOut.get(why) ?? 0) + 1)
        return why === null
      })
      return { document, orders, again: orders.filter(({ printed }) => printed.includes(document)), leftOut }
    })
}

/** Orders for each document, as shown to the member when the form was opened. */
export const ordersOfEach = (choices: readonly PrintChoice<ChosenOrder>[]) =>
  choices.map(({ document, orders }) => [document, orders.map(({ id }) => id)])

/** Invoices stay printable in any state; a credit note needs an invoice and a refund. */
function leftOutOf(document: PrintDocument, { status, delivery, isInvoiced, isRefunded }: ChosenOrder): LeftOut | null {
  if (document === 'credit-note') return isRefunded ? (isInvoiced ? null : 'not-invoiced') : 'not-refunded'
  return document === 'invoice' && isInvoiced ? null : whyLeftOut(document, status, delivery)
}
