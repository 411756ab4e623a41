import type { PrintDocument } from '#features/core/order/print-documents.ts'
import type { OrderExtra } from '#features/core/order/extra.ts'
import { addedMinor, taxLabel, type LineTax } from '#features/core/order/line-tax.ts'
import type { TaxNumber } from '#features/core/order/tax-number.ts'
import type { PostalAddress } from '#lib/postal-address.ts'
import type { Texts } from '#texts/texts.ts'
import type { PrintSettings } from './print-settings.ts'

/** An invoice item, in minor units of its currency. */
export interface InvoiceLine {
  title: string
  variation: string | null
  sku: string | null
  quantity: number
  unitPriceMinor: number
  discountMinor: number
  taxMinor: number
  /** Taxes by name; absent from invoices issued before orders had them. */
  taxes?: readonly LineTax[] | null
}

/** Stored contents of an invoice, without number and date. Moments are ISO 8601. */
export interface InvoiceContents {
  prefix: string
  seller: { name: string; lines: string[]; country: string; taxNumber: string }
  buyer: PostalAddress
  /** The buyer's numbers; absent from invoices issued before orders had them. */
  taxNumbers?: readonly TaxNumber[]
  orderNumber: string
  /** The marketplace's order number; absent from invoices issued before it was stored. */
  marketplaceNumber?: string | null
  orderedAt: string
  paidAt: string | null
  shippedAt: string | null
  currency: string
  lines: InvoiceLine[]
  /** Null without any; absent from invoices issued before orders had them. */
  extras?: readonly OrderExtra[] | null
  subtotalMinor: number
  discountMinor: number
  shippingMinor: number
  taxMinor: number
  totalMinor: number
  text: string
}

export interface InvoicedOrder extends Pick<
  InvoiceContents,
  | 'buyer'
  | 'taxNumbers'
  | 'orderNumber'
  | 'marketplaceNumber'
  | 'currency'
  | 'lines'
  | 'extras'
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

export interface InvoiceIssuer {
  prefix: string
  seller: InvoiceContents['seller']
  text: string
}

/** Builds an invoice's contents from the order. Copies its amounts and calculates nothing. */
export function invoiceContents({ id: _id, ...order }: InvoicedOrder, issuer: InvoiceIssuer): InvoiceContents {
  return {
    ...issuer,
    ...order,
    orderedAt: order.orderedAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    shippedAt: order.shippedAt?.toISOString() ?? null,
  }
}

/** Price of a line before discounts and tax, in minor units; the lines add up to the subtotal. */
export function lineMinor({ quantity, unitPriceMinor }: Pick<InvoiceLine, 'quantity' | 'unitPriceMinor'>): number {
  return quantity * unitPriceMinor
}

export const isIssued = (document: PrintDocument) => document === 'invoice' || document === 'credit-note'

/** Why a seller cannot issue invoices yet: every country requires the issuer's address. */
export function missingForInvoice({ sender }: Pick<PrintSettings, 'sender'>): 'no-address' | null {
  return sender.lines.length === 0 ? 'no-address' : null
}

export function issuerOf({ sender, invoice }: Pick<PrintSettings, 'sender' | 'invoice'>): InvoiceIssuer {
  const { name, lines, country } = sender
  return {
    prefix: invoice.prefix,
    seller: { name, lines: [...lines], country, taxNumber: invoice.taxNumber },
    text: invoice.text,
  }
}

export type TaxName = 'vat' | 'gst' | 'sales-tax' | 'tax'

const vatCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK CH NO IS AE SA ZA'.split(' '),
)
const gstCountries = new Set(['AU', 'NZ', 'IN', 'SG', 'CA'])

export function taxName(country: string): TaxName {
  if (vatCountries.has(country)) return 'vat'
  if (gstCountries.has(country)) return 'gst'
  return country === 'US' ? 'sales-tax' : 'tax'
}

/** Rows of taxes on a paper: those in its tax, of which the unnamed rest is called `name`, and those in its prices. */
export function taxRows(
  taxes: readonly LineTax[],
  { taxMinor, name, texts }: { taxMinor: number; name: string; texts: Texts },
): Record<'added' | 'contained', (readonly [label: string, minor: number])[]> {
  const unnamed = taxMinor - addedMinor(taxes)
  const of = (included: boolean) => taxes.filter((tax) => tax.included === included)
  return {
    added: [
      ...of(false).map((tax) => [taxLabel(tax, texts), tax.minor] as const),
      ...(unnamed > 0 ? [[name, unnamed] as const] : []),
    ],
    contained: of(true).map((tax) => [texts.t('printing.included', { tax: taxLabel(tax, texts) }), tax.minor] as const),
  }
}
