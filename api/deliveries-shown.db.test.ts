import { testShop } from './testing-shop.ts'
import { parse } from 'csv-parse/sync'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { exportFile } from '#features/machinery/grid/export-file.ts'
import { readRecords } from '#features/machinery/grid/list-rows-db.server.ts'
import { fileColumns } from '#features/orders/order-list/orders-file.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { readChosen } from '#features/shipping/ship-many/chosen-orders-db.server.ts'
import { shipRows } from '#features/shipping/ship-many/ship-many-view.server.ts'
import { packOrder } from '#features/shipping/packing/pack-view.server.ts'
import { listOrdersToPack } from '#features/shipping/packing/packing-db.server.ts'
import { InvoiceSheet } from '#features/shipping/printing/invoice.server.tsx'
import { issueInvoices, readInvoices } from '#features/shipping/printing/invoices-db.server.ts'
import { labelsOf } from '#features/shipping/printing/label.server.tsx'
import { readPackedOrders } from '#features/shipping/printing/packed-orders-db.server.ts'
import { whyLeftOut } from '#features/shipping/printing/print-rules.ts'
import { PackingSlips } from '#features/shipping/printing/slip.server.tsx'
import { readOpenRecipients } from '#features/shipping/tracking-upload/known-orders-db.server.ts'
import { downloadKinds } from '#features/reports/downloads/download-kinds.server.ts'
import { findPreset } from '#features/reports/downloads/presets.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { printDocuments } from '#features/core/order/print-documents.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { addTestListing, orderOf, soonAfter as now } from './testing-orders.ts'
import { sellHub } from './sell/testing.ts'

const texts = textsFor('en', 'Europe/London')
const zone = 'Europe/London'
const orders: { id: number; number: string }[] = []

const { db, api, sellerId } = await testShop({ now: () => now }, { external_id: 'shop' })
const item = await addTestListing(db, { sellerId, quantity: 9 })
for (const delivery of ['SHIP', 'COLLECT', 'DIGITAL']) {
  const { shipTo, ...order } = orderOf(delivery, item, { buyer: delivery.toLowerCase() })
  const payment = { id: `p-${delivery}`, method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' }
  const body = { ...order, delivery, payment, ...(delivery === 'SHIP' ? { shipTo } : {}) }
  expect((await api.ask('POST', '/sellers/shop/orders', { body })).status).toBe(201)
  orders.push(
    await db.owner
      .selectFrom('orders')
      .select(['id', 'order_number as number'])
      .where('external_id', '=', delivery)
      .executeTakeFirstOrThrow(),
  )
}

const read = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'read', work)
const ids = () => orders.map(({ id }) => id)
const sender = { name: 'Ann', lines: ['1 High Street'], country: 'GB', taxNumber: '' }
const settings = {
  sender,
  slipText: '',
  paper: 'A4',
  labelFormat: 'a4-2x7',
  invoice: { prefix: '', taxNumber: '', text: '' },
} as const
const setting = { texts, printed: 'today', settings, barcode: () => '' }
const paper = (element: ReactElement) => renderToStaticMarkup(element)

