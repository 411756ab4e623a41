import { rowsOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { testLedgerRules } from '#features/core/ledger/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { postRefunded } from './post-refunded-db.server.ts'
import { readOrderMoney } from './order-money-db.server.ts'
import { newRefundKey, refundOrder } from './refund-order-db.server.ts'
import { refundableOf, type RefundKey, type RefundReason, type RefundInput } from './refund.ts'
import { retryRefund, settleElsewhere } from './retry-refund-db.server.ts'
import { keepAnswer, settleDueRefunds, settleRefund } from './settle-refunds.server.ts'
import { scriptedPaymentSide, type ScriptedPaymentSide } from './testing.ts'
import { hour } from '#lib/duration.ts'

const amira: Actor = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' }
const begin = new Date('2026-11-20T14:30:00Z')

let now: Date
let side: ScriptedPaymentSide
let hub: TestServices

const db = await testDatabase({ poolSize: 8 })
const ann = await addSeller(db, 'ann')
const bob = await addSeller(db, 'bob')
beforeEach(() => {
  now = begin
  side = scriptedPaymentSide()
  hub = testServices(db, { now: () => now })
  hub.refunds = { payments: side, followers: [] }
})

/** An order of two lines, 10.00 paid. */
const addOrder = () => addOrderToShip(db, ann, [4, 6])
interface Order {
  id: number
  number: string
}
interface Asking {
  key?: RefundKey
  sellerId?: number
  reason?: RefundReason
}
const refund = (
  order: Order,
  input: RefundInput,
  { key = newRefundKey(), sellerId = ann, reason = 'OTHER_ADJUSTMENT' }: Asking = {},
) =>
  db.asSeller(sellerId, 'write', (own) =>
    refundOrder(own, {
      sellerId,
      number: parseOrderNumber(order.number)!,
      key,
      reason,
      input,
      actor: amira,
      now,
    }),
  )
const retry = (key: RefundKey, sellerId = ann) =>
  db.asSeller(sellerId, 'write', (own) => retryRefund(own, { sellerId, key, actor: amira, now }))
const line = (position: number, minor: number): RefundInput => ({
  lines: new Map([[position, minor]]),
  shippingMinor: 0,
})
const refundsOf = ({ id }: Order) =>
  db.owner.selectFrom('refunds').selectAll().where('order_id', '=', id).orderBy('id').execute()
const leftOf = async ({ id }: Order) =>
  refundableOf(await db.asSeller(ann, 'read', (own) => readOrderMoney(own, ann, id))).leftMinor
const statusOf = async ({ id }: Order) =>
  (await db.owner.selectFrom('orders').select('payment_status').where('id', '=', id).executeTakeFirstOrThrow())
    .payment_status
const eventsOf = ({ id }: Order) => db.asSeller(ann, 'read', (own) => readOrderEvents(own, ann, id))

/** A refund refused by the payment provider. */
async function refused(order: Order): Promise<RefundKey> {
  const key = newRefundKey()
  await refund(order, { amountMinor: 400 }, { key })
  side.says = { made: false, refusal: 'DECLINED' }
  await settleRefund(hub, ann, key)
  return key
}

describe('a refund', () => {
  it('waits for the payment provider, is then made, and changes the order’s state', async () => {
    const order = await addOrder()
    const key = newRefundKey()
    expect(await refund(order, line(2, 600), { key })).toEqual({ ok: true, repeated: false, amountMinor: 600 })
    expect([await statusOf(order), await leftOf(order)]).toEqual(['PAID', 400])
    await settleRefund(hub, ann, key)
    expect(side.asked).toMatchObject([
      { key: `${key}-1`, amountMinor: 600, currency: 'GBP', orderNumber: order.number },
    ])
    expect(await refundsOf(order)).toMatchObject([{ state: 'REFUNDED', refunded_at: now, ask_at: null }])
    expect(await statusOf(order)).toBe('PARTIALLY_REFUNDED')
    await refund(order, 'rest')
    await settleDueRefunds(hub)
    expect([await statusOf(order), await leftOf(order)]).toEqual(['FULLY_REFUNDED', 0])
    expect(await refund(order, { amountMinor: 1 })).toEqual({ ok: false, reason: 'nothing-left' })
  })

  it('is made once, however often the request is sent, also at the same moment', async () => {
    const order = await addOrder()
    const key = newRefundKey()
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => refund(order, { amountMinor: 250 }, { key })))
    expect(outcomes.filter((outcome) => outcome.ok && outcome.repeated)).toHaveLength(3)
    expect(await refund(order, { amountMinor: 250 }, { key })).toEqual({ ok: true, repeated: true, amountMinor: 250 })
    expect(await leftOf(order)).toBe(750)
  })

  it('is refused if its form was changed since it was sent, with what was refunded', async () => {
    const order = await addOrder()
    const key = newRefundKey()
    await refund(order, line(2, 300), { key })
    const made = (await eventsOf(order))[0]!.after
    const altered: RefundInput[] = [
      line(2, 400),
      line(1, 300),
      { amountMinor: 200 },
      { lines: new Map([[2, 300]]), shippingMinor: 50 },
    ]
    for (const input of altered)
      expect(await refund(order, input, { key })).toEqual({ ok: false, reason: 'other-request', made })
    expect(await refund(order, line(2, 300), { key, reason: 'BUYER_RETURN' })).toMatchObject({
      reason: 'other-request',
    })
    expect(await refund(await addOrder(), line(2, 300), { key })).toMatchObject({ reason: 'other-request' })
    expect(await refund(order, line(2, 300), { key })).toEqual({ ok: true, repeated: true, amountMinor: 300 })
    // Everything that was left then.
    const all = newRefundKey()
    await refund(order, 'rest', { key: all })
    expect(await refund(order, 'rest', { key: all })).toEqual({ ok: true, repeated: true, amountMinor: 700 })
    expect(await refundsOf(order)).toMatchObject([{ amount_minor: 300 }, { amount_minor: 700 }])
  })

  it('never exceeds the captured amount, also with parallel requests', async () => {
    const order = await addOrder()
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => refund(order, { amountMinor: 300 })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(outcomes).toContainEqual({ ok: false, reason: 'more-than-left', over: [{ of: 'order', leftMinor: 100 }] })
    await expect(
      sql`insert into refunds (seller_id, order_id, reason, state, currency, amount_minor)
        values (${ann}, ${order.id}, 'OTHER_ADJUSTMENT', 'PENDING', 'GBP', 101)`.execute(db.owner),
    ).rejects.toThrow('refunds exceed what was paid')
  })

  it('finds no order or refund of another seller', async () => {
    const order = await addOrder()
    const key = await refused(order)
    expect(await refund(order, 'rest', { sellerId: bob })).toEqual({ ok: false, reason: 'unknown' })
    expect(await retry(key, bob)).toEqual({ ok: false, reason: 'unknown' })
    await settleRefund(hub, bob, key)
    expect(side.asked).toHaveLength(1)
  })
})

