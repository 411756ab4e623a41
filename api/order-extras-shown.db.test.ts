import { testShop } from './testing-shop.ts'
import { parse } from 'csv-parse/sync'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { exportFile } from '#features/machinery/grid/export-file.ts'
import { readRecords } from '#features/machinery/grid/list-rows-db.server.ts'
import { readOrderMoney } from '#features/after-sale/refunds/order-money-db.server.ts'
import { newRefundKey } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { loadOrder } from '#features/order-page/read/order-details-db.server.ts'
import { orderDetailsModel } from '#features/order-page/read/order-details-view.ts'
import { refundPanelModel } from '#features/order-page/actions/refund-panel-view.ts'
import { fileColumns } from '#features/orders/order-list/orders-file.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { packOrder } from '#features/shipping/packing/pack-view.server.ts'
import { listOrdersToPack } from '#features/shipping/packing/packing-db.server.ts'
import { InvoiceSheet } from '#features/shipping/printing/invoice.server.tsx'
import { issueInvoices, readInvoices } from '#features/shipping/printing/invoices-db.server.ts'
import { readPackedOrders } from '#features/shipping/printing/packed-orders-db.server.ts'
import { PackingSlips } from '#features/shipping/printing/slip.server.tsx'
import { assertDefined } from '#lib/assert-defined.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { addTestListing, orderOf, soonAfter as now, gbp } from './testing-orders.ts'

const texts = textsFor('en', 'Europe/London')
const money = (minor: number) => texts.money({ minor, currency: 'GBP' })

/** 45.00 of a listing with 10.00 off, 3.95 shipping, and 4.50 of extras with 0.70 tax: 44.15. */
const { db, api, sellerId } = await testShop({ now: () => now }, { external_id: 'shop' })
const body = {
  ...orderOf('E-1', await addTestListing(db, { sellerId, quantity: 9 })),
  shipping: gbp('3.95'),
  discount: gbp('10.00'),
  extras: [
    { kind: 'GIFT_WRAP', title: 'Red paper', amount: gbp('3.50'), taxes: [{ name: 'VAT', amount: gbp('0.70') }] },
    { kind: 'TIP', title: 'Tip', amount: gbp('2.00') },
    { kind: 'ADJUSTMENT', title: 'Loyalty', amount: gbp('-1.00') },
  ],
  payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' },
}
const { status } = await api.ask('POST', '/sellers/shop/orders', { body })
expect(status).toBe(201)
const order = await db.owner
  .selectFrom('orders')
  .select(['id', 'order_number as number'])
  .where('external_id', '=', 'E-1')
  .executeTakeFirstOrThrow()

const read = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'read', work)

async function details() {
  const number = assertDefined(parseOrderNumber(order.number), 'it is one')
  return assertDefined(await read((own) => loadOrder(own, sellerId, number)), 'it was taken')
}

describe('the extras of an order', () => {
  it('are on its page, each by its name, and the wrapping where the packer looks', async () => {
    const may = { seesMoney: true, mayShip: true, mayRefund: true, mayTalk: true }
    const view = { now, texts, addressDetail: 'full', carriers: testCarriers, ...may, from: undefined } as const
    const model = orderDetailsModel(await details(), view)
    expect(model.money.map(({ label, amount }) => [label, amount])).toEqual([
      ['Items', money(4_500)],
      ['Red paper', money(350)],
      ['Tip', money(200)],
      ['Loyalty', money(-100)],
      ['Discount', money(-1_000)],
      ['Shipping', money(395)],
      ['VAT', money(70)],
      ['Order total', money(4_415)],
      ['Paid by the buyer', money(4_415)],
      ['Paid, less refunds', money(4_415)],
    ])
    expect(model.lines).toHaveLength(1)
    expect(model.gift).toEqual({ title: 'Wrap as a gift: Red paper', message: null })
    const [packed] = await read((own) => listOrdersToPack(own, sellerId))
    const station = packOrder(assertDefined(packed, 'it is to be packed'), { now, texts })
    expect([station.gift?.title, station.lines.length]).toEqual(['Wrap as a gift: Red paper', 1])
  })

  it('have their own amount in the form of a refund', async () => {
    const of = await read((own) => readOrderMoney(own, sellerId, order.id))
    const panel = refundPanelModel(await details(), of, { key: newRefundKey(), mayDrop: false, texts })
    expect(panel.extras).toEqual({
      title: 'Red paper and Tip',
      paid: money(520),
      leftMinor: 520,
      left: money(520),
    })
    expect([panel.lines[0]?.leftMinor, panel.shipping?.leftMinor, panel.leftMinor]).toEqual([3_500, 395, 4_415])
  })

  it('are columns of the file of orders, in which the sums add up', async () => {
    const records = await read((own) => readRecords(own, ordersList, sellerId, [order.id]))
    const { header, record } = exportFile(fileColumns({ detail: 'full' }), texts)
    const text = header + records.map(record).join('')
    expect(parse<Record<string, string>>(text, { bom: true, columns: true })[0]).toMatchObject({
      'Order subtotal': '45.00',
      'Order discount': '10.00',
      'Order extras': '4.50',
      'Order extras by name': 'Red paper; Tip; Loyalty',
      'Order shipping': '3.95',
      'Order tax': '0.70',
      'Order total': '44.15',
    })
  })

  it('are items of its invoice, and on its packing slip only as wrapping', async () => {
    const seller = { name: 'Ann', lines: ['1 High Street'], country: 'GB', taxNumber: '' }
    const issuing = { sellerId, orderIds: [order.id], issuer: { prefix: '', seller, text: '' }, issuedBy: 'Ada', now }
    await db.asSeller(sellerId, 'write', (own) => issueInvoices(own, issuing))
    const [invoice] = await read((own) => readInvoices(own, sellerId, [order.id]))
    const setting = { texts, printed: 'today' }
    const paper = renderToStaticMarkup(
      createElement(InvoiceSheet, { invoice: assertDefined(invoice, 'it was issued'), setting }),
    )
    const figures = [...paper.matchAll(/<tr class="sum[^>]*><td[^>]*>([^<]*)<\/td><td class="figure">([^<]*)</g)]
    expect(figures.map(([, label, figure]) => [label, figure])).toEqual([
      ['Subtotal', money(4_950)],
      ['Discount', money(-1_000)],
      ['Shipping', money(395)],
      ['VAT', money(70)],
      ['Total', money(4_415)],
    ])
    for (const title of ['Red paper', 'Tip', 'Loyalty']) expect(paper).toContain(title)

    const [packed] = await read((own) => readPackedOrders(own, sellerId, [order.id]))
    const settings = {
      sender: seller,
      slipText: '',
      paper: 'A4',
      labelFormat: 'a4-2x7',
      invoice: { prefix: '', taxNumber: '', text: '' },
    } as const
    const slip = renderToStaticMarkup(
      createElement(PackingSlips, {
        order: assertDefined(packed, 'it is there'),
        setting: { ...setting, settings, barcode: () => '' },
      }),
    )
    expect(slip).toMatch(/Wrapped as a gift<\/p><p dir="auto">Red paper/)
    for (const title of ['Tip<', 'Loyalty', '3.50']) expect(slip).not.toContain(title)
  })
})
