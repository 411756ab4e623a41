import { addRows, rowsOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { caseStates, type CaseNumber } from '#features/core/order/order-case.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { parseRefundKey } from '#features/after-sale/refunds/refund.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { retryRefund } from '#features/after-sale/refunds/retry-refund-db.server.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { day, hour } from '#lib/duration.ts'
import { loadCase } from './case-details-db.server.ts'
import { rulesInCurrency, saveCaseRules } from './case-rules-db.server.ts'
import { whoseTurn } from './case-states.ts'
import { runDueCases } from './due-cases.server.ts'
import { type NewCase } from './open-case-db.server.ts'
import { addSold, testCases } from './testing.ts'

const now = new Date('2026-11-18T19:26:00Z')
const amira: Actor = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' }
const ben: Actor = { kind: 'MEMBER', id: 'ben', name: 'Ben Ito' }
const buyer: Actor = { kind: 'BUYER' }
const parcel = { carrier: 'Royal Mail', trackingNumber: 'RN473124829GB' }

const db = await testDatabase({ poolSize: 6 })
const ann = await addSeller(db, 'ann')
const bob = await addSeller(db, 'bob')

const { newCase, open, opened, move, stand, timelineOf } = testCases(db, { sellerId: ann, actor: amira, now })

describe('opening a case', () => {
  it('happens once per request, with deadline, rule, calendar and timeline entry', async () => {
    const given = newCase(await addSold(db, ann))
    expect(await Promise.all([open(given), open(given)])).toEqual(
      expect.arrayContaining([
        { ok: true, repeated: false },
        { ok: true, repeated: true },
      ]),
    )
    const { row, facts } = await stand(given.number)
    expect(row).toMatchObject({
      state: 'RETURN_REQUESTED',
      turn: 'SELLER',
      amount_minor: 122,
      words: 'The needle sticks.',
    })
    expect(row.due_at).toEqual(new Date('2026-11-23T23:59:59Z'))
    expect(row.deadline).toMatchObject({
      rule: 'returnSellerResponse',
      days: ['2026-11-19', '2026-11-20', '2026-11-23'],
    })
    expect(await timelineOf(given.number)).toEqual([{ facts, by: 'BUYER', at: now }])
  })

  it('is refused if nothing can be returned, or not any more', async () => {
    const refused = async (more: Partial<NewCase>, sold: Parameters<typeof addSold>[2] = {}) => {
      const outcome = await open(newCase(await addSold(db, ann, sold), more))
      return outcome.ok ? null : outcome.reason
    }
    const delivered = new Date('2026-11-01T12:00:00Z')
    const after = (days: number, ms = 0) => new Date(delivered.getTime() + days * day + ms)
    const remorse = { reason: 'NO_LONGER_NEED_ITEM' } as const
    expect(await refused({ ...remorse, now: after(14) }, { deliveredAt: delivered, returnDays: 14 })).toBeNull()
    expect(await refused({ ...remorse, now: after(14, 1) }, { deliveredAt: delivered, returnDays: 14 })).toBe(
      'too-late',
    )
    expect(await refused(remorse, { returnDays: 0 })).toBe('no-returns')
    // Items not as described can be returned for 30 days, whatever the policy says.
    expect(await refused({ now: after(30) }, { deliveredAt: delivered, returnDays: 0 })).toBeNull()
    expect(await refused({ now: after(30, 1) }, { deliveredAt: delivered, returnDays: 0 })).toBe('too-late')
    expect(await refused({}, { deliveredAt: null })).toBe('not-delivered')
    const lost = { kind: 'NOT_RECEIVED', reason: 'ITEM_NOT_RECEIVED' } as const
    expect(await refused(lost)).toBe('delivered')
    expect(await refused({ ...lost, now: after(1) }, { deliveredAt: null, expectedAt: after(1) })).toBeNull()
    expect(await refused({ ...lost, now: after(1, -1) }, { deliveredAt: null, expectedAt: after(1) })).toBe('too-early')
    expect(await refused({ units: 10 })).toBe('no-unit-left')
    expect(await refused({ order: newCase(await addSold(db, bob)).order })).toBe('unknown')
    expect(await refused({ photos: [{ hash: '0'.repeat(32), alt: '' }] })).toBe('unknown-picture')
  })

  it('is possible once per unit, also for two at the same moment, as the database ensures', async () => {
    const order = await addSold(db, ann, { units: 2 })
    const outcomes = await Promise.all([1, 2, 3].map(() => open(newCase(order))))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2)
    expect(outcomes).toContainEqual({ ok: false, reason: 'no-unit-left' })
    const add = sql`insert into cases (seller_id, case_number, kind, state, reason, order_id, line_item_id, units, words, currency,
        amount_minor, opened_at, answer_by)
      select seller_id, '5-99999999', kind, state, reason, order_id, line_item_id, 1, '', currency, amount_minor, opened_at, answer_by
      from cases where seller_id = ${ann} and order_id = ${order.id} limit 1`
    await expect(add.execute(db.owner)).rejects.toThrow('a unit is in two open cases')
    // A closed case allows another for its unit.
    const { rows } = await sql<{ number: CaseNumber }>`
      select case_number as number from cases where seller_id = ${ann} and order_id = ${order.id} limit 1`.execute(
      db.owner,
    )
    await move(rows[0]!.number, 'withdraw', { actor: buyer })
    expect(await open(newCase(order))).toEqual({ ok: true, repeated: false })
  })

  it('is answered by the seller’s own rules only', async () => {
    const stateBy = async (more: Partial<NewCase>, sold: Parameters<typeof addSold>[2] = {}) =>
      (await stand(await opened({ sellerId: bob, ...more }, sold), bob)).row
    const small = { units: 2 }
    expect(await stateBy(small)).toMatchObject({ state: 'RETURN_REQUESTED', amount_minor: 244 })
    await db.asSeller(bob, 'write', (own) =>
      saveCaseRules(own, bob, {
        acceptReasons: ['DEFECTIVE_ITEM', 'WRONG_SIZE'],
        refundUpToMinor: 243,
        labelMinor: 335,
      }),
    )
    expect(await stateBy({ ...small, reason: 'DEFECTIVE_ITEM' })).toMatchObject({ state: 'RETURN_LABEL_PENDING' })
    expect(await stateBy({ reason: 'WRONG_SIZE' })).toMatchObject({ state: 'ITEM_READY_TO_SHIP' })
    expect(await stateBy(small)).toMatchObject({ state: 'RETURN_REQUESTED' })
    expect(await stateBy({})).toMatchObject({ state: 'REFUND_INITIATED', refund_minor: 122 })
    expect(await stateBy({ kind: 'NOT_RECEIVED', reason: 'ITEM_NOT_RECEIVED' }, { deliveredAt: null })).toMatchObject({
      state: 'REFUND_INITIATED',
    })
  })

  it('is not refunded by a rule in another currency: 10,000 won are not a hundred pounds', async () => {
    const kim = await addSeller(db, 'kim', { currency: 'KRW' })
    await db.asSeller(kim, 'write', (own) =>
      saveCaseRules(own, kim, { acceptReasons: [], refundUpToMinor: 10_000, labelMinor: 4_000 }),
    )
    const number = await opened({ sellerId: kim })
    expect((await stand(number, kim)).row).toMatchObject({ state: 'RETURN_REQUESTED', currency: 'GBP' })
    const inMoney = (currency: string) => db.asSeller(kim, 'read', (own) => rulesInCurrency(own, kim, currency))
    expect(await inMoney('GBP')).toEqual({ acceptReasons: [], refundUpToMinor: null, labelMinor: null })
    expect(await inMoney('KRW')).toEqual({ acceptReasons: [], refundUpToMinor: 10_000, labelMinor: 4_000 })
  })
})

