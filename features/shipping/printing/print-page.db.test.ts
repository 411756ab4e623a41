import { updateRows } from '#db/testing-row.ts'
import { beforeAll, expect, it } from 'vitest'
import { addTestShop, signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import * as printPage from './print-page.tsx'
import { savePrintSettings } from './print-settings-db.server.ts'

const { db, hub } = await testHubAt('2026-11-20T14:30:00Z')
let seller: number
let browser: TestBrowser

beforeAll(async () => {
  const { id, email } = await addTestMember(hub)
  seller = await addTestSeller(db, { [id]: 'manager' })
  browser = await signedInBrowser(hub, email)
  const settings = {
    sender: '1 High Street',
    slipText: '',
    paper: 'A4',
    labelFormat: 'a4-2x7',
    invoice: { prefix: '', taxNumber: '', text: '' },
  } as const
  await db.asSeller(seller, 'write', (own) => savePrintSettings(own, seller, settings))
})

const open = async (address: string) => (await browser.get(printPage, address)).data.model
const invoiced = async () =>
  (await db.owner.selectFrom('invoices').select('order_id').where('seller_id', '=', seller).execute())
    .map(({ order_id: id }) => id)
    .toSorted((a, b) => a - b)
const setPaid = (id: number, isPaid: boolean) =>
  updateRows(
    db.owner,
    'orders',
    { seller_id: seller, id },
    { payment_status: isPaid ? 'PAID' : 'PENDING', ...(isPaid ? {} : { paid_at: null }) },
  )

it('issues no invoice for an order that the page did not count, and shows how many match now', async () => {
  const orders = [await addOrderToShip(db, seller, [1]), await addOrderToShip(db, seller, [1])]
  const address = withQuery(paths.ordersPrint, { all: '1', status: 'awaiting-shipment' })
  const print = (begun: string) => browser.post(printPage, address, { document: 'invoice', used: '3', begun })
  const shown = await open(address)
  expect(shown.title).toBe('Print for 2 orders')
  orders.push(await addOrderToShip(db, seller, [1]))
  const late = await print(shown.begun)
  expect(late).toMatchObject({ status: 422, data: { values: { document: 'invoice', used: '3' } } })
  expect(late.data.errors.form).toContain('3 match now')
  // The same number of orders, but different ones.
  await setPaid(orders[0]!.id, false)
  expect((await print(shown.begun)).status).toBe(422)
  expect((await print('')).status).toBe(422)
  expect(await invoiced()).toEqual([])
  expect((await print((await open(address)).begun)).status).toBe(303)
  expect(await invoiced()).toEqual([orders[1]!.id, orders[2]!.id].toSorted((a, b) => a - b))
})

it('issues no invoice for an order shown as left out, even if it is paid meanwhile', async () => {
  const [paid, unpaid] = [await addOrderToShip(db, seller, [1]), await addOrderToShip(db, seller, [1])]
  await setPaid(unpaid.id, false)
  const address = withQuery(paths.ordersPrint, { keys: `${paid.number},${unpaid.number}` })
  const { begun } = await open(address)
  await setPaid(unpaid.id, true)
  const before = await invoiced()
  expect((await browser.post(printPage, address, { document: 'invoice', begun })).status).toBe(422)
  expect(await invoiced()).toEqual(before)
})

it('offers shippers no document with amounts, and refuses a forged request for one', async () => {
  const { sellerId: theirs, browser: shipper } = await addTestShop(hub, { role: 'shipper' })
  const { number } = await addOrderToShip(db, theirs, [1])
  const address = withQuery(paths.ordersPrint, { keys: number })
  const { documents, begun } = (await shipper.get(printPage, address)).data.model
  expect(documents.map((document: { id: string }) => document.id)).toEqual(['slip', 'pick-list', 'label'])
  for (const document of ['invoice', 'credit-note'])
    await expect(shipper.post(printPage, address, { document, begun })).resolves.toMatchObject({ status: 403 })
})

it('issues the credit note of a later refund too if only unprinted ones are requested', async () => {
  const order = await addOrderToShip(db, seller, [4])
  const address = withQuery(paths.ordersPrint, { keys: order.number })
  const print = async (document: string) =>
    (await browser.post(printPage, address, { document, only: 'new', begun: (await open(address)).begun })).status
  const refund = async () => {
    const money = {
      sellerId: seller,
      number: parseOrderNumber(order.number)!,
      input: { amountMinor: 100 },
      now: hub.now(),
    }
    const why = { reason: 'OTHER_ADJUSTMENT' as const, actor: { kind: 'HUB' as const } }
    await db.asSeller(seller, 'write', (own) => refundOrder(own, { ...money, ...why, key: newRefundKey() }))
    await settleDueRefunds(hub)
  }
  const notes = async () =>
    (await db.owner.selectFrom('credit_notes').select('number').where('order_id', '=', order.id).execute()).length
  expect(await print('invoice')).toBe(303)
  for (const issued of [1, 2]) {
    await refund()
    expect(await print('credit-note')).toBe(303)
    expect(await notes()).toBe(issued)
    expect(await print('credit-note')).toBe(422)
  }
})
