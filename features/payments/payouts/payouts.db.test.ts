import { addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { isCoreRun } from '#db/testing-scope.ts'
import { postAdjustment } from '#features/core/ledger/events/adjustment.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import { testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { day, hour, minute } from '#lib/duration.ts'
import { addOldSales, addPostedOrder, moneyOf } from '../testing.ts'
import { payOutNow, planPayouts, startDuePayouts } from './due-payouts.server.ts'
import { makeFundsAvailable } from './funds-available.server.ts'
import { lockPayout, movePayout } from './move-payout-db.server.ts'
import { loadPayout } from './payout-details-db.server.ts'
import { parsePayoutNumber } from './payout.ts'
import type { PayoutAnswer, PayoutRequest } from './payout-side.ts'
import { readPayoutPlan } from './payout-plan-db.server.ts'
import { settleDuePayouts } from './settle-payouts.server.ts'
import { payoutProcesses } from './testing-processes.ts'

const friday = new Date('2026-11-13T12:00:00Z')
const tuesday = new Date('2026-11-17T00:00:00Z')

let ann: number
let now: Date
let hub: TestServices
let asked: PayoutRequest[]
let says: PayoutAnswer | Error

const db = await testDatabase({ poolSize: 8 })
beforeEach(async () => {
  // Former tests' sellers would be paid as well.
  await db.owner.deleteFrom('orders').execute()
  await db.owner.deleteFrom('sellers').execute()
  ann = await addSeller(db, 'ann')
  now = friday
  asked = []
  says = { state: 'PAID', reference: 'HM-1117' }
  hub = testServices(db, { now: () => now })
  hub.payouts = {
    pay: async (request) => {
      asked.push(request)
      if (says instanceof Error) throw says
      return says
    },
  }
  await addOldSales(db, ann)
  await planPayouts(hub)
})

/** Everything of the seller that is due becomes available. */
const available = () => makeFundsAvailable(hub)
const pay = async (at: Date) => {
  now = at
  await startDuePayouts(hub)
  await settleDuePayouts(hub)
}
const payouts = () => db.owner.selectFrom('payouts').selectAll().where('seller_id', '=', ann).orderBy('id').execute()
const states = async () => (await payouts()).map(({ state, amount_minor: minor }) => [state, minor])
const inAgreement = async () => {
  const { accounts, transactions } = await moneyOf(db, ann)
  expect(transactions).toEqual(accounts)
  return accounts
}
const plan = () => db.asSeller(ann, 'read', (own) => readPayoutPlan(own, ann, now))
const adjust = (amountMinor: number, id: string) =>
  db.asSeller(ann, 'write', (own) =>
    writeEntries(own, ann, [
      postAdjustment({
        adjustmentId: id,
        at: now,
        currency: 'GBP',
        amountMinor,
        description: 'Correction',
        order: null,
      }),
    ]),
  )

it('money of a sale becomes available two days after the payment, once', async () => {
  await addPostedOrder(db, ann, { netMinor: 900, paidAt: new Date(friday.getTime() - 2 * day + 1) })
  expect(await available()).toBe(25)
  now = new Date(friday.getTime() + 1)
  expect([await available(), await available()]).toEqual([1, 0])
  expect(await inAgreement()).toMatchObject({ processing: 0, available: 25_900 })
})

describe('a weekly payout', () => {
  it('pays on Tuesday what was available through Sunday, and is planned again', async () => {
    await available()
    expect(await plan()).toMatchObject({ schedule: 'WEEKLY', nextAt: tuesday, bank: null })
    await addPostedOrder(db, ann, { netMinor: 900, paidAt: new Date('2026-11-14T23:00:00Z') })
    now = new Date('2026-11-16T23:59:59Z')
    await available()
    expect(await startDuePayouts(hub)).toBe(0)
    await pay(tuesday)
    expect(await states()).toEqual([['SUCCEEDED', 25_000]])
    expect(asked.map(({ amountMinor, currency }) => [amountMinor, currency])).toEqual([[25_000, 'GBP']])
    expect((await payouts())[0]).toMatchObject({
      covers_until: new Date('2026-11-16T00:00:00Z'),
      expected_at: new Date('2026-11-20T23:59:59Z'),
      settled_at: tuesday,
      bank_reference: 'HM-1117',
    })
    expect(await inAgreement()).toMatchObject({ available: 900, inPayout: 0, paid: 25_000 })
    expect(await plan()).toMatchObject({ nextAt: new Date('2026-11-24T00:00:00Z') })
  })
  it('is less what the seller owes, and none if nothing is left', async () => {
    await available()
    now = tuesday
    await adjust(-400, 'a')
    await pay(tuesday)
    expect(await states()).toEqual([['SUCCEEDED', 24_600]])
    await adjust(-1, 'b')
    await pay(new Date(tuesday.getTime() + 7 * day))
    expect(await states()).toHaveLength(1)
    await adjust(1, 'c')
    await pay(new Date(tuesday.getTime() + 14 * day))
    expect(await states()).toHaveLength(1)
    expect(await inAgreement()).toMatchObject({ available: 0 })
  })
  it('keeps currencies apart', async () => {
    await addPostedOrder(db, ann, { netMinor: 700, currency: 'EUR' })
    await available()
    await pay(tuesday)
    expect((await payouts()).map(({ currency, amount_minor: minor }) => [currency, minor])).toEqual([
      ['EUR', 700],
      ['GBP', 25_000],
    ])
  })
})

it.skipIf(isCoreRun)('twenty processes at once begin each payout once and ask for it once', async () => {
  await addPostedOrder(db, ann, { netMinor: 700, currency: 'EUR' })
  await available()
  now = tuesday
  const { policyPack } = hub.config
  const { run } = await payoutProcesses(20, { url: db.url, now: tuesday, policyPack })
  const begun = await run('start')
  expect(begun.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await states()).toEqual([
    ['INITIATED', 700],
    ['INITIATED', 25_000],
  ])
  const settled = await run('settle')
  const keys = settled.flatMap((each) => each.asked)
  expect([keys.length, new Set(keys).size]).toEqual([2, 2])
  expect(await inAgreement()).toMatchObject({ available: 0, inPayout: 0, paid: 25_700 })
})

it('a process that ends in between leaves nothing half: no payout before it is written, the same request after', async () => {
  await available()
  now = tuesday
  const broken = { ...hub, db: { ...db, asOwnerFor: killed(db) } }
  await expect(startDuePayouts(broken)).rejects.toThrow('terminating connection')
  expect(await states()).toEqual([])
  expect(await inAgreement()).toMatchObject({ available: 25_000, inPayout: 0 })
  says = new Error('gone')
  await pay(tuesday)
  expect(await states()).toEqual([['INITIATED', 25_000]])
  says = { state: 'PAID', reference: null }
  await settleDuePayouts(hub)
  expect(asked).toHaveLength(1)
  await pay(new Date(tuesday.getTime() + 2 * minute))
  expect(asked.map(({ key }) => key)).toEqual([asked[0]?.key, asked[0]?.key])
  expect(await states()).toEqual([['SUCCEEDED', 25_000]])
})

/** Transactions whose connection is killed when all is written, before they commit. */
const killed =
  (of: TestDatabase): TestDatabase['asOwnerFor'] =>
  (sellerId, work) =>
    of.asOwnerFor(sellerId, async (own) => {
      const result = await work(own)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(own)
      return result
    })

describe('a payout that fails', () => {
  beforeEach(available)

  it('for a while is tried again the next day with another key, and fails for good after three attempts', async () => {
    says = { state: 'FAILED', failure: 'BANK_UNREACHABLE', mayBeRetried: true }
    await pay(tuesday)
    expect((await payouts())[0]).toMatchObject({ state: 'RETRYABLE_FAILED', failure: 'BANK_UNREACHABLE', attempts: 1 })
    expect(await inAgreement()).toMatchObject({ available: 0, inPayout: 25_000 })
    await pay(new Date(tuesday.getTime() + day - 1))
    expect(asked).toHaveLength(1)
    await pay(new Date(tuesday.getTime() + day))
    expect((await payouts())[0]).toMatchObject({ state: 'RETRYABLE_FAILED', attempts: 2 })
    await pay(new Date(tuesday.getTime() + 2 * day))
    expect((await payouts())[0]).toMatchObject({ state: 'TERMINAL_FAILED', attempts: 3, ask_at: null })
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3)
    expect(await inAgreement()).toMatchObject({ available: 25_000, inPayout: 0 })
    says = { state: 'PAID', reference: null }
    await pay(new Date(tuesday.getTime() + 7 * day))
    expect(await states()).toEqual([
      ['TERMINAL_FAILED', 25_000],
      ['SUCCEEDED', 25_000],
    ])
  })
  it('still has the transactions that it would have paid, also when another payout has paid them', async () => {
    says = { state: 'FAILED', failure: 'BANK_REFUSED', mayBeRetried: false }
    await pay(tuesday)
    says = { state: 'PAID', reference: null }
    await pay(new Date(tuesday.getTime() + 7 * day))
    for (const { payout_number: number, state } of await payouts()) {
      const details = await db.asSeller(ann, 'read', (own) => loadPayout(own, ann, parsePayoutNumber(number)!))
      expect(details?.sums, state).toMatchObject([{ kind: 'SALE', rows: 25, net_minor: 25_000 }])
      expect(details?.rows, state).toHaveLength(25)
    }
  })
  it('because of the account ends payouts to it', async () => {
    const account = { seller_id: ann, bank_name: 'Barclays', country: 'GB', entered_at: friday, effective_at: friday }
    await addRows(db.owner, 'payout_accounts', { ...account, last4: '4410' })
    says = { state: 'FAILED', failure: 'ACCOUNT_CLOSED', mayBeRetried: false }
    await pay(tuesday)
    expect((await payouts())[0]).toMatchObject({ state: 'TERMINAL_FAILED', bank_last4: '4410' })
    expect((await plan()).bank).toEqual({ name: 'Barclays', last4: '4410', isRefused: true })
    await pay(new Date(tuesday.getTime() + 7 * day))
    expect(await states()).toHaveLength(1)
    const later = new Date(tuesday.getTime() + 8 * day)
    await addRows(db.owner, 'payout_accounts', { ...account, last4: '9001', effective_at: later })
    says = { state: 'PAID', reference: null }
    await pay(new Date(tuesday.getTime() + 14 * day))
    expect((await payouts())[1]).toMatchObject({ state: 'SUCCEEDED', bank_last4: '9001' })
  })
  it('is tried again with the account that then takes effect, which its pages name and a refusal marks', async () => {
    const retriedAt = new Date(tuesday.getTime() + day)
    const account = { seller_id: ann, bank_name: 'Barclays', country: 'GB', entered_at: friday }
    await addRows(db.owner, 'payout_accounts', [
      { ...account, last4: '4410', reference: 'old', effective_at: friday },
      { ...account, last4: '9001', reference: 'new', effective_at: retriedAt },
    ])
    says = { state: 'FAILED', failure: 'BANK_UNREACHABLE', mayBeRetried: true }
    await pay(tuesday)
    says = new Error('no answer')
    await pay(retriedAt)
    expect((await payouts())[0]).toMatchObject({ bank_last4: '9001', attempted_at: retriedAt })
    says = { state: 'FAILED', failure: 'ACCOUNT_CLOSED', mayBeRetried: false }
    await pay(new Date(retriedAt.getTime() + 6 * hour))
    expect(asked.map(({ account: of }) => of)).toEqual(['old', 'new', 'new'])
    expect((await plan()).bank).toEqual({ name: 'Barclays', last4: '9001', isRefused: true })
  })
  it('after it was paid is available again', async () => {
    await pay(tuesday)
    const { payout_number: number } = (await payouts())[0]!
    const reverse = () =>
      db.asSeller(ann, 'write', async (own) => {
        const payout = (await lockPayout(own, ann, number))!
        return movePayout(own, { payout, event: 'reverse', at: now, now, rules: hub.config.policyPack.payout })
      })
    now = new Date(tuesday.getTime() + day)
    expect(await reverse()).toMatchObject({ ok: true })
    expect(await reverse()).toEqual({ ok: false, reason: 'not-possible-now' })
    expect(await states()).toEqual([['REVERSED', 25_000]])
    expect(await inAgreement()).toMatchObject({ available: 25_000, paid: 0 })
  })
})

it('a payout that the marketplace reports later is asked for once, and no other begins meanwhile', async () => {
  await available()
  says = { state: 'ACCEPTED' }
  await pay(tuesday)
  await adjust(500, 'more')
  await pay(new Date(tuesday.getTime() + 7 * day))
  expect(asked).toHaveLength(1)
  expect(await states()).toEqual([['INITIATED', 25_000]])
  expect(await inAgreement()).toMatchObject({ available: 500, inPayout: 25_000 })
})

it('a payout on demand pays everything that is available now', async () => {
  await addPostedOrder(db, ann, { netMinor: 900, paidAt: new Date(friday.getTime() - 2 * day) })
  await available()
  now = new Date(friday.getTime() + hour)
  expect(await payOutNow(hub, ann)).toMatchObject({ started: [{ currency: 'GBP', amountMinor: 25_900 }] })
  expect(await payOutNow(hub, ann)).toMatchObject({ ok: false, refusal: 'nothing' })
  expect((await payouts())[0]).toMatchObject({ schedule: 'ON_DEMAND', state: 'INITIATED' })
})