describe('a case', () => {
  it('shows the return rate of sold units, without cancelled ones and undecided requests', async () => {
    const order = await addSold(db, ann)
    const given = newCase(order)
    await open(given)
    const read = async () =>
      (await db.asSeller(ann, 'read', (own) => loadCase(own, { sellerId: ann, number: given.number })))!.context
    expect(await read()).toMatchObject({ sold: 9, sent_back: 0 })
    const lines = db.owner.updateTable('line_items').where('order_id', '=', order.id)
    await lines.set({ quantity: 12, cancelled_quantity: 3 }).execute()
    const [asked, back] = [newCase(order), newCase(order, { units: 2 })]
    for (const other of [asked, back]) await open(other)
    await move(asked.number, 'withdraw', { actor: buyer })
    await move(back.number, 'accept', { parcel })
    await move(back.number, 'mark-delivered')
    expect(await read()).toMatchObject({ sold: 9, sent_back: 2 })
  })

  it('goes from acceptance to one refund, with every step in its timeline', async () => {
    const hub = testServices(db)
    const number = await opened({ units: 3 })
    await move(number, 'accept')
    await move(number, 'give-label', { parcel })
    await move(number, 'send-back', { actor: buyer })
    expect(await move(number, 'delivered-back', { actor: { kind: 'MARKETPLACE' } })).toMatchObject({
      ok: true,
      facts: { state: 'ITEM_DELIVERED', deadline: { rule: 'returnRefundAfterDelivery' } },
    })
    const key = 'answer once'
    const refunds = await Promise.all([move(number, 'refund', { key }), move(number, 'refund', { key })])
    expect(refunds.map((each) => each.ok && each.repeated).filter(Boolean)).toHaveLength(1)
    const { row } = await stand(number)
    expect(row).toMatchObject({ state: 'REFUND_INITIATED', turn: 'PAYMENT', refund_minor: 366, due_at: null })
    await settleRefund({ ...hub, now: () => now }, ann, parseRefundKey(row.refund_key)!)
    expect((await stand(number)).row).toMatchObject({ state: 'CLOSED', closed_at: now })
    const refunded = await rowsOf(db.owner, 'refunds', { order_id: row.order_id })
    expect(refunded).toMatchObject([{ amount_minor: 366, state: 'REFUNDED', reason: 'ITEM_NOT_AS_DESCRIBED' }])
    const timeline = await timelineOf(number)
    expect(timeline.map(({ facts, by }) => `${by} ${facts.step} ${facts.state}`)).toEqual([
      'BUYER open RETURN_REQUESTED',
      'MEMBER accept RETURN_LABEL_PENDING',
      'MEMBER give-label ITEM_READY_TO_SHIP',
      'BUYER send-back ITEM_SHIPPED',
      'MARKETPLACE delivered-back ITEM_DELIVERED',
      'MEMBER refund REFUND_INITIATED',
      'MARKETPLACE refunded CLOSED',
    ])
    expect(timeline.at(-1)!.facts).toEqual((await stand(number)).facts)
  })

  it('is answered by the first of two members; the second sees the result, and other sellers nothing', async () => {
    const number = await opened()
    const outcomes = await Promise.all([move(number, 'decline'), move(number, 'refund', { actor: ben })])
    // A refused refund can be retried; after a refund nothing is left to refuse.
    const { row } = await stand(number)
    expect(row.state).toBe('REFUND_INITIATED')
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(
      outcomes[0].ok ? [] : [expect.objectContaining({ reason: 'not-possible-now' })],
    )
    const twice = await opened()
    const both = await Promise.all([move(twice, 'accept'), move(twice, 'accept', { actor: ben })])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual(
      expect.objectContaining({ ok: false, facts: expect.objectContaining({ state: 'RETURN_LABEL_PENDING' }) }),
    )
    expect(await move(number, 'decline', { sellerId: bob })).toEqual({ ok: false, reason: 'unknown' })
  })

  it('refunds only what is left, and says so', async () => {
    const order = await addSold(db, ann, { units: 1 })
    const given = newCase(order)
    await open(given)
    await addRows(db.owner, 'refunds', {
      seller_id: ann,
      order_id: order.id,
      reason: 'OTHER_ADJUSTMENT',
      state: 'REFUNDED',
      currency: 'GBP',
      amount_minor: 250,
      refunded_at: now,
    })
    expect(await move(given.number, 'refund')).toMatchObject({ ok: true, facts: { refundMinor: 50 } })
  })

  it('whose refund fails says so, and ends once it is repeated from the case, from the order, or paid another way', async () => {
    const hub = { ...testServices(db), now: () => now }
    const refusing = {
      ...hub,
      refunds: { ...hub.refunds, payments: { refund: async () => ({ made: false, refusal: 'DECLINED' }) as const } },
    }
    const failed = async () => {
      const number = await opened()
      await move(number, 'refund')
      const { row } = await stand(number)
      const key = parseRefundKey(row.refund_key)!
      await settleRefund(refusing, ann, key)
      expect((await stand(number)).row).toMatchObject({ state: 'REFUND_FAILED', turn: 'SELLER' })
      return { number, key, orderId: row.order_id }
    }
    const again = await failed()
    expect(await move(again.number, 'refund')).toMatchObject({
      ok: true,
      refundKey: again.key,
      facts: { state: 'REFUND_INITIATED' },
    })
    await settleRefund(hub, ann, again.key)
    expect((await stand(again.number)).row.state).toBe('CLOSED')

    const byOrder = await failed()
    await db.asSeller(ann, 'write', (own) => retryRefund(own, { sellerId: ann, key: byOrder.key, actor: amira, now }))
    await settleRefund(hub, ann, byOrder.key)
    expect((await stand(byOrder.number)).row.state).toBe('CLOSED')

    const otherwise = await failed()
    // The order has a paid amount that belongs to no line and is not refunded.
    await sql`update payments set amount_minor = 1600 where order_id = ${otherwise.orderId}`.execute(db.owner)
    const giveBack = async (orderId: number, minor: number, shippingMinor = 200) => {
      const numbers = db.owner.selectFrom('orders').select('order_number').where('id', '=', orderId)
      const number = parseOrderNumber((await numbers.executeTakeFirstOrThrow()).order_number)!
      const parts = { lines: new Map([[1, minor]]), shippingMinor }
      const all = { sellerId: ann, number, key: newRefundKey(), reason: 'OTHER_ADJUSTMENT', input: parts } as const
      await db.asSeller(ann, 'write', (own) => refundOrder(own, { ...all, actor: amira, now }))
      if (shippingMinor > 0) await settleRefund(hub, ann, all.key)
      return all.key
    }
    // The first refund is pending and may be refused.
    const pending = await giveBack(otherwise.orderId, 100, 0)
    await giveBack(otherwise.orderId, 800)
    expect((await stand(otherwise.number)).row.state).toBe('REFUND_FAILED')
    await settleRefund(hub, ann, pending)
    expect((await stand(otherwise.number)).row.state).toBe('CLOSED')

    // Less than the promised refund is left of the line: refund only that, and nothing of other lines.
    const partly = await failed()
    await giveBack(partly.orderId, 850)
    const rest = await move(partly.number, 'refund')
    expect(rest).toMatchObject({ ok: true, facts: { state: 'REFUND_INITIATED', refundMinor: 50 } })
    await settleRefund(hub, ann, parseRefundKey(rest.ok ? rest.refundKey : null)!)
    expect((await stand(partly.number)).row).toMatchObject({ state: 'CLOSED', refund_minor: 50 })
  })

  it('that the marketplace decides for the buyer is refunded, also after an earlier failure', async () => {
    const hub = { ...testServices(db), now: () => now }
    const refuses = { refund: async () => ({ made: false, refusal: 'DECLINED' }) as const }
    const decided = async (offered: () => Promise<CaseNumber>) => {
      const number = await offered()
      const { row } = await stand(number)
      const refused = { ...hub, refunds: { ...hub.refunds, payments: refuses } }
      await settleRefund(refused, ann, parseRefundKey(row.refund_key)!)
      await move(number, 'escalate', { actor: buyer })
      const decision = await move(number, 'decide-for-buyer', { actor: { kind: 'MARKETPLACE' } })
      expect(decision).toMatchObject({ ok: true, facts: { state: 'CLOSED_BUYER', refundMinor: 122 } })
      await settleRefund(hub, ann, parseRefundKey(decision.ok ? decision.refundKey : null)!)
      const refunds = db.owner.selectFrom('refunds').select(['state', 'amount_minor as minor'])
      return refunds.where('order_id', '=', row.order_id).orderBy('id').execute()
    }
    const whole = async () => {
      const number = await opened()
      await move(number, 'refund')
      return number
    }
    const part = async () => {
      const number = await opened()
      await move(number, 'offer-part', { percent: 50 })
      await move(number, 'take-offer', { actor: buyer })
      return number
    }
    expect(await decided(whole)).toEqual([{ state: 'REFUNDED', minor: 122 }])
    expect(await decided(part)).toEqual([
      { state: 'FAILED', minor: expect.any(Number) },
      { state: 'REFUNDED', minor: 122 },
    ])
  })

  it('cannot be deleted or rewritten by any request', async () => {
    const number = await opened()
    for (const attempt of ['delete from cases', `update cases set words = ''`, `update cases set amount_minor = 1`])
      await expect(
        db.asSeller(ann, 'write', (own) =>
          sql.raw(`${attempt} where seller_id = ${ann} and case_number = '${number}'`).execute(own),
        ),
      ).rejects.toThrow(/permission denied/)
  })
})

