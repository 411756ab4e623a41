import { anyListing, addRow, addRows, rowOf, rowsOf, updateRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { scriptedPaymentSide, type ScriptedPaymentSide } from '#features/after-sale/refunds/testing.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { retryRefund } from '#features/after-sale/refunds/retry-refund-db.server.ts'
import type { RefundKey } from '#features/after-sale/refunds/refund.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { day, minute } from '#lib/duration.ts'
import { answerCancellation, cancelOrder, requestCancellation, type CancelAnswer } from './cancel-order-db.server.ts'
import { newCancelKey } from './cancellations-db.server.ts'
import type { CancelKey, SellerReason } from './cancellation.ts'
import { closeRefunded } from './close-refunded-db.server.ts'
import { releaseRefunded } from './release-refunded-db.server.ts'
import { expireCancellations } from './due-cancellations.server.ts'

const amira: Actor = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' }
const placedAt = new Date('2026-11-19T10:00:00Z')
const asked = new Date(placedAt.getTime() + 30 * minute)
const respondBy = new Date(asked.getTime() + 3 * day)

let now: Date
let side: ScriptedPaymentSide
let hub: TestServices

const db = await testDatabase({ poolSize: 8 })
const ann = await addSeller(db, 'ann')
const bob = await addSeller(db, 'bob')
beforeEach(() => {
  now = asked
  side = scriptedPaymentSide()
  hub = testServices(db, { now: () => now })
  hub.refunds = { payments: side, followers: [closeRefunded, releaseRefunded] }
})

interface Order {
  id: number
  number: string
}
const addOrder = (quantities = [2, 1]) => addOrderToShip(db, ann, quantities, { placedAt })
const commonOf = (order: Order, sellerId = ann) => ({
  sellerId,
  number: parseOrderNumber(order.number)!,
  policyPack,
  actor: amira,
  now,
})
const request = (order: Order, key: CancelKey = newCancelKey()) =>
  db.asSeller(ann, 'write', (own) =>
    requestCancellation(own, { ...commonOf(order), actor: { kind: 'BUYER' }, key, reason: 'ORDER_MISTAKE' }),
  )
const answer = (order: Order, key: CancelKey, given: CancelAnswer, sellerId = ann) =>
  db.asSeller(sellerId, 'write', (own) => answerCancellation(own, { ...commonOf(order, sellerId), key, answer: given }))
interface Cancelling {
  key: CancelKey
  reason: SellerReason
  restocks: boolean
  sellerId: number
}
const cancel = (
  order: Order,
  { key = newCancelKey(), reason = 'ADDRESS_ISSUES', restocks = true, sellerId = ann }: Partial<Cancelling> = {},
) => db.asSeller(sellerId, 'write', (own) => cancelOrder(own, { ...commonOf(order, sellerId), key, reason, restocks }))
const ship = (order: Order) =>
  db.asSeller(ann, 'write', (own) =>
    shipOrder(own, {
      ...commonOf(order),
      parcels: [{ key: newParcelKey(), carrier: 'DHL', trackingNumber: null, shippedAt: now, contents: 'rest' }],
    }),
  )
const accept: CancelAnswer = { accept: true, restocks: true }
const decline: CancelAnswer = { accept: false, declineReason: 'ALREADY_SENT' }

const orderOf = ({ id }: Order) => rowOf(db.owner, 'orders', { id })
const cancellationsOf = ({ id }: Order) =>
  db.owner.selectFrom('cancellations').selectAll().where('order_id', '=', id).orderBy('id').execute()
const eventsOf = ({ id }: Order) => db.asSeller(ann, 'read', (own) => readOrderEvents(own, ann, id))
const kindsOf = async (order: Order) => (await eventsOf(order)).map(({ kind }) => kind)
const unpay = ({ id }: Order) =>
  db.owner.updateTable('payments').set({ state: 'PENDING', paid_at: null }).where('order_id', '=', id).execute()

describe('a buyer’s request', () => {
  it('stores its deadline, with the rule and calendar it follows', async () => {
    const order = await addOrder()
    expect(await request(order)).toMatchObject({ ok: true, state: 'REQUESTED' })
    expect(await orderOf(order)).toMatchObject({ status: 'CANCELLATION_REQUESTED' })
    expect(await cancellationsOf(order)).toMatchObject([
      {
        respond_by: respondBy,
        respond_rule: 'sellerRespondsToCancel',
        respond_calendar: `${policyPack.id} ${policyPack.asOf}`,
      },
    ])
    expect(await request(order)).toEqual({ ok: false, reason: 'not-possible-now' })
  })

  it('cancels all lines when accepted, and is closed once the money is refunded', async () => {
    const order = await addOrder()
    const key = newCancelKey()
    await request(order, key)
    expect(await answer(order, key, accept)).toMatchObject({ ok: true, repeated: false, state: 'REFUND_PENDING' })
    expect(await orderOf(order)).toMatchObject({
      status: 'CANCELLED',
      cancel_state: 'CANCELED',
      payment_status: 'PAID',
    })
    const lines = await db.owner.selectFrom('line_items').selectAll().where('order_id', '=', order.id).execute()
    for (const line of lines) expect(line.cancelled_quantity).toBe(line.quantity)
    side.says = { made: false, refusal: 'DECLINED' }
    await settleDueRefunds(hub)
    const [waiting] = await cancellationsOf(order)
    expect(waiting).toMatchObject({ state: 'REFUND_PENDING', closed_at: null })
    side.says = { made: true }
    await db.asSeller(ann, 'write', (own) =>
      retryRefund(own, { sellerId: ann, key: waiting!.refund_key as RefundKey, actor: amira, now }),
    )
    await settleDueRefunds(hub)
    expect(await cancellationsOf(order)).toMatchObject([{ state: 'CLOSED_WITH_REFUND', closed_at: now }])
    expect(await orderOf(order)).toMatchObject({ status: 'CANCELLED', payment_status: 'FULLY_REFUNDED' })
    expect(await kindsOf(order)).toEqual([
      'CANCELLATION_REQUESTED',
      'CANCELLATION_ACCEPTED',
      'REFUND_REQUESTED',
      'REFUND_REFUSED',
      'REFUND_RETRIED',
      'REFUND_MADE',
      'CANCELLATION_CLOSED',
    ])
  })

  it('is closed too if the money is refunded another way after a failed refund', async () => {
    const order = await addOrder()
    const key = newCancelKey()
    await request(order, key)
    await answer(order, key, accept)
    side.says = { made: false, refusal: 'TOO_OLD' }
    await settleDueRefunds(hub)
    side.says = { made: true }
    for (const amountMinor of [999, 1]) {
      expect(await cancellationsOf(order)).toMatchObject([{ state: 'REFUND_PENDING' }])
      await db.asSeller(ann, 'write', (own) =>
        refundOrder(own, { ...commonOf(order), key: newRefundKey(), reason: 'BUYER_CANCEL', input: { amountMinor } }),
      )
      await settleDueRefunds(hub)
    }
    expect(await cancellationsOf(order)).toMatchObject([{ state: 'CLOSED_WITH_REFUND' }])
  })

  it('keeps the order when declined, and it can be shipped again', async () => {
    const order = await addOrder()
    const key = newCancelKey()
    await request(order, key)
    expect(await ship(order)).toMatchObject({ ok: false, reason: 'not-possible-now' })
    expect(await answer(order, key, decline)).toMatchObject({ ok: true, state: 'REJECTED' })
    expect(await cancellationsOf(order)).toMatchObject([{ decline_reason: 'ALREADY_SENT', closed_at: now }])
    expect(await ship(order)).toMatchObject({ ok: true })
    expect(await request(order)).toEqual({ ok: false, reason: 'already-shipped' })
  })

  it('is answered once, even by two at the same moment', async () => {
    const order = await addOrder()
    const key = newCancelKey()
    await request(order, key)
    const outcomes = await Promise.all([
      answer(order, key, accept),
      answer(order, key, decline),
      answer(order, key, accept),
    ])
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.repeated)).toHaveLength(1)
    expect(await answer(order, key, decline)).toMatchObject({ ok: true, repeated: true })
    expect((await kindsOf(order)).filter((kind) => /ACCEPTED|DECLINED/.test(kind))).toHaveLength(1)
  })

  it('stays answered even if the buyer has asked again since', async () => {
    const order = await addOrder()
    const key = newCancelKey()
    await request(order, key)
    expect(await answer(order, key, decline)).toMatchObject({ ok: true, repeated: false })
    expect(await request(order)).toMatchObject({ ok: true })
    expect(await answer(order, key, decline)).toMatchObject({ ok: true, repeated: true })
    expect((await kindsOf(order)).filter((kind) => kind === 'CANCELLATION_DECLINED')).toHaveLength(1)
  })

  it('finds no request of another order or seller', async () => {
    const [order, other] = [await addOrder(), await addOrder()]
    const key = newCancelKey()
    await request(order, key)
    expect(await answer(other, key, accept)).toEqual({ ok: false, reason: 'unknown' })
    expect(await answer(order, key, accept, bob)).toEqual({ ok: false, reason: 'unknown' })
    expect(await cancel(order, { sellerId: bob })).toEqual({ ok: false, reason: 'unknown' })
    expect(await cancellationsOf(order)).toMatchObject([{ state: 'REQUESTED' }])
  })
})

