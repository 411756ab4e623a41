import { propertyRuns } from '#db/testing-property-runs.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import type { DisputeNumber } from '#features/after-sale/disputes/dispute.ts'
import { addDispute } from '#features/after-sale/disputes/testing.ts'
import { moveDispute } from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { placeHold, releaseHold } from '#features/core/holds/move-held-funds-db.server.ts'
import { readIsNewSeller } from '#features/core/holds/seller-sales-db.server.ts'
import { fundsAccount, type NewTransaction } from '#features/core/ledger/entry.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'
import { day } from '#lib/duration.ts'
import { movePayout, lockPayout } from '../payouts/move-payout-db.server.ts'
import { startPayouts } from '../payouts/start-payout-db.server.ts'
import { makeFundsAvailable } from '../payouts/funds-available.server.ts'
import { addOldSales, addPostedOrder, moneyOf, type PostedOrder } from '../testing.ts'

// Which rows of money wait, and from which moment they can be paid out: both sides of each boundary.

const paidAt = new Date('2026-11-09T10:00:00Z')
const after = (days: number, ms = 0) => new Date(paidAt.getTime() + days * day + ms)
const until = (at: Date) => new Date(at.getTime() + 1)

let ann: number
let now: Date
let hub: TestServices

const db = await testDatabase()
beforeEach(async () => {
  await db.owner.deleteFrom('orders').execute()
  await db.owner.deleteFrom('sellers').execute()
  ann = await addSeller(db, 'ann')
  now = paidAt
  hub = testServices(db, { now: () => now })
})

const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(ann, 'write', work)
const held = (order: PostedOrder, at: Date) => ({ sellerId: ann, orderId: order.id, currency: 'GBP', now: at })
const hold = (order: PostedOrder, at: Date) =>
  own((tx) => placeHold(tx, held(order, at), { reason: 'MARKETPLACE', release_at: null }))
