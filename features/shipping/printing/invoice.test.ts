import { describe, expect, it } from 'vitest'
import { invoiceContents, issuerOf, lineMinor, missingForInvoice, taxName, type InvoicedOrder } from './invoice.ts'
import type { PrintSettings } from './print-settings.ts'

const settings: PrintSettings = {
  sender: { name: 'Harbour Camera', lines: ['14 Quay Lane', 'Falmouth TR11 3LP'], country: 'GB' },
  slipText: '',
  paper: 'A4',
  labelFormat: 'a4-2x7',
  invoice: { prefix: 'R-', taxNumber: 'GB 123', text: 'Thank you.' },
}
const order: InvoicedOrder = {
  id: 7,
  orderNumber: '12-64120-58213',
  orderedAt: new Date('2026-11-19T09:00:00Z'),
  paidAt: new Date('2026-11-20T09:00:00Z'),
  shippedAt: null,
  buyer: {
    name: 'Lola',
    line1: null,
    line2: null,
    city: 'Bristol',
    region: null,
    postal_code: 'BS6 5PZ',
    country: 'GB',
  },
  currency: 'GBP',
  lines: [
    {
      title: 'Nikon',
      variation: null,
      sku: 'CAM-1',
      quantity: 1,
      unitPriceMinor: 12_500,
      discountMinor: 500,
      taxMinor: 2_400,
    },
    { title: 'Film', variation: null, sku: null, quantity: 4, unitPriceMinor: 499, discountMinor: 0, taxMinor: 399 },
  ],
  subtotalMinor: 14_496,
  discountMinor: 500,
  shippingMinor: 395,
  taxMinor: 2_799,
  totalMinor: 17_190,
}

describe('an invoice', () => {
  it('agrees with the order to the cent, and contains no internal key', () => {
    const contents = invoiceContents(order, issuerOf(settings))
    expect(contents).toMatchObject({
      prefix: 'R-',
      seller: { name: 'Harbour Camera', taxNumber: 'GB 123' },
      orderedAt: '2026-11-19T09:00:00.000Z',
      paidAt: '2026-11-20T09:00:00.000Z',
      shippedAt: null,
      totalMinor: 17_190,
      text: 'Thank you.',
    })
    expect(contents).not.toHaveProperty('id')
    expect(contents.lines.reduce((sum, line) => sum + lineMinor(line), 0)).toBe(contents.subtotalMinor)
    expect(contents.subtotalMinor - contents.discountMinor + contents.shippingMinor + contents.taxMinor).toBe(
      contents.totalMinor,
    )
  })

  it('needs the sender’s address', () => {
    expect(missingForInvoice(settings)).toBeNull()
    expect(missingForInvoice({ sender: { ...settings.sender, lines: [] } })).toBe('no-address')
  })

  it('names the tax as in the shop’s country', () => {
    expect(['DE', 'GB', 'AU', 'US', 'BR'].map(taxName)).toEqual(['vat', 'vat', 'gst', 'sales-tax', 'tax'])
  })
})
