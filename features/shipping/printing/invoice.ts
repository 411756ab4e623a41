import type { PrintDocument } from '#features/core/order/print-documents.ts'
import type { TaxNumber } from '#features/core/order/tax-number.ts'
import type { PostalAddress } from '#lib/postal-address.ts'
import type { PrintSettings } from './print-settings.ts'

/** An item on an invoice. Minor units of its currency. */
export interface InvoiceLine {
  title: string
  variation: string | null
  sku: string | null
  quantity: number
  unitPriceMinor: number
  discountMinor: number
  taxMinor: number
}

/** All that an invoice says besides its number and day: kept as it was issued. Moments as ISO 8601. */
export interface InvoiceContents {
  prefix: string
  seller: { name: string; lines: string[]; country: string; taxNumber: string }
  buyer: PostalAddress
  /** The buyer's; absent from invoices that were issued before orders had them. */
  taxNumbers?: readonly TaxNumber[]
  orderNumber: string
  /** The marketplace's own number of the order; absent from invoices that were issued before it was kept. */
  marketplaceNumber?: string | null
  orderedAt: string
  paidAt: string | null
  shippedAt: string | null
  currency: string
  lines: InvoiceLine[]
  subtotalMinor: number
  discountMinor: number
  shippingMinor: number
  taxMinor: number
  totalMinor: number
  text: string
}

/** An order as it is invoiced. */
export interface InvoicedOrder extends Pick<
  InvoiceContents,
  | 'buyer'
  | 'taxNumbers'
  | 'orderNumber'
  | 'marketplaceNumber'
  | 'currency'
  | 'lines'
  | 'subtotalMinor'
  | 'discountMinor'
  | 'shippingMinor'
  | 'taxMinor'
> {
  id: number
  orderedAt: Date
  paidAt: Date | null
  shippedAt: Date | null
  totalMinor: number
}

/** Who invoices. */
export interface InvoiceIssuer {
  prefix: string
  seller: InvoiceContents['seller']
  text: string
}

/** What an invoice says of an order, from what stands there now. Amounts are the order's own, nothing is worked out anew. */
export function invoiceContents({ id: _id, ...order }: InvoicedOrder, issuer: InvoiceIssuer): InvoiceContents {
  return {
    ...issuer,
    ...order,
    orderedAt: order.orderedAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    shippedAt: order.shippedAt?.toISOString() ?? null,
  }
}

/** What an item costs, before discounts and tax: these lines add up to the subtotal. Minor units. */
export function lineMinor({ quantity, unitPriceMinor }: Pick<InvoiceLine, 'quantity' | 'unitPriceMinor'>): number {
  return quantity * unitPriceMinor
}

/** Whether a document is issued with a number of a series. */
export const isIssued = (document: PrintDocument) => document === 'invoice' || document === 'credit-note'

/** Why a seller cannot issue invoices yet: one without the issuer's address is none in any country. */
export function missingForInvoice({ sender }: Pick<PrintSettings, 'sender'>): 'no-address' | null {
  return sender.lines.length === 0 ? 'no-address' : null
}

/** Who issues, as the seller has set it. */
export function issuerOf({ sender, invoice }: Pick<PrintSettings, 'sender' | 'invoice'>): InvoiceIssuer {
  const { name, lines, country } = sender
  return {
    prefix: invoice.prefix,
    seller: { name, lines: [...lines], country, taxNumber: invoice.taxNumber },
    text: invoice.text,
  }
}

/** What the tax on sales is called where the seller is. */
export type TaxName = 'vat' | 'gst' | 'sales-tax' | 'tax'

const vatCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK CH NO IS AE SA ZA'.split(' '),
)
const gstCountries = new Set(['AU', 'NZ', 'IN', 'SG', 'CA'])

/** The tax's name in a country. */
export function taxName(country: string): TaxName {
  if (vatCountries.has(country)) return 'vat'
  if (gstCountries.has(country)) return 'gst'
  return country === 'US' ? 'sales-tax' : 'tax'
}
