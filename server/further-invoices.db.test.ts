import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { gbp, addTestListing, orderOf, soonAfter as now } from '#api/testing-orders.ts'
import { testApi } from '#api/testing.ts'
import { testDatabase } from '#db/testing.ts'
import { isInvoicedWhole } from '#features/orders/order-list/order-filters.server.ts'
import { issueCreditNotes, readCreditNotes } from '#features/shipping/printing/credit-notes-db.server.ts'
import { issueInvoices, readInvoices } from '#features/shipping/printing/invoices-db.server.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'

const shop = '/sellers/shop'

const db = await testDatabase()
const api = await testApi(db, { now: () => now })
const sellerId = await addTestSeller(db, {}, { external_id: 'shop' })

const paid = (id: string) => ({ id, method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' })
const issuing = (orderIds: number[]) => {
  const seller = { name: 'Ann', lines: ['1 High Street'], country: 'GB', taxNumber: '' }
  return { sellerId, orderIds, issuer: { prefix: '', seller, text: '' }, issuedBy: 'Ada', now }
}

/** An order of 92.00, invoiced, to which 56.00 were added since. */
async function invoicedWithMore(id: string, { isInvoiced = true } = {}): Promise<number> {
  const item = await addTestListing(db, { sellerId, quantity: 9 })
  const extras = [{ kind: 'TIP', title: 'Tip', amount: gbp('2.00') }]
  const body = { ...orderOf(id, item, { quantity: 2 }), extras, payment: paid('p-1') }
  expect(await api.ask('POST', `${shop}/orders`, { body })).toMatchObject({
    status: 201,
    body: { total: gbp('92.00') },
  })
  const order = await db.owner.selectFrom('orders').select('id').where('external_id', '=', id).executeTakeFirstOrThrow()
  const issue = () => db.asSeller(sellerId, 'write', (own) => issueInvoices(own, issuing([order.id])))
  if (isInvoiced) await issue()
  const lines = [
    { item, quantity: 1, unitPrice: gbp('10.00') },
    { item, quantity: 1, unitPrice: gbp('45.00') },
  ]
  const more = { id: 'add-1', lines, shipping: gbp('1.00'), payments: [paid('p-2')] }
  expect((await api.ask('POST', `${shop}/orders/${id}/lines`, { body: more })).status).toBe(201)
  return order.id
}

const totalsOf = async (orderId: number) => {
  const invoices = await db.asSeller(sellerId, 'read', (own) => readInvoices(own, sellerId, [orderId]))
  return invoices.map(({ contents: { lines, extras, shippingMinor, totalMinor } }) => [
    lines.length,
    extras?.length ?? 0,
    shippingMinor,
    totalMinor,
  ])
}
const isWhole = async (orderId: number) => {
  const asked = sql<{
    isWhole: boolean
  }>`select ${isInvoicedWhole(sellerId)} as "isWhole" from orders o where o.id = ${orderId}`
  return (await asked.execute(db.owner)).rows[0]?.isWhole
}

it('lines that are added to an invoiced order are on a further invoice, once', async () => {
  const order = await invoicedWithMore('I-1')
  expect(await isWhole(order)).toBe(false)
  for (let time = 0; time < 2; time += 1)
    await db.asSeller(sellerId, 'write', (own) => issueInvoices(own, issuing([order])))
  expect(await totalsOf(order)).toEqual([
    [1, 1, 0, 9_200],
    [2, 0, 100, 5_600],
  ])
  expect(await isWhole(order)).toBe(true)
})

it('an order that is invoiced afterwards has one invoice of all', async () => {
  const order = await invoicedWithMore('I-2', { isInvoiced: false })
  await db.asSeller(sellerId, 'write', (own) => issueInvoices(own, issuing([order])))
  expect(await totalsOf(order)).toEqual([[3, 1, 100, 14_800]])
})

it('a credit note corrects the invoice with the refunded line, which is issued before if it is missing', async () => {
  const order = await invoicedWithMore('I-3')
  const refund = (id: string, line: number, amount: string) =>
    api.ask('PUT', `${shop}/orders/I-3/refunds/${id}`, {
      body: { lines: [{ line, amount: gbp(amount) }], refundedAt: now.toISOString() },
    })
  expect((await refund('rf-1', 3, '45.00')).status).toBe(201)
  expect((await refund('rf-2', 1, '45.00')).status).toBe(201)
  await db.asSeller(sellerId, 'write', (own) => issueCreditNotes(own, issuing([order])))
  const invoices = await db.asSeller(sellerId, 'read', (own) => readInvoices(own, sellerId, [order]))
  const notes = await db.asSeller(sellerId, 'read', (own) => readCreditNotes(own, sellerId, [order]))
  const [first, further] = invoices.map(({ number }) => String(number))
  expect(notes.map(({ contents: { invoice, totalMinor } }) => [invoice, totalMinor])).toEqual([
    [further, 4_500],
    [first, 4_500],
  ])
})
