import type { Row } from '#db/schema.ts'

/** A line of an order as the ledger reads it. */
export type LineFacts = Pick<
  Row<'line_items'>,
  'id' | 'quantity' | 'unit_price_minor' | 'discount_minor' | 'shipping_minor' | 'tax_minor' | 'addition'
> & {
  /** Category of its listing. */
  category: string | null
}

/** A refund that was made. */
export interface RefundFacts {
  id: number
  at: Date
  amountMinor: number
  /** Whether the seller paid it from other money than the funds in the hub. */
  isPaidElsewhere: boolean
  /** The line that it is about; null for the whole order. */
  line: number | null
  /** Its parts by line; an imported refund may have none. */
  parts: readonly { line: number | null; kind: 'ITEM' | 'SHIPPING' | 'TAX'; minor: number }[]
}

/** Fees of an order as they were posted: with the sale, and credited by refunds. */
export interface PostedFees {
  feeSchedule: string | null
  fixedMinor: number
  variableByLine: ReadonlyMap<number, number>
  creditedByLine: ReadonlyMap<number, number>
}

/** Facts about an order's money for the ledger. */
export interface OrderFacts {
  id: number
  number: string
  currency: string
  totalMinor: number
  shippingMinor: number
  taxMinor: number
  isPaid: boolean
  /** Whether it came as history: its sale was settled elsewhere. */
  isHistory: boolean
  paidAt: Date
  isInternational: boolean
  isBelowStandard: boolean
  /** Country of the shop. */
  country: string
  lines: readonly LineFacts[]
  /** In the order in which they were made. */
  refunds: readonly RefundFacts[]
  /** When it was cancelled as a whole and paid back; null if it was not. */
  cancelledAt: Date | null
  /** Keys of its entries. */
  posted: ReadonlySet<string>
  /** Null before its sale is posted. */
  fees: PostedFees | null
}