const rowsOf = (order: PostedOrder) =>
  db.owner
    .selectFrom('transactions')
    .select(['kind', 'state', 'net_minor', 'available_at', 'hold_id'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute()
const kindsIn = async (order: PostedOrder, state: string) =>
  (await rowsOf(order)).filter((row) => row.state === state).map(({ kind }) => kind)

const kinds = ['REFUND', 'OWN_PAYMENT', 'FEE_CREDIT', 'DISPUTE', 'LABEL', 'CHARGE', 'ADJUSTMENT'] as const
const waitingKinds = ['SALE', 'REFUND', 'OWN_PAYMENT', 'FEE_CREDIT', 'DISPUTE']

let serial = 0
type Row = Pick<NewTransaction, 'kind' | 'grossMinor' | 'availableAt'> & { state: 'PROCESSING' | 'AVAILABLE' }

/** Posts a transaction of an order. */
async function add(order: PostedOrder, { kind, grossMinor, state, availableAt }: Row): Promise<void> {
  serial += 1
  const entry = {
    key: `row ${serial}`,
    kind: 'ADJUSTMENT' as const,
    at: paidAt,
    currency: 'GBP',
    orderId: order.id,
    feeSchedule: null,
    reversesId: null,
    postings: [
      { account: fundsAccount(state), amountMinor: grossMinor },
      { account: 'adjustments' as const, amountMinor: -grossMinor },
    ],
    transaction: {
      kind,
      orderNumber: order.number,
      description: 'Row',
      grossMinor,
      feesMinor: 0,
      state,
      availableAt,
      holdId: null,
    },
  }
  await own((tx) => writeEntries(tx, ann, [entry]))
}

const inAgreement = async () => {
  const { accounts, transactions } = await moneyOf(db, ann)
  expect(transactions).toEqual(accounts)
  return accounts
}

/** Begins a payout of what was available before a moment; returns its amount and number, or null. */
async function payout(coversUntil: Date) {
  const [started] = await db.asOwnerFor(ann, (tx) =>
    startPayouts(tx, { sellerId: ann, schedule: 'DAILY', coversUntil, expectedAt: coversUntil, now: coversUntil }),
  )
  if (!started) return null
  const row = await db.owner.selectFrom('payouts').selectAll().where('id', '=', started.id).executeTakeFirstOrThrow()
  return { minor: started.amountMinor, number: row.payout_number }
}

describe('money on hold', () => {
  it.each(['PROCESSING', 'AVAILABLE'] as const)(
    'is the sale with its refunds, credits and disputes while %s; charges beside the sale stay',
    async (state) => {
      const order = await addPostedOrder(db, ann)
      for (const kind of kinds) await add(order, { kind, grossMinor: 10, state, availableAt: after(2) })
      await hold(order, after(3))
      expect(await kindsIn(order, 'ON_HOLD')).toEqual(waitingKinds)
      expect(await kindsIn(order, state)).toEqual(['LABEL', 'CHARGE', 'ADJUSTMENT'])
      await inAgreement()
      expect(await payout(after(99))).toEqual(state === 'AVAILABLE' ? { minor: 30, number: expect.any(String) } : null)
    },
  )
  it('is none once the sale is in a payout', async () => {
    await addOldSales(db, ann)
    const order = await addPostedOrder(db, ann)
    now = after(2)
    await makeFundsAvailable(hub)
    expect(await payout(after(3))).toMatchObject({ minor: 25_900 })
    await add(order, { kind: 'OWN_PAYMENT', grossMinor: 50, state: 'AVAILABLE', availableAt: after(2) })
    expect(await hold(order, after(4))).toBeNull()
    expect(await kindsIn(order, 'ON_HOLD')).toEqual([])
  })
  it('can be paid out from its release, not from its former day; what processes goes on until its own', async () => {
    const order = await addPostedOrder(db, ann)
    const released = after(9)
    await add(order, { kind: 'FEE_CREDIT', grossMinor: 7, state: 'PROCESSING', availableAt: released })
    await add(order, { kind: 'REFUND', grossMinor: -5, state: 'PROCESSING', availableAt: after(9, 1) })
    const placed = await hold(order, after(1))
    await own((tx) => releaseHold(tx, placed!.id, held(order, released)))
    expect(await rowsOf(order)).toMatchObject([
      { kind: 'SALE', state: 'AVAILABLE', available_at: released, hold_id: null },
      { kind: 'FEE_CREDIT', state: 'AVAILABLE', available_at: released, hold_id: null },
      { kind: 'REFUND', state: 'PROCESSING', available_at: after(9, 1), hold_id: null },
    ])
    await inAgreement()
    expect(await payout(released)).toBeNull()
    expect(await payout(until(released))).toMatchObject({ minor: 907 })
  })
  it('is whole again after any hold and release, whatever rows the order has', async () => {
    const row = fc.record({
      kind: fc.constantFrom(...kinds),
      grossMinor: fc.integer({ min: -100, max: 100 }).filter((minor) => minor !== 0),
      state: fc.constantFrom('PROCESSING' as const, 'AVAILABLE' as const),
      availableAt: fc.integer({ min: -2, max: 2 }).map((ms) => after(5, ms)),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (more) => {
        const order = await addPostedOrder(db, ann)
        for (const each of more) await add(order, each)
        const before = await rowsOf(order)
        const placed = await hold(order, after(1))
        const isWaiting = ({ kind }: { kind: string }) => waitingKinds.includes(kind)
        const waits = await rowsOf(order)
        expect(waits.filter(isWaiting).every(({ state }) => state === 'ON_HOLD')).toBe(true)
        expect(waits.filter((each) => !isWaiting(each))).toEqual(before.filter((each) => !isWaiting(each)))
        await inAgreement()
        await own((tx) => releaseHold(tx, placed!.id, held(order, after(5))))
        const freed = await rowsOf(order)
        expect(freed.map(({ kind, net_minor }) => [kind, net_minor])).toEqual(
          before.map(({ kind, net_minor }) => [kind, net_minor]),
        )
        for (const each of freed.filter(isWaiting))
          expect(each.state === 'AVAILABLE' ? +each.available_at === +after(5) : each.available_at > after(5)).toBe(
            true,
          )
        await inAgreement()
      }),
      propertyRuns(12),
    )
  })
})

describe('money of a dispute', () => {
  const dispute = async (order: PostedOrder, at: Date) => {
    const opened = await addDispute(db, { sellerId: ann, order: order.number, now: at, amountMinor: 400 })
    if (!opened.ok) throw new Error(opened.reason)
    return brand<DisputeNumber>(opened.dispute.dispute_number)
  }
  const win = async (number: DisputeNumber, at: Date) => {
    const moved = await own((tx) => moveDispute(tx, { sellerId: ann, number, step: 'win', now: at, policyPack }))
    expect(moved).toMatchObject({ ok: true })
  }
  const disputeRows = async (order: PostedOrder) => (await rowsOf(order)).filter(({ kind }) => kind === 'DISPUTE')

  beforeEach(() => addOldSales(db, ann))

  it('that was available can be paid out from the win, not from the day of its sale', async () => {
    const order = await addPostedOrder(db, ann)
    now = after(2)
    await makeFundsAvailable(hub)
    const number = await dispute(order, after(3))
    await win(number, after(4))
    expect(await disputeRows(order)).toMatchObject([
      { net_minor: -400, state: 'AVAILABLE', available_at: after(3) },
      { net_minor: 400, state: 'AVAILABLE', available_at: after(4) },
    ])
    await inAgreement()
    expect(await payout(after(4))).toMatchObject({ minor: 25_500 })
    expect(await payout(until(after(4)))).toBeNull()
  })
  it('that is processing or on hold returns to where its sale is', async () => {
    const [processing, onHold] = [await addPostedOrder(db, ann), await addPostedOrder(db, ann)]
    await hold(onHold, after(1))
    for (const order of [processing, onHold]) await win(await dispute(order, after(1)), after(1, 1))
    expect(await disputeRows(processing)).toMatchObject([
      { state: 'PROCESSING', available_at: after(2) },
      { state: 'PROCESSING', available_at: after(2) },
    ])
    expect(await disputeRows(onHold)).toMatchObject([{ state: 'ON_HOLD' }, { state: 'ON_HOLD' }])
    await inAgreement()
  })
  it('that was paid out is taken from other money at once, and can be paid out from the win', async () => {
    const order = await addPostedOrder(db, ann)
    now = after(2)
    await makeFundsAvailable(hub)
    await payout(after(3))
    await win(await dispute(order, after(5)), after(6))
    expect(await disputeRows(order)).toMatchObject([
      { net_minor: -400, state: 'AVAILABLE', available_at: after(5) },
      { net_minor: 400, state: 'AVAILABLE', available_at: after(6) },
    ])
  })
})

it('money that is processing can be paid out from its moment on', async () => {
  await addOldSales(db, ann)
  const order = await addPostedOrder(db, ann)
  now = after(2, -1)
  await makeFundsAvailable(hub)
  expect(await kindsIn(order, 'PROCESSING')).toEqual(['SALE'])
  now = after(2)
  await makeFundsAvailable(hub)
  expect(await kindsIn(order, 'AVAILABLE')).toEqual(['SALE'])
  expect(await payout(after(2))).toMatchObject({ minor: 25_000 })
})

it('money of a payout that fails waits while the payout is tried again, and can be paid out once it has failed for good', async () => {
  await addOldSales(db, ann)
  const order = await addPostedOrder(db, ann)
  now = after(2)
  await makeFundsAvailable(hub)
  const begun = await payout(after(3))
  const fail = () =>
    db.asOwnerFor(ann, async (tx) => {
      const row = assertDefined(await lockPayout(tx, ann, begun!.number), 'it was begun')
      const at = after(4)
      return movePayout(tx, { payout: row, event: 'fail-for-now', at, now: at, rules: policyPack.payout })
    })
  expect(await fail()).toMatchObject({ payout: { state: 'RETRYABLE_FAILED' } })
  expect(await kindsIn(order, 'IN_PAYOUT')).toEqual(['SALE'])
  expect(await payout(after(9))).toBeNull()
  await db.owner.updateTable('payouts').set({ state: 'INITIATED', failure: null, attempts: 3, ask_at: now }).execute()
  expect(await fail()).toMatchObject({ payout: { state: 'TERMINAL_FAILED' } })
  expect(await rowsOf(order)).toMatchObject([{ state: 'AVAILABLE', available_at: after(2) }])
  await inAgreement()
  expect(await payout(after(9))).toMatchObject({ minor: 25_900 })
})

describe('a new seller', () => {
  const rules = { days: 90, sales: 2, amount: { GBP: 2_200 } }
  const isNew = (change: Partial<typeof rules & { countHistory: boolean }> = {}, at = after(91)) =>
    db.asSeller(ann, 'read', (tx) => readIsNewSeller(tx, { sellerId: ann, now: at, rules: { ...rules, ...change } }))
  const change = (order: PostedOrder, to: object) =>
    db.owner.updateTable('orders').set(to).where('id', '=', order.id).execute()

  const unsold = [
    ['cancelled', { cancel_state: 'CANCELED' }],
    ['unpaid', { payment_status: 'PENDING', paid_at: null }],
    ['not paid for', { payment_status: 'FAILED', paid_at: null }],
  ] as const

  it.each(unsold)('stays new by a sale in the books that is %s', async (_, to) => {
    const [, second] = [
      await addPostedOrder(db, ann, { netMinor: 1_100 }),
      await addPostedOrder(db, ann, { netMinor: 1_100 }),
    ]
    expect(await isNew()).toBe(false)
    await change(second, to)
    expect(await isNew()).toBe(true)
  })
  it.each(unsold)('stays new by an order of history that is %s', async (_, to) => {
    const orders = [await addSold(db, ann, { placedAt: paidAt }), await addSold(db, ann, { placedAt: paidAt })]
    for (const order of orders) await change(order, { history_at: paidAt })
    const history = (more: Partial<typeof rules> = {}) => isNew({ countHistory: true, ...more })
    expect(await history()).toBe(false)
    await change(orders[1]!, to)
    expect([await history(), await history({ sales: 1 }), await history({ sales: 1, amount: { GBP: 1_100 } })]).toEqual(
      [true, true, false],
    )
  })
})
