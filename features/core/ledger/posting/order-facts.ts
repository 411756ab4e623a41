import type { Row } from '#db/schema.ts'

export type LineFacts = Pick<
  Row<'line_items'>,
  'id' | 'quantity' | 'unit_price_minor' | 'discount_minor' | 'shipping_minor' | 'tax_minor' | 'addition'
> & {
  category: string | null
}

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

export interface PostedFees {
  feeSchedule: string | null
  fixedMinor: number
  variableByLine: ReadonlyMap<number, number>
  creditedByLine: ReadonlyMap<number, number>
}

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
