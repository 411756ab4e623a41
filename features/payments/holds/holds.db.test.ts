import { updateRows } from '#db/testing-row.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { moveCase } from '#features/after-sale/cases/move-case-db.server.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { placeHold } from '#features/core/holds/move-held-funds-db.server.ts'
import type { CaseNumber } from '#features/core/order/order-case.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { day } from '#lib/duration.ts'
import { planPayouts, startDuePayouts } from '../payouts/due-payouts.server.ts'
import { makeFundsAvailable } from '../payouts/funds-available.server.ts'
import { addOldSales, addPostedOrder, moneyOf, type PostedOrder } from '../testing.ts'
import { settleDueHolds } from './due-holds.server.ts'

const paidAt = new Date('2026-11-09T10:00:00Z')
const after = (days: number, ms = 0) => new Date(paidAt.getTime() + days * day + ms)

let ann: number
let now: Date
let hub: TestServices

const db = await testDatabase()
beforeEach(async () => {
  await db.owner.deleteFrom('orders').execute()
  await db.owner.deleteFrom('sellers').execute()
  ann = await addSeller(db, 'ann')
  now = after(3)
  hub = testServices(db, { now: () => now })
})

const holds = () => db.owner.selectFrom('holds').selectAll().where('seller_id', '=', ann).orderBy('id').execute()
const open = async () => (await holds()).filter(({ state }) => state === 'HELD').map(({ reason }) => reason)
const inAgreement = async () => {
  const { accounts, transactions } = await moneyOf(db, ann)
  expect(transactions).toEqual(accounts)
  return accounts
}
/** Runs the jobs at a time. */
const runAt = async (at: Date) => {
  now = at
  await makeFundsAvailable(hub)
  await settleDueHolds(hub)
}
let cases = 0
async function returned(order: PostedOrder): Promise<CaseNumber> {
  const number = newCaseNumber('RETURN')
  const said = {
    kind: 'RETURN',
    reason: 'NOT_AS_DESCRIBED',
    words: 'It sticks.',
    photos: [],
    units: 1,
    line: 1,
  } as const
  const outcome = await db.asSeller(ann, 'write', (own) =>
    openCase(own, {
      sellerId: ann,
      order: order.number,
      number,
      key: `open ${(cases += 1)}`,
      now,
      policyPack,
      ...said,
    }),
  )
  expect(outcome).toEqual({ ok: true, repeated: false })
  return number
}
const close = (number: CaseNumber) =>
  db.asSeller(ann, 'write', (own) =>
    moveCase(own, {
      sellerId: ann,
      number,
      step: 'withdraw',
      key: `close ${(cases += 1)}`,
      actor: { kind: 'BUYER' },
      now,
      policyPack,
    }),
  )

