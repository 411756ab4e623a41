import { updateRows } from '#db/testing-row.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { exportFile } from '#features/machinery/grid/export-file.ts'
import { readRecords } from '#features/machinery/grid/list-rows-db.server.ts'
import { fileColumns } from '#features/orders/order-list/orders-file.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { InvoiceSheet } from '#features/shipping/printing/invoice.server.tsx'
import { issueInvoices, readInvoices } from '#features/shipping/printing/invoices-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { loadOrder } from '#features/order-page/read/order-details-db.server.ts'
import { orderDetailsModel } from '#features/order-page/read/order-details-view.ts'

const now = new Date('2026-11-20T14:30:00Z')
const texts = textsFor('en', 'Europe/London')
const billTo = {
  name: 'Anna’s office',
  company: 'Example Ltd',
  line1: '7 Mill Lane',
  line2: null,
  line3: null,
  city: 'Leeds',
  region: null,
  postal_code: 'LS1 4AP',
  country: 'GB',
  phone: '+44 113 496 0000',
}
const secrets = ['Anna’s office', 'Mill Lane', 'LS1 4AP', '496 0000', 'Ring twice']

const db = await testDatabase()
const sellerId = await addSeller(db, 'ann')
const orders = await addOrders(db, { sellerId, count: 40, now, seed: 'people' })
const isSimple = ({ status, currency, lines }: KnownOrder) =>
  status === 'AWAITING_SHIPMENT' && currency === 'GBP' && lines.length === 1
const known = assertDefined(orders.find(isSimple), 'the seed has one')
await updateRows(
  db.owner,
  'orders',
  { id: known.id },
  {
    bill_to: JSON.stringify(billTo),
    metadata: JSON.stringify({ channel: 'app', delivery: 'Ring twice' }),
    order_group: 'checkout-7',
  },
)
const vat = { name: 'VAT', rate: '20', minor: 150, included: true }
await updateRows(db.owner, 'line_items', { order_id: known.id }, { taxes: JSON.stringify([vat]) })

async function page(addressDetail: 'full' | 'masked' | 'none') {
  const number = assertDefined(parseOrderNumber(known.number), 'it is one')
  const details = await db.asSeller(sellerId, 'read', (own) => loadOrder(own, sellerId, number))
  const may = { seesMoney: true, mayShip: true, mayRefund: true, mayTalk: true }
  const view = { now, texts, addressDetail, carriers: testCarriers, ...may, from: undefined }
  return orderDetailsModel(assertDefined(details, 'it is there'), view)
}

describe('what a shop tells of an order', () => {
  it('is on its page: who pays, the shop’s notes, the checkout, the tax inside the price', async () => {
    const { shop, group, money } = await page('full')
    expect(shop.billTo?.lines).toEqual([
      'Anna’s office',
      'Example Ltd',
      '7 Mill Lane',
      'Leeds',
      'LS1 4AP',
      'United Kingdom',
    ])
    expect(shop.notes).toEqual([
      { name: 'channel', text: 'app' },
      { name: 'delivery', text: 'Ring twice' },
    ])
    expect(group).toBe('checkout-7')
    const labels = money.map(({ label, amount }) => [label, amount])
    expect(labels).toContainEqual(['Contains VAT 20%', '£1.50'])
  })

  it('is hidden from roles that see no addresses', async () => {
    for (const detail of ['masked', 'none'] as const) {
      const model = await page(detail)
      expect(model.shop).toEqual({ billTo: null, notes: [] })
      for (const secret of secrets) expect(JSON.stringify(model)).not.toContain(secret)
    }
  })

  it('is in the file of orders', async () => {
    const fileOf = async (detail: 'full' | 'masked') => {
      const records = await db.asSeller(sellerId, 'read', (own) => readRecords(own, ordersList, sellerId, [known.id]))
      const { header, record } = exportFile(fileColumns({ detail }), texts)
      return header + records.map(record).join('')
    }
    const full = await fileOf('full')
    for (const column of ['Invoice to', 'From the shop', 'Line taxes', 'Line tax contained in the price', 'Checkout'])
      expect(full).toContain(column)
    expect(full).toContain('Anna’s office, Example Ltd, 7 Mill Lane, LS1 4AP, Leeds, GB')
    expect(full).toContain('channel: app; delivery: Ring twice')
    for (const value of ['VAT 20%', '1.50', 'checkout-7']) expect(full).toContain(value)
    const masked = await fileOf('masked')
    for (const secret of secrets) expect(masked).not.toContain(secret)
  })

  it('is on its invoice: the payer in place of the recipient, and the tax', async () => {
    const issuer = {
      prefix: 'R-',
      seller: { name: 'Ann', lines: ['1 High Street'], country: 'GB', taxNumber: '' },
      text: '',
    }
    await db.asSeller(sellerId, 'write', (own) =>
      issueInvoices(own, { sellerId, orderIds: [known.id], issuer, issuedBy: 'Ada', now }),
    )
    const [invoice] = await db.asSeller(sellerId, 'read', (own) => readInvoices(own, sellerId, [known.id]))
    expect(invoice?.contents.buyer).toMatchObject({ name: 'Anna’s office', city: 'Leeds' })
    expect(JSON.stringify(invoice?.contents)).not.toContain('496 0000')
    const setting = { texts, printed: 'today' }
    const sheet = renderToStaticMarkup(
      createElement(InvoiceSheet, { invoice: assertDefined(invoice, 'it was issued'), setting }),
    )
    expect(sheet).toContain('Anna’s office')
    expect(sheet).toMatch(/Contains VAT 20%<\/td><td class="figure">£1\.50</)
  })
})