describe('the payment provider', () => {
  it('is asked once by one of several processes', async () => {
    const order = await addOrder()
    await refund(order, 'rest')
    await Promise.all([settleDueRefunds(hub), settleDueRefunds(hub), settleDueRefunds(hub)])
    expect(side.asked.filter(({ orderNumber }) => orderNumber === order.number)).toHaveLength(1)
    expect((await eventsOf(order)).map(({ kind }) => kind)).toEqual(['REFUND_REQUESTED', 'REFUND_MADE'])
  })

  it('is asked again with the same key if it does not answer, and not too early', async () => {
    const order = await addOrder()
    await refund(order, 'rest')
    side.says = new Error('no way there')
    await settleDueRefunds(hub)
    expect(await refundsOf(order)).toMatchObject([{ state: 'PENDING', asked: 1 }])
    side.says = { made: true }
    now = new Date(begin.getTime() + 119_999)
    await settleDueRefunds(hub)
    expect(side.asked).toHaveLength(1)
    now = new Date(begin.getTime() + 120_000)
    await settleDueRefunds(hub)
    expect(side.asked.map(({ key }) => key)).toEqual([side.asked[0]!.key, side.asked[0]!.key])
    expect(await refundsOf(order)).toMatchObject([{ state: 'REFUNDED' }])
  })

  it('may refuse: nothing is refunded, and one of two members can repeat it', async () => {
    const order = await addOrder()
    const key = await refused(order)
    expect(await refundsOf(order)).toMatchObject([{ state: 'FAILED', refusal: 'DECLINED', refunded_at: null }])
    expect([await statusOf(order), await leftOf(order)]).toEqual(['PAID', 1000])
    const outcomes = await Promise.all([retry(key), retry(key)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    side.says = { made: true }
    await settleDueRefunds(hub)
    expect(side.asked.at(-1)!.key).toBe(`${key}-2`)
    expect(await refundsOf(order)).toMatchObject([{ state: 'REFUNDED', refusal: null, round: 2 }])
    expect(await retry(key)).toMatchObject({ ok: false, reason: 'not-possible-now' })
    const kinds = ['REFUND_REQUESTED', 'REFUND_REFUSED', 'REFUND_RETRIED', 'REFUND_MADE']
    const events = await eventsOf(order)
    expect(events.map((event) => event.kind)).toEqual(kinds)
    expect(events.slice(1).map(({ before }) => before)).toEqual(events.slice(0, -1).map(({ after }) => after))
    expect(events.at(-1)!.after).toMatchObject({ state: 'REFUNDED', amountMinor: 400, refusal: null })
  })

  it('failed and the seller paid another way: it is settled once, and waiting work continues', async () => {
    const order = await addOrder()
    const key = await refused(order)
    const followed: string[] = []
    const followers = [async (_db: unknown, { state }: { state: string }) => void followed.push(state)]
    const settle = (sellerId = ann) =>
      db.asSeller(sellerId, 'write', (own) => settleElsewhere(own, { sellerId, key, actor: amira, now, followers }))
    expect(await settle(bob)).toEqual({ ok: false, reason: 'unknown' })
    const outcomes = await Promise.all([settle(), settle(), retry(key)])
    const won = outcomes.findIndex(({ ok }) => ok)
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    // The retry won; it is refused again.
    if (won === 2) await settleDueRefunds(hub)
    if (won === 2) expect(await settle()).toMatchObject({ ok: true })
    expect(await refundsOf(order)).toMatchObject([{ state: 'REFUNDED', refusal: null, settled: 'ELSEWHERE' }])
    expect([await leftOf(order), followed]).toEqual([600, ['REFUNDED']])
    expect((await eventsOf(order)).at(-1)).toMatchObject({
      kind: 'REFUND_MADE',
      actor: amira,
      before: { state: 'FAILED' },
    })
    expect(await retry(key)).toMatchObject({ ok: false, reason: 'not-possible-now' })
  })

  it('failed and the seller paid another way: the funds in the hub get back what it took, beside the fee', async () => {
    const order = await addOrder()
    const key = await refused(order)
    const followers = [postRefunded(testLedgerRules)]
    await db.asSeller(ann, 'write', (own) => settleElsewhere(own, { sellerId: ann, key, actor: amira, now, followers }))
    const transactions = await rowsOf(db.owner, 'transactions', { order_id: order.id }, 'id')
    expect(transactions).toMatchObject([
      { kind: 'SALE', gross_minor: 1000, fees_minor: -159 },
      { kind: 'REFUND', gross_minor: -400, fees_minor: 52 },
      { kind: 'OWN_PAYMENT', gross_minor: 400, fees_minor: 0 },
    ])
  })

  it('is not trusted about an earlier request', async () => {
    const order = await addOrder()
    const key = await refused(order)
    await retry(key)
    const late = { followers: [], sellerId: ann, key, askedAs: `${key}-1`, answer: { made: true } as const, now }
    await db.asSeller(ann, 'write', (own) => keepAnswer(own, late))
    expect(await refundsOf(order)).toMatchObject([{ state: 'PENDING', round: 2 }])
  })

  it('is not asked again for an amount refunded another way since', async () => {
    const order = await addOrder()
    const key = await refused(order)
    await refund(order, { amountMinor: 601 })
    expect(await retry(key)).toMatchObject({ ok: false, reason: 'more-than-left' })
    // Nor is it due once the amount was refunded otherwise.
    expect(await refundsOf(order)).toMatchObject([{ settled: null }, { state: 'PENDING' }])
    side.says = { made: true }
    await settleDueRefunds(hub)
    expect(await refundsOf(order)).toMatchObject([{ state: 'FAILED', settled: 'OTHERWISE' }, { state: 'REFUNDED' }])
    // Enough of the order is left, but not of its part.
    const other = await addOrder()
    const ofBoth = await refused(other)
    await refund(other, line(1, 241))
    expect([await retry(ofBoth), await leftOf(other)]).toMatchObject([{ ok: false, reason: 'more-than-left' }, 759])
  })

  it('is not settled by a pending refund, which may still fail', async () => {
    const order = await addOrder()
    side.says = { made: false, refusal: 'DECLINED' }
    const key = newRefundKey()
    await refund(order, line(1, 300), { key })
    await settleRefund(hub, ann, key)
    await refund(order, line(1, 150))
    const made = newRefundKey()
    await refund(order, line(2, 10), { key: made })
    side.says = { made: true }
    await settleRefund(hub, ann, made)
    expect(await refundsOf(order)).toMatchObject([
      { state: 'FAILED', settled: null },
      { state: 'PENDING' },
      { state: 'REFUNDED' },
    ])
  })

  it('has its answer and the effects stored in one transaction', async () => {
    const order = await addOrder()
    const key = newRefundKey()
    await refund(order, 'rest', { key })
    hub.refunds = { payments: side, followers: [() => Promise.reject(new Error('nobody follows'))] }
    await expect(settleRefund(hub, ann, key)).rejects.toThrow('nobody follows')
    expect(await refundsOf(order)).toMatchObject([{ state: 'PENDING' }])
    const seen: unknown[] = []
    hub.refunds = { payments: side, followers: [async (_, settled) => void seen.push(settled)] }
    now = new Date(begin.getTime() + hour)
    await settleDueRefunds(hub)
    expect(seen).toContainEqual({ sellerId: ann, orderId: order.id, key, state: 'REFUNDED', now })
  })
})

it('the database keeps a refund’s sum, parts and result unchanged', async () => {
  const order = await addOrder()
  const key = newRefundKey()
  await refund(order, line(1, 100), { key })
  await settleRefund(hub, ann, key)
  const [made] = await refundsOf(order)
  const asRequest = (statement: string) => db.asSeller(ann, 'write', (own) => sql.raw(statement).execute(own))
  await expect(asRequest('update refunds set amount_minor = 1')).rejects.toThrow('permission denied')
  await expect(asRequest('delete from refunds')).rejects.toThrow('permission denied')
  await expect(asRequest('update refund_parts set amount_minor = 1')).rejects.toThrow('permission denied')
  await expect(
    asRequest(`update refunds set state = 'PENDING', refunded_at = null where id = ${made!.id}`),
  ).rejects.toThrow('a refund that was made stays')
  await expect(
    asRequest(`insert into refund_parts (seller_id, refund_id, position, kind, amount_minor)
      values (${ann}, ${made!.id}, 9, 'ITEM', 1)`),
  ).rejects.toThrow('the parts of a refund are not its amount')
})
