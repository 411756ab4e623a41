import type { Row } from '#db/schema.ts'
import type { OrderExtra } from '#features/core/order/extra.ts'
import type { LineTax } from '#features/core/order/line-tax.ts'
import type { InvoiceContents, InvoiceIssuer, InvoiceLine } from './invoice.ts'

/** Amount refunded for an item or for shipping, in minor units. */
export type CreditLine = Pick<InvoiceLine, 'variation' | 'sku'> & {
  kind: Row<'refund_parts'>['kind']
  title: string | null
  minor: number
}

export interface CreditedRefund {
  reason: Row<'refunds'>['reason']
  currency: string
  amountMinor: number
  refundedAt: Date
  invoiceNumber: number
  invoicedAt: Date
  invoice: InvoiceContents
  parts: CreditLine[]
  extras: readonly OrderExtra[] | null
  /** Taxes that it gives back, by name. */
  taxes: readonly LineTax[]
}

/** Stored contents of a credit note, without number and date. Moments are ISO 8601. */
export interface CreditContents extends Pick<
  InvoiceContents,
  'prefix' | 'seller' | 'buyer' | 'orderNumber' | 'currency'
> {
  /** Number and date of the invoice. */
  invoice: string
  invoicedAt: string
  refundedAt: string
  reason: Row<'refunds'>['reason']
  /** Items and shipping; empty for imported refunds with only a total. */
  lines: CreditLine[]
  /** Names of what was paid for beside the items; absent from credit notes issued before they named it. */
  extras?: string[]
  taxMinor: number
  /** Taxes by name, of `taxMinor` or contained in the amounts; absent from credit notes issued before they named them. */
  taxes?: readonly LineTax[]
  totalMinor: number
}

/** Follows the seller's prefix, so that credit note numbers differ from invoice numbers. */
const seriesMark = 'C'

/** Builds a credit note's contents: the buyer as invoiced, the issuer as currently configured. */
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
    extras: (refund.extras ?? []).filter(({ minor }) => minor > 0).map(({ title }) => title),
    taxes: refund.taxes,
    taxMinor: parts.reduce((sum, { kind, minor }) => (kind === 'TAX' ? sum + minor : sum), 0),
    totalMinor: refund.amountMinor,
  }
}

/** A row of a credit note: an item, shipping, or an amount that belongs to no item, such as extras. */
export interface CreditRow {
  of: (CreditLine & { title: string }) | 'shipping' | 'order'
  minor: number
}

/** Rows of a credit note: items by name, then all refunded shipping as one row. */
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
