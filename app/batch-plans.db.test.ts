import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { copySeller, watchPlans } from '#db/testing-plans.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { readRecords } from '#features/machinery/grid/list-rows-db.server.ts'
import { knownRequests } from '#features/core/order/order-events-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { issueInvoices, readInvoices } from '#features/shipping/printing/invoices-db.server.ts'
import { readPackedLines, readPackedOrders } from '#features/shipping/printing/packed-orders-db.server.ts'
import { readChosen } from '#features/shipping/ship-many/chosen-orders-db.server.ts'
import { readShipmentRequests, shipSheet } from '#features/shipping/ship-many/ship-sheet.server.ts'
import { parcelKeyOf } from '#features/shipping/ship-many/sheet-form.ts'
import { emptyRow } from '#features/shipping/ship-many/sheet.ts'
import { textsFor } from '#texts/catalogues.server.ts'

/**
 * Statements over many orders, with enough rows that an accidental cross join shows: `watchPlans` fails the file and
 * names the statement.
 */
const db = await testDatabase({ reportsPlans: true })
const now = new Date('2026-11-20T14:30:00Z')
const zone = 'Europe/London'
const texts = textsFor('en', zone)
const count = 400

const sellerId = await addSeller(db, 'ann')
const orders = await addOrders(db, { sellerId, count, now, seed: 'batches' })
const ids = orders.map(({ id }) => id)
// A parcel for the first line of each order.
await sql`
  with lines as (select seller_id, order_id, id, quantity from line_items where seller_id = ${sellerId} and position = 1),
  parcels as (
    insert into shipments (seller_id, order_id, carrier, tracking_number, shipped_at)
    select seller_id, order_id, 'DHL', 'T' || order_id, ${now} from lines returning seller_id, order_id, id
  )
  insert into shipment_lines (seller_id, shipment_id, line_item_id, quantity)
  select p.seller_id, p.id, l.id, l.quantity from parcels p join lines l on l.order_id = p.order_id`.execute(db.owner)
const tables = ['orders', 'line_items', 'buyers', 'addresses', 'shipments', 'shipment_lines', 'order_events']
await copySeller({ url: db.url, sellerId, copies: 20 }, tables)
watchPlans(db.pool)

it('reads the orders export', async () => {
  const rows = await db.asSeller(sellerId, 'read', (own) => readRecords(own, ordersList, sellerId, ids))
  expect(rows.length).toBe(orders.reduce((sum, { lines }) => sum + lines.length, 0))
  expect(rows.filter((row) => row.tracking_numbers !== null).length).toBe(count)
})

it('reads and issues printed documents', async () => {
  const issuer = {
    prefix: 'R-',
    seller: { name: 'Ann', lines: ['1 High Street'], country: 'GB', taxNumber: '' },
    text: '',
  }
  const { packed, lines, invoices } = await db.asSeller(sellerId, 'write', async (own) => {
    await issueInvoices(own, { sellerId, orderIds: ids, issuer, issuedBy: 'Ada', now })
    return {
      packed: await readPackedOrders(own, sellerId, ids),
      lines: await readPackedLines(own, sellerId, ids),
      invoices: await readInvoices(own, sellerId, ids),
    }
  })
  expect([packed.length, invoices.length]).toEqual([count, count])
  expect(lines.length).toBeGreaterThan(count / 2)
})

it('ships a sheet', async () => {
  const numbers = orders.flatMap(({ number }) => parseOrderNumber(number) ?? []).slice(0, 200)
  const sheet = numbers.map((order) => ({ ...emptyRow(order), tracking: `RR${order.slice(3, 8)}` }))
  const sheetKey = '0123456789abcdef'
  const shipped = await db.asSeller(sellerId, 'write', async (own) => {
    const known = await knownRequests(
      own,
      sellerId,
      sheet.flatMap((row) => parcelKeyOf(sheetKey, row) ?? []),
    )
    const against = {
      orders: await readChosen(own, sellerId, numbers),
      known,
      carriers: testCarriers,
      zone,
      now,
      texts,
    }
    const { requests } = readShipmentRequests({ sheetKey, sheet, service: '', shipped: '' }, against)
    return shipSheet(own, requests, { sellerId, member: { id: 'ada', name: 'Ada' }, now, texts })
  })
  expect(shipped).toBeDefined()
})
