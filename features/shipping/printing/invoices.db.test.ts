import { addRows, rowsOf, updateRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import type { RefundInput } from '#features/after-sale/refunds/refund.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { issueCreditNotes, readCreditNotes } from './credit-notes-db.server.ts'
import { issueInvoices, readInvoices } from './invoices-db.server.ts'
import { day } from '#lib/duration.ts'

const now = new Date('2026-11-20T14:30:00Z')
const issuer = {
  prefix: 'R-',
  seller: { name: 'Ann', lines: ['1 High Street'], country: 'GB', taxNumber: '' },
  text: '',
}

const db = await testDatabase({ poolSize: 8 })
const seller = await addSeller(db, 'ann')
const other = await addSeller(db, 'bob')
const known = await addOrders(db, { sellerId: seller, count: 40, now, seed: 'invoices' })

const issue = (orderIds: number[], issuedBy = 'Ada') =>
  db.asSeller(seller, 'write', (own) => issueInvoices(own, { sellerId: seller, orderIds, issuer, issuedBy, now }))
const read = (ids: number[]) => db.asSeller(seller, 'read', (own) => readInvoices(own, seller, ids))
const ids = (from: number, to: number) => known.slice(from, to).map(({ id }) => id)

async function numbers(): Promise<number[]> {
  const rows = await rowsOf(db.owner, 'invoices', { seller_id: seller }, 'number')
  return rows.map(({ number }) => number)
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('invoices', () => {
  it('are numbered in the requested order, and an order keeps its number', async () => {
    await issue(ids(0, 3))
    await issue(ids(1, 5), 'Bea')
    const issued = await read(ids(0, 5))
    expect(issued.map(({ number, issued_by: by }) => [number, by])).toEqual([
      [1, 'Ada'],
      [2, 'Ada'],
      [3, 'Ada'],
      [4, 'Bea'],
      [5, 'Bea'],
    ])
    expect(issued[0]!.contents).toMatchObject({
      orderNumber: known[0]!.number,
      totalMinor: known[0]!.totalMinor,
      currency: known[0]!.currency,
      buyer: { name: known[0]!.name },
    })
    expect(issued[0]!.contents.lines).toHaveLength(known[0]!.lines.length)
  })

  it('have no gap and no duplicate number, though several are issued at once and one fails', async () => {
    const failed = db.asSeller(seller, 'write', async (own) => {
      await issueInvoices(own, { sellerId: seller, orderIds: ids(5, 8), issuer, issuedBy: 'Cem', now })
      throw new Error('no paper')
    })
    await Promise.all([
      failed.catch(() => {}),
      ...upTo(6).map((wave) => issue(ids(5 + wave, 12 + wave), `member ${wave}`)),
    ])
    const all = await numbers()
    expect(all).toEqual(upTo(all.length))
    expect(all.length).toBe(17)
  })

  it('stay as issued, whatever happens to the order', async () => {
    const [first] = known
    const [before] = await read([first!.id])
    await addRows(db.owner, 'payments', {
      seller_id: seller,
      order_id: first!.id,
      position: 9,
      method: 'CARD',
      state: 'PAID',
      currency: first!.currency,
      amount_minor: first!.totalMinor,
      paid_at: now,
    })
    await addRows(db.owner, 'refunds', {
      seller_id: seller,
      order_id: first!.id,
      reason: 'BUYER_RETURN',
      currency: first!.currency,
      amount_minor: 100,
      refunded_at: now,
    })
    await db.owner.updateTable('addresses').set({ name: 'Somebody Else' }).where('seller_id', '=', seller).execute()
    await issue([first!.id])
    expect(await read([first!.id])).toEqual([before])
  })

  it('are protected by the database: no gap, no change, no other seller', async () => {
    const row = (number: number, orderId: number) => ({
      seller_id: seller,
      number,
      order_id: orderId,
      issued_at: now,
      issued_by: 'x',
      contents: '{}',
    })
    const free = known.at(-1)!.id
    const last = (await numbers()).length
    const insert = (number: number, orderId: number) =>
      db.asSeller(seller, 'write', (own) => own.insertInto('invoices').values(row(number, orderId)).execute())
    await expect(insert(last + 2, free)).rejects.toThrow('foreign key')
    await expect(insert(last, free)).rejects.toThrow('unique')
    await expect(insert(last + 1, known[0]!.id)).rejects.toThrow('unique')
    const change = db.asSeller(seller, 'write', (own) => own.updateTable('invoices').set({ issued_by: 'y' }).execute())
    await expect(change).rejects.toThrow('permission denied')
    const remove = db.asSeller(seller, 'write', (own) => own.deleteFrom('invoices').execute())
    await expect(remove).rejects.toThrow('permission denied')
    expect(
      await db.asSeller(other, 'read', (own) =>
        own.selectFrom('invoices').selectAll().where('seller_id', '=', seller).execute(),
      ),
    ).toEqual([])
    await insert(last + 1, free)
  })

  it('are corrected by one credit note per refund, numbered separately, which stays as issued', async () => {
    const credit = (orderIds: number[]) =>
      db.asSeller(seller, 'write', (own) =>
        issueCreditNotes(own, { sellerId: seller, orderIds, issuer, issuedBy: 'Ada', now }),
      )
    const notes = (orderIds: number[]) => db.asSeller(seller, 'read', (own) => readCreditNotes(own, seller, orderIds))
    const [invoiced, notInvoiced] = [await addOrderToShip(db, seller, [2, 1]), await addOrderToShip(db, seller, [1])]
    await issue([invoiced.id])
    const refund = async (order: typeof invoiced, input: RefundInput, days: number) => {
      const at = new Date(now.getTime() + days * day)
      const key = newRefundKey()
      const actor = { kind: 'MEMBER', id: 'ada', name: 'Ada' } as const
      const wanted = {
        sellerId: seller,
        number: parseOrderNumber(order.number)!,
        reason: 'BUYER_RETURN',
        key,
        input,
      } as const
      expect(
        await db.asSeller(seller, 'write', (own) => refundOrder(own, { ...wanted, actor, now: at })),
      ).toMatchObject({
        ok: true,
      })
      await updateRows(db.owner, 'refunds', { refund_key: key }, { state: 'REFUNDED', refunded_at: at, ask_at: null })
    }
    await refund(invoiced, { lines: new Map([[1, 150]]), shippingMinor: 0 }, 1)
    await refund(notInvoiced, 'rest', 1)
    await Promise.all([credit([notInvoiced.id, invoiced.id]), credit([invoiced.id])])
    const [first, ...rest] = await notes([invoiced.id, notInvoiced.id])
    expect(rest).toEqual([])
    const [invoice] = await read([invoiced.id])
    expect(first).toMatchObject({
      number: 1,
      contents: {
        prefix: 'R-C',
        invoice: `R-${invoice!.number}`,
        orderNumber: invoiced.number,
        lines: [{ kind: 'ITEM', title: 'Item 1', minor: 150 }],
        totalMinor: 150,
      },
    })
    await refund(invoiced, 'rest', 2)
    await updateRows(db.owner, 'line_items', { order_id: invoiced.id }, { title: 'Another name' })
    await credit([invoiced.id])
    const both = await notes([invoiced.id])
    expect(both.map(({ number }) => number)).toEqual([1, 2])
    expect(both[0]).toEqual(first)
    expect(both.reduce((sum, { contents }) => sum + contents.totalMinor, 0)).toBe(1000)
    const change = db.asSeller(seller, 'write', (own) =>
      own.updateTable('credit_notes').set({ issued_by: 'y' }).execute(),
    )
    await expect(change).rejects.toThrow('permission denied')
  })

  it('are removed with their seller', async () => {
    await db.owner.deleteFrom('sellers').where('id', '=', seller).execute()
    expect(await numbers()).toEqual([])
  })
})
