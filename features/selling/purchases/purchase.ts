import type { Row } from '#db/schema.ts'
import { brand } from '#lib/brand.ts'
import { takeStep, type StateTable } from '#lib/state-table.ts'

export type PurchaseNumber = string & { readonly __brand: 'PurchaseNumber' }

export const parsePurchaseNumber = (text: string | null): PurchaseNumber | null =>
  text !== null && /^PO-[1-9]\d{0,8}$/.test(text) ? brand<PurchaseNumber>(text) : null

export type PurchaseState = Row<'purchase_orders'>['state']

export const purchaseStates = [
  'DRAFT',
  'ORDERED',
  'PARTLY_RECEIVED',
  'RECEIVED',
  'CANCELLED',
] as const satisfies readonly PurchaseState[]

/** `withdraw`, `reopen` undo `order`, and `close` or `cancel`; receipts and their undo are `receive`. */
export const purchaseEvents = ['order', 'receive', 'close', 'cancel', 'withdraw', 'reopen'] as const
export type PurchaseEvent = (typeof purchaseEvents)[number]

export interface PurchaseFacts {
  lines: number
  received: number
  /** Whether some line has fewer than were ordered. */
  isShort: boolean
  /** Whether it was ordered before it was cancelled. */
  wasOrdered: boolean
  /** Whether its currency is another one than the shop's and no rate is known. */
  lacksRate: boolean
}

export type PurchaseRefusal = 'empty' | 'no-rate' | 'not-now'

const refuseOrder = ({ lines, lacksRate }: PurchaseFacts): PurchaseRefusal | null =>
  lines === 0 ? 'empty' : lacksRate ? 'no-rate' : null

/** The database derives the same states from receipts (`db/functions/purchases.sql`). */
const received = [
  { next: 'ORDERED', when: (facts: PurchaseFacts) => facts.received === 0 },
  { next: 'PARTLY_RECEIVED', when: (facts: PurchaseFacts) => facts.isShort },
  { next: 'RECEIVED' },
] as const

export const purchaseTable: StateTable<PurchaseState, PurchaseEvent, PurchaseFacts, PurchaseRefusal> = {
  ways: {
    DRAFT: { order: [{ next: 'ORDERED', guard: refuseOrder }], cancel: [{ next: 'CANCELLED' }] },
    ORDERED: { receive: received, withdraw: [{ next: 'DRAFT' }], cancel: [{ next: 'CANCELLED' }] },
    PARTLY_RECEIVED: { receive: received, close: [{ next: 'RECEIVED' }] },
    RECEIVED: { receive: received, reopen: [{ next: 'PARTLY_RECEIVED', when: ({ isShort }) => isShort }] },
    CANCELLED: { reopen: [{ next: 'ORDERED', when: ({ wasOrdered }) => wasOrdered }, { next: 'DRAFT' }] },
  },
  refusalOf: () => 'not-now',
}

/** What may be done with an order. */
export const purchaseChoices = (state: PurchaseState, facts: PurchaseFacts): PurchaseEvent[] =>
  purchaseEvents.filter((event) => takeStep(purchaseTable, { state, event, facts }).ok)

/** More than twice what was ordered is a slip of the scanner; the database refuses it, too. */
export const mostReceived = (ordered: number): number => 2 * ordered

export const mostPurchaseLines = 500

/** Units that a line still waits for. */
export const stillComing = ({ ordered_units: ordered, received_units: got }: ComingLine): number =>
  Math.max(0, ordered - got)

type ComingLine = Pick<Row<'purchase_lines'>, 'ordered_units' | 'received_units'>
