import { updateRows } from '#db/testing-row.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { packOrder } from '#features/shipping/packing/pack-view.server.ts'
import { listOrdersToPack } from '#features/shipping/packing/packing-db.server.ts'
import { readPackedOrders } from '#features/shipping/printing/packed-orders-db.server.ts'
import { PackingSlips } from '#features/shipping/printing/slip.server.tsx'
import { exportFile } from '#features/machinery/grid/export-file.ts'
import { readRecords } from '#features/machinery/grid/list-rows-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { loadOrder } from '#features/order-page/read/order-details-db.server.ts'
import { orderDetailsModel } from '#features/order-page/read/order-details-view.ts'
import { fileColumns } from '#features/orders/order-list/orders-file.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'

const now = new Date('2026-11-20T14:30:00Z')
const texts = textsFor('en', 'Europe/London')
const secrets = ['Own Name', 'Example GmbH', 'Door 3', 'ann@example.com', 'GB123456789', 'Happy birthday']

let known: KnownOrder
let id: number

const db = await testDatabase()
const sellerId = await addSeller(db, 'ann')

beforeAll(async () => {
  const orders = await addOrders(db, { sellerId, count: 40, now, seed: 'people' })
  known = assertDefined(
    orders.find(({ status }) => status === 'AWAITING_SHIPMENT'),
    'the seed has one',
  )
  const { id: key, ship_to_address_id: address } = await db.owner
    .updateTable('orders')
    .set({
      buyer_name: 'Own Name',
      buyer_email: 'ann@example.com',
      tax_numbers: JSON.stringify([
        { type: 'VAT', number: 'GB123456789' },
        { type: 'IOSS', number: 'IM0123456789' },
      ]),
      gift_message: 'Happy birthday!\nYours, Ben',
      gift_hides_prices: true,
    })
    .where('order_number', '=', known.number)
    .returning(['id', 'ship_to_address_id'])
    .executeTakeFirstOrThrow()
  id = key
  await updateRows(db.owner, 'addresses', { id: address! }, { company: 'Example GmbH', line3: 'Door 3' })
})

const number = () => assertDefined(parseOrderNumber(known.number), 'it is one')

async function page(addressDetail: 'full' | 'masked' | 'none') {
  const details = assertDefined(
    await db.asSeller(sellerId, 'read', (own) => loadOrder(own, sellerId, number())),
    'it is there',
  )
  const may = { seesMoney: true, mayShip: true, mayRefund: true, mayTalk: true }
  return orderDetailsModel(details, { now, texts, addressDetail, carriers: testCarriers, ...may, from: undefined })
}

describe('company, third line, e-mail, tax numbers and gift of an order', () => {
  it('are on its page for roles that see addresses', async () => {
    const { address, buyer, gift } = await page('full')
    expect(address.lines.slice(0, 5)).toEqual([
      `Person ${known.buyer}`,
      'Example GmbH',
      '1 Secret Street',
      'Door 3',
      expect.any(String),
    ])
    expect(buyer).toMatchObject({
      name: 'Own Name',
      email: 'ann@example.com',
      taxNumbers: [{ type: 'VAT' }, { type: 'IOSS', number: 'IM0123456789' }],
    })
    expect(gift).toEqual({
      title: 'Gift: put no invoice and no prices in the parcel',
      message: 'Happy birthday!\nYours, Ben',
    })
  })

  it.each(['masked', 'none'] as const)('are not on the page of a reader to whom addresses are %s', async (detail) => {
    const model = await page(detail)
    for (const secret of secrets) expect(JSON.stringify(model)).not.toContain(secret)
    expect(model.gift).toMatchObject({ message: null })
  })

  it('are printed on the slip, without a price', async () => {
    const orders = await db.asSeller(sellerId, 'read', (own) => readPackedOrders(own, sellerId, [id]))
    const settings = { sender: { name: 'Shop', lines: [], country: 'GB' }, slipText: '', labels: null, invoice: null }
    const setting = { texts, settings: settings as never, printed: 'now', barcode: () => '' }
    const html = renderToStaticMarkup(
      createElement(PackingSlips, { order: assertDefined(orders[0], 'it is there'), setting }),
    )
    for (const text of ['Example GmbH', 'Door 3', 'GB123456789', 'Happy birthday!', 'Yours, Ben', 'A message for you'])
      expect(html).toContain(text)
    expect(html).not.toMatch(/£|ann@example\.com/)
  })

  it('are seen at the pack station', async () => {
    const rows = await db.asSeller(sellerId, 'read', (own) => listOrdersToPack(own, sellerId))
    const row = assertDefined(
      rows.find((each) => each.number === known.number),
      'it is to be packed',
    )
    expect(packOrder(row, { now, texts }).gift).toEqual({
      title: 'Gift: put no invoice and no prices in the parcel',
      message: 'Happy birthday!\nYours, Ben',
    })
  })

  it('are columns of the export for roles that see addresses', async () => {
    const rows = await db.asSeller(sellerId, 'read', (own) => readRecords(own, ordersList, sellerId, [id]))
    const lines = (detail: 'full' | 'masked') => {
      const file = exportFile(fileColumns({ detail }), texts)
      return rows.map((row) => file.record(row)).join('')
    }
    for (const secret of [...secrets, 'VAT GB123456789; IOSS IM0123456789']) {
      expect(lines('full')).toContain(secret)
      expect(lines('masked')).not.toContain(secret)
    }
  })
})