describe('an unanswered request', () => {
  it('is closed as of its deadline, once, whichever process does it, also days later', async () => {
    const [paid, open] = [await addOrder(), await addOrder()]
    await unpay(open)
    for (const order of [paid, open]) await request(order)
    now = respondBy
    expect(await expireCancellations(hub)).toBe(0)
    now = new Date(respondBy.getTime() + 9 * day)
    const closed = await Promise.all([expireCancellations(hub), expireCancellations(hub), expireCancellations(hub)])
    expect(closed.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(2)
    expect(await cancellationsOf(paid)).toMatchObject([{ state: 'CLOSED_FOR_COMMITMENT', closed_at: respondBy }])
    expect(await cancellationsOf(open)).toMatchObject([{ state: 'CLOSED_NO_REFUND', closed_at: respondBy }])
    expect([(await orderOf(paid)).status, (await orderOf(open)).status]).toEqual(['AWAITING_SHIPMENT', 'CANCELLED'])
    for (const order of [paid, open])
      expect(await kindsOf(order)).toEqual(['CANCELLATION_REQUESTED', 'CANCELLATION_EXPIRED'])
    expect(await expireCancellations(hub)).toBe(0)
  })

  it('is closed although others before it cannot be', async () => {
    const [broken, fine] = [await addOrder(), await addOrder()]
    for (const order of [broken, fine]) await request(order)
    await sql`create function refuse_change() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(
      db.owner,
    )
    await sql`create trigger refuse_change before update on cancellations for each row
      when (new.order_id = ${sql.lit(broken.id)}) execute function refuse_change()`.execute(db.owner)
    onTestFinished(async () => {
      await sql`drop function refuse_change cascade`.execute(db.owner)
      await expireCancellations(hub)
    })
    now = new Date(respondBy.getTime() + day)
    const failed: number[] = []
    expect(await expireCancellations(hub, (_, sellerId) => failed.push(sellerId), 1)).toBe(1)
    expect(failed).toEqual([ann])
    expect(await cancellationsOf(broken)).toMatchObject([{ state: 'REQUESTED' }])
    expect(await cancellationsOf(fine)).toMatchObject([{ closed_at: respondBy }])
  })

  it('depends on full payment by its deadline: partial or later payments are refunded', async () => {
    const [late, inTime, inPart] = [await addOrder(), await addOrder(), await addOrder()]
    const pay = async ({ id }: Order, paid_at: Date) =>
      db.owner.updateTable('payments').set({ state: 'PAID', paid_at }).where('order_id', '=', id).execute()
    for (const order of [late, inTime, inPart]) {
      await unpay(order)
      await request(order)
    }
    await pay(late, new Date(respondBy.getTime() + 1))
    await pay(inTime, respondBy)
    const voucher = { method: 'VOUCHER', state: 'PAID', currency: 'GBP', amount_minor: 100, paid_at: asked } as const
    await addRows(db.owner, 'payments', { seller_id: ann, order_id: inPart.id, position: 2, ...voucher })
    now = new Date(respondBy.getTime() + day)
    await expireCancellations(hub)
    for (const order of [late, inPart])
      expect(await cancellationsOf(order)).toMatchObject([{ state: 'REFUND_PENDING' }])
    expect(await cancellationsOf(inTime)).toMatchObject([{ state: 'CLOSED_FOR_COMMITMENT' }])
  })

  it('cannot be answered after its deadline', async () => {
    const order = await addOrder()
    const key = newCancelKey()
    await request(order, key)
    now = new Date(respondBy.getTime() + 1)
    expect(await answer(order, key, accept)).toEqual({ ok: false, reason: 'too-late' })
  })
})

describe('a seller', () => {
  it('cancels at once, once per request, and never shipped items', async () => {
    const [order, gone] = [await addOrder(), await addOrder()]
    const key = newCancelKey()
    const outcomes = await Promise.all([cancel(order, { key }), cancel(order, { key }), cancel(order)])
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.repeated)).toHaveLength(1)
    expect(await cancellationsOf(order)).toHaveLength(1)
    await ship(gone)
    expect(await cancel(gone)).toEqual({ ok: false, reason: 'already-shipped' })
  })

  it('who ships and cancels at the same moment does only one of the two', async () => {
    const order = await addOrder()
    const [shipped, cancelled] = await Promise.all([ship(order), cancel(order)])
    expect([shipped.ok, cancelled.ok].filter(Boolean)).toHaveLength(1)
    expect((await orderOf(order)).status).toBe(shipped.ok ? 'SHIPPED' : 'CANCELLED')
  })

  it('who cannot deliver gets a defect, but not for other reasons', async () => {
    const orders = [await addOrder(), await addOrder()]
    await cancel(orders[0]!, { reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL' })
    await cancel(orders[1]!)
    const rows = await Promise.all(orders.map(cancellationsOf))
    expect(rows.map(([row]) => row!.counts_as_defect)).toEqual([true, false])
  })

  it('returns the items to stock, and puts sold-out listings on sale again', async () => {
    const listing = async (state: 'ACTIVE' | 'OUT_OF_STOCK' | 'ENDED', left: number) =>
      (
        await addRow(db.owner, 'listings', {
          seller_id: ann,
          title: `Film ${state}`,
          ...anyListing,
          state,
          quantity_available: left,
          quantity_sold: 5,
          ended_at: state === 'ENDED' ? placedAt : null,
        })
      ).id
    const ids = [await listing('ACTIVE', 3), await listing('OUT_OF_STOCK', 0), await listing('ENDED', 0)]
    // The buffer exceeds the stock.
    ids.push(await listing('OUT_OF_STOCK', 0))
    const keptBack = db.owner.updateTable('listings').where('id', '=', ids[3]!)
    await keptBack.set({ on_hand: 2, buffer: 5 }).execute()
    await sql`insert into listing_variations (seller_id, listing_id, position, axis_values, sku, price_minor, quantity)
      values (${ann}, ${ids[0]}, 1, array['red'], 'F-R', 100, 1), (${ann}, ${ids[0]}, 2, array['blue'], 'F-B', 100, 2)`.execute(
      db.owner,
    )
    const sold = async () => {
      const order = await addOrder([2, 1, 1, 1])
      for (const [index, id] of ids.entries())
        await updateRows(
          db.owner,
          'line_items',
          { order_id: order.id, position: index + 1 },
          { listing_id: id, sku: index === 0 ? 'F-B' : null },
        )
      return order
    }
    const stock = async () => {
      const { rows } = await sql<{ state: string; left: number; sold: number; here: number }>`
        select state, quantity_available as left, quantity_sold as sold, on_hand as here from listings
        where id = any(${ids}) order by id`.execute(db.owner)
      return rows.map(({ state, left, sold: gone, here }) => `${state} ${left} of ${here} ${gone}`)
    }
    const before = await stock()
    await cancel(await sold(), { restocks: false })
    expect(await stock()).toEqual(before)
    await cancel(await sold())
    expect(await stock()).toEqual(['ACTIVE 5 of 5 3', 'ACTIVE 1 of 1 4', 'ENDED 0 of 0 5', 'OUT_OF_STOCK 0 of 3 4'])
    const variations = await rowsOf(db.owner, 'listing_variations', { listing_id: ids[0]! }, 'position')
    expect(variations.map(({ quantity }) => quantity)).toEqual([1, 4])
  })
})