describe('a deadline', () => {
  const late = new Date('2026-11-23T23:59:59Z')

  it('takes effect as of its time, once, whichever process does it, also days later and through several deadlines', async () => {
    const number = await opened()
    const back = await opened({ reason: 'WRONG_SIZE' })
    await move(back, 'accept')
    await move(back, 'mark-delivered')
    const seller = await stand(back)
    expect(seller.row.due_at).toEqual(new Date('2026-11-20T23:59:59Z'))
    // Nothing happens a second earlier.
    await runDueCases(db, { policyPack, now: new Date('2026-11-20T23:59:58Z') })
    expect((await stand(back)).row.state).toBe('ITEM_DELIVERED')
    const later = new Date(late.getTime() + 9 * day)
    const moved = await Promise.all([1, 2, 3].map(() => runDueCases(db, { policyPack, now: later })))
    expect(moved.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(2)
    expect(await runDueCases(db, { policyPack, now: later })).toBe(0)
    expect((await stand(number)).row).toMatchObject({ state: 'RETURN_REQUEST_TIMEOUT', due_at: late })
    expect((await timelineOf(number)).at(-1)).toMatchObject({ by: 'HUB', at: late })
    expect((await stand(back)).row).toMatchObject({ state: 'REFUND_INITIATED', refund_minor: 100 })
    const refunds = await rowsOf(db.owner, 'refunds', { order_id: seller.row.order_id })
    expect(refunds).toMatchObject([{ amount_minor: 100 }])
  })

  it('takes effect before a later answer', async () => {
    const number = await opened({ reason: 'WRONG_SIZE' })
    await move(number, 'accept')
    const { due_at: due } = (await stand(number)).row
    const tooLate = new Date(due!.getTime() + hour)
    expect(await move(number, 'send-back', { actor: buyer, now: tooLate })).toMatchObject({
      ok: false,
      reason: 'not-possible-now',
      facts: { state: 'CLOSED' },
    })
    // The automatic step is kept although the requested one was refused.
    expect((await stand(number)).row).toMatchObject({ state: 'CLOSED', closed_at: due })
  })

  it('is checked against the case’s turn in the database too', async () => {
    const { rows } = await sql<{ state: keyof typeof whoseTurn; turn: string }>`
      select state, case_turn(state) as turn from unnest(${[...caseStates]}::text[]) state`.execute(db.owner)
    expect(Object.fromEntries(rows.map(({ state, turn }) => [state, turn]))).toEqual(whoseTurn)
  })
})