describe('orders of each kind', () => {
  it('say in files how they reach their buyers', async () => {
    const records = await read((own) => readRecords(own, ordersList, sellerId, ids()))
    const { header, record } = exportFile(fileColumns({ detail: 'full' }), texts)
    const rows = parse<Record<string, string>>(header + records.map(record).join(''), { bom: true, columns: true })
    expect(rows.map((row) => [row['Delivery method'], row['City']])).toEqual([
      ['Shipping', 'London'],
      ['Local pickup', ''],
      ['Digital delivery', ''],
    ])
  })

  it('are in the file of a label program only if they get a label', async () => {
    const orderFiles = assertDefined(
      downloadKinds.find(({ kind }) => kind === 'orders'),
      'orders can be downloaded',
    )
    const { plan } = assertDefined(findPreset('preset-worldship'), 'it comes with the hub')
    const links = { publicUrl: 'https://hub.example', listingUrl: null }
    const file = orderFiles.open(assertDefined(plan, 'it names columns'), {
      sellerId,
      role: 'shipper',
      now,
      dueAt: now,
      zone,
      policyPack,
      links,
    })
    expect(await read((own) => file.count(own))).toBe(1)
  })

  it('have the papers that they need', async () => {
    const documents = (delivery: 'SHIP' | 'COLLECT' | 'DIGITAL', status: 'AWAITING_SHIPMENT' | 'DELIVERED') =>
      printDocuments.filter((document) => whyLeftOut(document, status, delivery) === null)
    expect(documents('SHIP', 'AWAITING_SHIPMENT')).toEqual(printDocuments)
    expect(documents('COLLECT', 'AWAITING_SHIPMENT')).toEqual(['slip', 'pick-list', 'invoice', 'credit-note'])
    expect(documents('DIGITAL', 'DELIVERED')).toEqual(['invoice', 'credit-note'])
    const packed = await read((own) => readPackedOrders(own, sellerId, ids()))
    expect(packed.map((order) => labelsOf(order, setting).length)).toEqual([1, 0, 0])
    const [, collected] = packed
    const slip = paper(createElement(PackingSlips, { order: assertDefined(collected, 'it is there'), setting }))
    expect(slip).toMatch(/Local pickup<\/p><div class="to"><b><bdi>Anna Example/)
  })

  it('have an invoice to the buyer’s name where there is no address', async () => {
    const issuing = {
      sellerId,
      orderIds: ids(),
      issuer: { prefix: '', seller: sender, text: '' },
      issuedBy: 'Ada',
      now,
    }
    await db.asSeller(sellerId, 'write', (own) => issueInvoices(own, issuing))
    const invoices = await read((own) => readInvoices(own, sellerId, ids()))
    expect(invoices.map(({ contents }) => [contents.buyer.name, contents.buyer.city])).toEqual([
      ['Anna Example', 'London'],
      ['Anna Example', ''],
      ['Anna Example', ''],
    ])
    const [, , digital] = invoices
    const sheet = paper(createElement(InvoiceSheet, { invoice: assertDefined(digital, 'it was issued'), setting }))
    expect(sheet).toContain('Anna Example')
    expect(sheet).not.toContain('Unknown')
  })

  it('are packed unless they are digital, and only parcels are shipped', async () => {
    const packing = (await read((own) => listOrdersToPack(own, sellerId))).map((row) => packOrder(row, { now, texts }))
    expect(packing.map(({ about, hasLabel }) => [about, hasLabel])).toEqual([
      ['Anna Example, London', true],
      ['Local pickup, Anna Example', false],
    ])
    const numbers = orders.map(({ number }) => assertDefined(parseOrderNumber(number), 'it is one'))
    const chosen = await read((own) => readChosen(own, sellerId, numbers))
    const rows = shipRows(chosen, { texts, role: 'shipper', zone, now })
    expect(rows.map(({ cannot }) => cannot && [cannot.why, cannot.link?.label ?? null])).toEqual([
      null,
      ['The buyer collects this order from you.', 'Handed over'],
      ['There is nothing to ship. The order is delivered once it is paid.', null],
    ])
    const recipients = await read((own) => readOpenRecipients(own, sellerId))
    expect(recipients.map(({ number }) => number)).toEqual([orders[0]?.number])
  })

  it('are told to tools of eBay by its names', async () => {
    const sell = await sellHub(db)
    const tool = sell.toolOf(await sell.makeKey(sellerId))
    const shapes = await Promise.all(orders.map(({ number }) => tool.sell.fulfillment.getOrder(number)))
    const steps = shapes.map(({ fulfillmentStartInstructions: [step] }) => step)
    expect(steps).toMatchObject([
      { fulfillmentInstructionsType: 'SHIP_TO', shippingStep: { shipTo: { fullName: 'Anna Example' } } },
      { fulfillmentInstructionsType: 'PREPARE_FOR_PICKUP' },
      { fulfillmentInstructionsType: 'DIGITAL' },
    ])
    expect(steps.map((step) => 'shippingStep' in step)).toEqual([true, false, false])
  })
})
