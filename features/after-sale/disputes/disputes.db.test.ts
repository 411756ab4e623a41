import { rowsOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { requestCancellation } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { readCase } from '#features/after-sale/cases/cases-db.server.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { expectSoundBooks, testLedgerRules } from '#features/core/ledger/testing.ts'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'
import { day } from '#lib/duration.ts'
import type { DisputeNumber, DisputeStep } from './dispute.ts'
import { loseDueDisputes } from './due-disputes.server.ts'
import { moveDispute, type DisputeMove } from './move-dispute-db.server.ts'
import { addDispute } from './testing.ts'

const now = new Date('2026-11-18T12:00:00Z')
const later = (days: number, milliseconds = 0) => new Date(now.getTime() + days * day + milliseconds)

const db = await testDatabase({ poolSize: 6 })
const ann = await addSeller(db, 'ann')

/** A shipped order of 11.00 whose sale is posted. */
async function sold() {
  const order = await addSold(db, ann)
  await db.asSeller(ann, 'write', (own) =>
    postOrders(own, { sellerId: ann, orderIds: [order.id], rules: testLedgerRules }),
  )
  return order
}
type Sold = Awaited<ReturnType<typeof sold>>

async function disputed(order: Sold, more: Partial<Parameters<typeof addDispute>[1]> = {}): Promise<DisputeNumber> {
  const opened = await addDispute(db, { sellerId: ann, order: order.number, now, ...more })
  if (!opened.ok) throw new Error(opened.reason)
  return brand<DisputeNumber>(opened.dispute.dispute_number)
}

const move = (number: DisputeNumber, step: DisputeStep, more: Partial<DisputeMove> = {}) =>
  db.asSeller(ann, 'write', (own) => moveDispute(own, { sellerId: ann, number, step, now, policyPack, ...more }))

const read = (number: DisputeNumber) =>
  db.owner.selectFrom('disputes').selectAll().where('dispute_number', '=', number).executeTakeFirstOrThrow()

/** Net of an order's disputes in the seller's funds, in minor units. */
async function disputedMinor({ id }: Sold): Promise<number> {
  const rows = await rowsOf(db.owner, 'transactions', { order_id: id, kind: 'DISPUTE' })
  return rows.reduce((sum, { net_minor: minor }) => sum + minor, 0)
}

describe('opening a dispute', () => {
  it('takes its amount from the seller’s money, once', async () => {
    const order = await sold()
    const number = await disputed(order)
    expect(await read(number)).toMatchObject({ state: 'ACTION_NEEDED', amount_minor: 500, respond_by: later(5) })
    expect(await disputedMinor(order)).toBe(-500)
    expect(await addDispute(db, { sellerId: ann, order: order.number, now })).toMatchObject({ reason: 'open-already' })
    expect(await disputedMinor(order)).toBe(-500)
    await expectSoundBooks(db)
  })

  it('is possible up to what refunds and disputes leave, and the database holds it', async () => {
    const order = await sold()
    const whole = { sellerId: ann, order: order.number, now }
    expect(await addDispute(db, { ...whole, amountMinor: 1_101 })).toMatchObject({
      reason: 'more-than-left',
      leftMinor: 1_100,
    })
    expect(await addDispute(db, { ...whole, amountMinor: 0 })).toMatchObject({ reason: 'nothing-disputed' })
    const number = await disputed(order, { amountMinor: 1_100 })
    await expect(
      sql`update disputes set amount_minor = 1101 where dispute_number = ${number}`.execute(db.owner),
    ).rejects.toThrow('refunds exceed what was paid')
  })

  it('leaves nothing of its amount to refund until it is won', async () => {
    const order = await sold()
    const number = await disputed(order, { amountMinor: 1_100 })
    const refund = () =>
      db.asSeller(ann, 'write', (own) =>
        refundOrder(own, {
          sellerId: ann,
          number: order.number,
          key: newRefundKey(),
          reason: 'OTHER_ADJUSTMENT',
          input: { amountMinor: 1 },
          actor: { kind: 'HUB' },
          now,
        }),
      )
    expect(await refund()).toEqual({ ok: false, reason: 'nothing-left' })
    await move(number, 'win')
    expect(await refund()).toMatchObject({ ok: true })
  })

  it('closes open cases of the order and lets no new one begin', async () => {
    const order = await sold()
    const newCase = {
      sellerId: ann,
      order: order.number,
      line: 1,
      units: 1,
      kind: 'RETURN' as const,
      reason: 'NOT_AS_DESCRIBED' as const,
      words: 'The needle sticks.',
      photos: [],
      now,
      policyPack,
    }
    const number = newCaseNumber('RETURN')
    await db.asSeller(ann, 'write', (own) => openCase(own, { ...newCase, number, key: `open ${number}` }))
    await disputed(order)
    const kept = await db.asSeller(ann, 'read', (own) => readCase(own, ann, number))
    expect(kept?.facts).toMatchObject({ state: 'CLOSED', step: 'disputed' })
    const another = newCaseNumber('RETURN')
    expect(
      await db.asSeller(ann, 'write', (own) => openCase(own, { ...newCase, number: another, key: `open ${another}` })),
    ).toEqual({ ok: false, reason: 'disputed' })
  })

  it('declines a request to cancel', async () => {
    const added = await addOrderToShip(db, ann, [2], { placedAt: now })
    const order = { id: added.id, number: assertDefined(parseOrderNumber(added.number), 'it has a number') }
    await db.asSeller(ann, 'write', (own) =>
      requestCancellation(own, {
        sellerId: ann,
        number: order.number,
        key: newCancelKey(),
        reason: 'ORDER_MISTAKE',
        actor: { kind: 'BUYER' },
        now,
        policyPack,
      }),
    )
    await disputed(order, { amountMinor: 100 })
    const last = await db.owner.selectFrom('cancellations').select('state').where('order_id', '=', order.id).execute()
    expect(last).toEqual([{ state: 'REJECTED' }])
  })
})

describe('a dispute', () => {
  it('that is won gives its amount back', async () => {
    const order = await sold()
    const number = await disputed(order)
    expect(
      await move(number, 'contest', { answer: { text: 'Delivered on 12 November.', files: [] }, by: 'Ada' }),
    ).toMatchObject({
      ok: true,
      dispute: { state: 'CONTESTED', answer: 'Delivered on 12 November.', answered_by: 'Ada' },
    })
    expect(await move(number, 'accept')).toMatchObject({ ok: false, reason: 'answered-already' })
    expect(await move(number, 'win', { now: later(20) })).toMatchObject({ ok: true, dispute: { state: 'WON' } })
    expect(await disputedMinor(order)).toBe(0)
    expect(await move(number, 'lose')).toMatchObject({ ok: false, reason: 'closed-already' })
    expect(await disputedMinor(order)).toBe(0)
    await expectSoundBooks(db)
  })

  it('that is lost costs the fee of its currency beside its amount', async () => {
    const costly = { dispute: { ...policyPack.dispute, fee: { GBP: 1_500 } } }
    const [first, second] = [await sold(), await sold()]
    await move(await disputed(first), 'lose', { policyPack: costly })
    await move(await disputed(second), 'lose')
    expect([await disputedMinor(first), await disputedMinor(second)]).toEqual([-2_000, -500])
    await expectSoundBooks(db)
  })

  it('that is accepted costs no fee', async () => {
    const order = await sold()
    const number = await disputed(order)
    const costly = { dispute: { ...policyPack.dispute, fee: { GBP: 1_500 } } }
    expect(await move(number, 'accept', { policyPack: costly, by: 'Ada' })).toMatchObject({
      dispute: { state: 'ACCEPTED', closed_at: now, fee_minor: 0 },
    })
    expect(await disputedMinor(order)).toBe(-500)
  })

  it('takes files of the seller only', async () => {
    const number = await disputed(await sold())
    const answer = { text: 'See the proof.', files: [{ hash: '0'.repeat(64), name: null }] }
    expect(await move(number, 'contest', { answer })).toEqual({ ok: false, reason: 'unknown-file' })
  })

  it('is answered by one of two at once', async () => {
    const number = await disputed(await sold())
    const outcomes = await Promise.all([move(number, 'accept'), move(number, 'contest')])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('is lost when its time is over, and not before', async () => {
    const order = await sold()
    const number = await disputed(order)
    let at = later(5, -1)
    const hub = testServices(db, { now: () => at })
    await loseDueDisputes(hub)
    expect((await read(number)).state).toBe('ACTION_NEEDED')
    at = later(5)
    await loseDueDisputes(hub)
    expect(await read(number)).toMatchObject({ state: 'LOST', closed_at: later(5), answered_at: null })
    expect(await move(number, 'contest', { now: later(5) })).toMatchObject({ ok: false, reason: 'closed-already' })
  })

  it('is lost first where an answer comes too late, whatever the job does', async () => {
    const number = await disputed(await sold())
    expect(await move(number, 'contest', { now: later(5) })).toMatchObject({ ok: false, reason: 'closed-already' })
    expect((await read(number)).state).toBe('LOST')
  })
})
