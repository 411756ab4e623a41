import { finishedOrder } from '#features/orders/order-intake/finished-order.ts'
import type { PushedOrder } from '#features/orders/order-intake/pushed-order.ts'
import { momentOf } from '#lib/zoned-time.ts'
import { retailCountry } from './countries.ts'
import { isCarriage, type Invoice, type InvoiceRow } from './invoice.ts'
import type { SaleRefund } from './match-credits.ts'

/** The shop's zone, in which the file writes times. */
export const retailZone = 'Europe/London'
export const retailCurrency = 'GBP'

/** The moment of a local time of the file. */
export const retailMoment = (local: string): Date => momentOf(local.slice(0, 10), local.slice(11), retailZone)

/**
 * Converts a sale to a historical order. Postage is its shipping, unless nothing else was sold. The file has no
 * parcels, so the goods count as delivered, without a date.
 */
export function toOrder({ rows, ...invoice }: Invoice, refunds: readonly SaleRefund[]): PushedOrder {
  const goods = rows.filter((row) => !isCarriage(row))
  const sold = goods.length > 0 ? goods : rows
  const carriage = goods.length > 0 ? rows.filter(isCarriage) : []
  const placeOf = (row: InvoiceRow | undefined) => (row && sold.includes(row) ? sold.indexOf(row) + 1 : null)
  const name = invoice.customer === null ? 'Unknown customer' : `Customer ${invoice.customer}`
  return finishedOrder({
    id: invoice.number,
    placedAt: retailMoment(invoice.at),
    buyer: { id: invoice.customer, username: null, name, email: null },
    shipTo: { ...nowhere, name, country: retailCountry(invoice.country) },
    currency: retailCurrency,
    shippingService: null,
    buyerNote: null,
    lines: sold.map(({ code, title, units, priceMinor }) => ({
      sku: code,
      title,
      quantity: units,
      unitPriceMinor: priceMinor,
      discountMinor: 0,
    })),
    shippingMinor: carriage.reduce((sum, { units, priceMinor }) => sum + units * priceMinor, 0),
    discountMinor: 0,
    taxMinor: 0,
    history: {
      status: 'DELIVERED',
      shipBy: null,
      payments: [],
      parcels: [],
      refunds: refunds.map(({ row, amountMinor, at }) => ({
        reason: 'BUYER_RETURN',
        amountMinor,
        refundedAt: retailMoment(at),
        line: placeOf(rows[row]),
      })),
      cancellations: [],
      feedback: null,
    },
  })
}

/** Empty address parts: the file has only the country. */
const nowhere = {
  company: null,
  line1: null,
  line2: null,
  line3: null,
  city: '–',
  region: null,
  postal_code: null,
  phone: null,
}
