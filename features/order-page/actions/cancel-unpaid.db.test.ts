import { updateRows, addRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { addSeller } from '#db/testing-seller.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { day } from '#lib/duration.ts'
import { paths, withQuery } from '#web/paths.ts'
import * as cancelPage from './cancel-unpaid-page.tsx'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')

const [mia, sam] = [await addTestMember(hub, { name: 'Mia' }), await addTestMember(hub, { name: 'Sam' })]
const seller = await addTestSeller(db, { [mia.id]: 'manager', [sam.id]: 'shipper' })
const manager = await signedInBrowser(hub, mia.email)
const shipper = await signedInBrowser(hub, sam.email)

type Order = Awaited<ReturnType<typeof addOrderToShip>>

async function addOrder({ days = 5, paid = false, of = seller } = {}): Promise<Order> {
  const order = await addOrderToShip(db, of, [2], { placedAt: new Date(now.getTime() - days * day) })
  if (!paid) await updateRows(db.owner, 'payments', { order_id: order.id }, { state: 'PENDING', paid_at: null })
  return order
}

const addressOf = (orders: readonly Order[]) =>
  withQuery(paths.ordersCancel, { keys: orders.map(({ number }) => number).join() })
const open = async (orders: readonly Order[]) => (await manager.get(cancelPage, addressOf(orders))).data
const statusOf = async ({ id }: Order) =>
  (await db.owner.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const numbersOf = (lines: { number: string }[]) => lines.map(({ number }) => number).toSorted()

describe('unpaid orders', () => {
  it('are shown with their totals before cancelling, and others with the reason why not', async () => {
    const [late, older, young, paid] = [
      await addOrder(),
      await addOrder({ days: 20 }),
      await addOrder({ days: 2 }),
      await addOrder({ paid: true }),
    ]
    const old = await addOrder({ days: 40 })
    const model = await open([late, older, young, paid, old])
    expect(numbersOf(model.possible)).toEqual(numbersOf([late, older]))
    expect([model.sum, model.back]).toEqual(['£20.00', ''])
    expect(
      Object.fromEntries(model.leftOut.map(({ number, why }: { number: string; why: string }) => [number, why])),
    ).toEqual({
      [young.number]: 'The buyer still has time to pay: 4 days from the order.',
      [paid.number]: 'It is paid. On its own page it can be cancelled, with the refund.',
      [old.number]: 'The deadline for cancelling has passed.',
    })
  })

  it('are cancelled independently, once, whatever happened to the others', async () => {
    const [first, second] = [await addOrder(), await addOrder()]
    const { key } = await open([first, second])
    // Paid between loading the page and submitting it.
    await updateRows(db.owner, 'payments', { order_id: second.id }, { state: 'PAID', paid_at: now })
    const fields = { key, restock: 'on', order: [first.number, second.number, first.number] }
    const sent = await manager.post(cancelPage, addressOf([first, second]), fields)
    expect(sent.data.results).toEqual([
      { number: first.number, problem: null },
      { number: second.number, problem: 'The order has been paid meanwhile. Nothing was changed.' },
    ])
    expect([await statusOf(first), await statusOf(second)]).toEqual(['CANCELLED', 'AWAITING_SHIPMENT'])
    const again = await manager.post(cancelPage, addressOf([first, second]), fields)
    expect(again.data.results[0]).toEqual({ number: first.number, problem: null })
    const events = await db.owner.selectFrom('order_events').select('kind').where('order_id', '=', first.id).execute()
    expect(events).toEqual([{ kind: 'ORDER_CANCELLED' }])
  })

  it('refund partial payments: this is announced, and does not count as paid', async () => {
    const order = await addOrder()
    await addRows(db.owner, 'payments', {
      seller_id: seller,
      order_id: order.id,
      position: 2,
      method: 'VOUCHER',
      state: 'PAID',
      currency: 'GBP',
      amount_minor: 250,
      paid_at: now,
    })
    const model = await open([order])
    expect(model).toMatchObject({
      sum: '£10.00',
      back: '£2.50',
      possible: [{ number: order.number, back: 'Paid in part: £2.50 goes back.' }],
    })
    await manager.post(cancelPage, addressOf([order]), { key: model.key, order: order.number })
    expect(await statusOf(order)).toBe('CANCELLED')
    const refunds = db.owner.selectFrom('refunds').select(['state', 'amount_minor']).where('order_id', '=', order.id)
    expect(await refunds.execute()).toEqual([{ state: 'REFUNDED', amount_minor: 250 }])
  })

  it('can be cancelled by owners and managers of this seller only', async () => {
    const order = await addOrder()
    const foreign = await addOrder({ of: await addSeller(db, 'other') })
    const { key } = await open([order])
    const fields = { key, order: [order.number, foreign.number] }
    expect((await shipper.get(cancelPage, addressOf([order]))).status).toBe(403)
    expect((await shipper.post(cancelPage, addressOf([order]), fields)).status).toBe(403)
    expect((await open([foreign])).possible).toEqual([])
    const { data } = await manager.post(cancelPage, addressOf([order]), fields)
    expect(data.results[1]).toEqual({ number: foreign.number, problem: 'There is no such order.' })
    expect([await statusOf(order), await statusOf(foreign)]).toEqual(['CANCELLED', 'AWAITING_PAYMENT'])
    const wrongs: Record<string, string>[] = [{ key }, { key: 'x', order: order.number }]
    for (const wrong of wrongs) expect((await manager.post(cancelPage, addressOf([order]), wrong)).status).toBe(400)
  })
})