describe('an open case', () => {
  beforeEach(() => addOldSales(db, ann))

  it('holds the money of its order in the transaction that opens it, and frees it in the one that closes it', async () => {
    const order = await addPostedOrder(db, ann, { netMinor: 900 })
    await runAt(after(3))
    expect(await inAgreement()).toMatchObject({ available: 25_900, held: 0 })
    const number = await returned(order)
    expect(await holds()).toMatchObject([
      {
        order_id: order.id,
        reason: 'RETURN_OPEN',
        state: 'HELD',
        placed_at: now,
        release_at: null,
        latest_at: after(33),
      },
    ])
    expect(await inAgreement()).toMatchObject({ available: 25_000, held: 900 })
    now = after(5)
    await close(number)
    expect(await holds()).toMatchObject([{ state: 'RELEASED', released_at: now }])
    expect(await inAgreement()).toMatchObject({ available: 25_900, held: 0 })
  })
  it('holds money that is processing, which goes on processing after it', async () => {
    const order = await addPostedOrder(db, ann, { netMinor: 900, paidAt: after(4), deliveredAt: after(4) })
    now = after(4, 1)
    const number = await returned(order)
    await close(number)
    expect(await inAgreement()).toMatchObject({ processing: 25_900, held: 0 })
    await returned(order)
    await runAt(after(7))
    expect(await inAgreement()).toMatchObject({ available: 25_000, held: 900, processing: 0 })
  })
  it('keeps money from payouts, and one that was paid out stays paid', async () => {
    const order = await addPostedOrder(db, ann, { netMinor: 900 })
    await runAt(after(3))
    await planPayouts(hub)
    const number = await returned(order)
    now = new Date('2026-11-17T00:00:00Z')
    expect(await startDuePayouts(hub)).toBe(1)
    expect(await inAgreement()).toMatchObject({ available: 0, held: 900, inPayout: 25_000 })
    // Released on Tuesday, it is in the payout after the next Sunday.
    await close(number)
    now = new Date('2026-11-24T00:00:00Z')
    await db.owner.updateTable('payouts').set({ state: 'SUCCEEDED', settled_at: now, ask_at: null }).execute()
    expect(await startDuePayouts(hub)).toBe(1)
    await returned(order)
    expect(await open()).toEqual([])
  })
  it('holds for thirty days at most', async () => {
    const order = await addPostedOrder(db, ann)
    await returned(order)
    await runAt(after(33, -1))
    expect(await open()).toEqual(['RETURN_OPEN'])
    await runAt(after(33))
    expect(await open()).toEqual([])
    expect(await inAgreement()).toMatchObject({ held: 0 })
  })
  it('that opened or closed without holds is corrected by the job', async () => {
    const order = await addPostedOrder(db, ann)
    const number = await returned(order)
    await updateRows(db.owner, 'cases', { case_number: number }, { state: 'CLOSED', closed_at: now })
    await runAt(now)
    expect(await open()).toEqual([])
    await updateRows(db.owner, 'cases', { case_number: number }, { state: 'RETURN_REQUESTED', closed_at: null })
    await runAt(now)
    expect(await open()).toEqual(['RETURN_OPEN'])
  })
})

describe('a new seller', () => {
  it('waits for the delivery, and is paid one day after it', async () => {
    const order = await addPostedOrder(db, ann, { deliveredAt: null })
    await runAt(after(2, -1))
    expect(await inAgreement()).toMatchObject({ processing: 900, held: 0 })
    await runAt(after(2))
    expect(await holds()).toMatchObject([{ reason: 'NOT_DELIVERED', release_at: after(6), latest_at: after(12) }])
    expect(await inAgreement()).toMatchObject({ held: 900 })
    await updateRows(db.owner, 'shipments', { order_id: order.id }, { state: 'DELIVERED', delivered_at: after(4) })
    await runAt(after(5, -1))
    expect(await open()).toEqual(['NOT_DELIVERED'])
    await runAt(after(5))
    expect(await open()).toEqual([])
    expect(await inAgreement()).toMatchObject({ available: 900, held: 0 })
  })
  it('is paid without a delivery at the latest time', async () => {
    await addPostedOrder(db, ann, { deliveredAt: null })
    await runAt(after(2))
    await runAt(after(6))
    expect(await holds()).toMatchObject([{ release_at: after(12), latest_at: after(12), state: 'HELD' }])
    await runAt(after(12, -1))
    expect(await open()).toEqual(['NOT_DELIVERED'])
    await runAt(after(12))
    expect(await inAgreement()).toMatchObject({ available: 900, held: 0 })
  })
  it('has the money held for a case instead, and for the delivery again after it', async () => {
    const order = await addPostedOrder(db, ann, { deliveredAt: after(2) })
    await runAt(after(2))
    const number = await returned(order)
    expect(await open()).toEqual(['RETURN_OPEN'])
    await close(number)
    expect(await open()).toEqual(['NOT_DELIVERED'])
    await runAt(after(3))
    expect(await open()).toEqual([])
    expect((await holds()).map(({ state }) => state)).toEqual(['RELEASED', 'RELEASED', 'RELEASED'])
    await inAgreement()
  })
})

it('the marketplace’s hold is left alone until the time it named', async () => {
  await addOldSales(db, ann)
  const order = await addPostedOrder(db, ann)
  await runAt(after(3))
  const held = { sellerId: ann, orderId: order.id, currency: 'GBP', now }
  await db.asSeller(ann, 'write', (own) => placeHold(own, held, { reason: 'MARKETPLACE', release_at: after(9) }))
  const number = await returned(order)
  await close(number)
  await runAt(after(9, -1))
  expect(await open()).toEqual(['MARKETPLACE'])
  await runAt(after(9))
  expect(await open()).toEqual([])
  expect(await inAgreement()).toMatchObject({ available: 25_900 })
})
