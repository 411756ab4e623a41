import type { Row } from '#db/schema.ts'
import type { InvoiceContents, InvoiceIssuer, InvoiceLine } from './invoice.ts'

/** What a refund gave back of something: an item of the order, or its shipping. Minor units. */
export type CreditLine = Pick<InvoiceLine, 'variation' | 'sku'> & {
  kind: Row<'refund_parts'>['kind']
  title: string | null
  minor: number
}

/** A refund that was made, with the invoice that it corrects. */
export interface CreditedRefund {
  reason: Row<'refunds'>['reason']
  currency: string
  amountMinor: number
  refundedAt: Date
  invoiceNumber: number
  invoicedAt: Date
  invoice: InvoiceContents
  parts: CreditLine[]
}

/** All that a credit note says besides its number and day: kept as it was issued. Moments as ISO 8601. */
export interface CreditContents extends Pick<
  InvoiceContents,
  'prefix' | 'seller' | 'buyer' | 'orderNumber' | 'currency'
> {
  /** As it stands on the invoice, and its day. */
  invoice: string
  invoicedAt: string
  refundedAt: string
  reason: Row<'refunds'>['reason']
  /** Items and shipping; empty where an import knew the sum alone. */
  lines: CreditLine[]
  taxMinor: number
  totalMinor: number
}

/** Stands after the seller's prefix, so that no credit note is called as an invoice is. */
const seriesMark = 'C'

/** What a credit note says of a refund. The buyer is the one who was invoiced; who issues is as the seller has it now. */
export function creditContents(refund: CreditedRefund, issuer: InvoiceIssuer): CreditContents {
  const { invoice, invoiceNumber, parts } = refund
  return {
    prefix: issuer.prefix + seriesMark,
    seller: issuer.seller,
    buyer: invoice.buyer,
    orderNumber: invoice.orderNumber,
    currency: refund.currency,
    invoice: invoice.prefix + invoiceNumber,
    invoicedAt: refund.invoicedAt.toISOString(),
    refundedAt: refund.refundedAt.toISOString(),
    reason: refund.reason,
    lines: parts.filter(({ kind }) => kind !== 'TAX'),
    taxMinor: parts.reduce((sum, { kind, minor }) => (kind === 'TAX' ? sum + minor : sum), 0),
    totalMinor: refund.amountMinor,
  }
}

/** A row of a credit note: an item, the order's shipping, or money of the order that belongs to no item. */
export interface CreditRow {
  of: (CreditLine & { title: string }) | 'shipping' | 'order'
  minor: number
}

/** What a credit note lists: items by their names, and last what went back of shipping, whichever item's it was. */
export function creditRows(lines: readonly CreditLine[]): CreditRow[] {
  const rows = lines
    .filter(({ kind }) => kind !== 'SHIPPING')
    .map((line): CreditRow => ({
      of: line.title === null ? 'order' : { ...line, title: line.title },
      minor: line.minor,
    }))
  const shipping = lines.reduce((sum, { kind, minor }) => (kind === 'SHIPPING' ? sum + minor : sum), 0)
  return shipping > 0 ? [...rows, { of: 'shipping', minor: shipping }] : rows
}
