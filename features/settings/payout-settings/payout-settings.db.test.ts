import { updateRows } from '#db/testing-row.ts'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { readPayoutAccount } from '#features/payments/payouts/payout-accounts-db.server.ts'
import { makeFundsAvailable } from '#features/payments/payouts/funds-available.server.ts'
import type { AccountAnswer, BankAccount } from '#features/payments/payouts/payout-side.ts'
import * as summaryPage from '#features/payments/summary/payments-page.tsx'
import { addOldSales } from '#features/payments/testing.ts'
import { addTestColleague, signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testPassword, testServices } from '#features/people/accounts/testing.ts'
import { hour, minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import * as page from './payout-settings-page.tsx'

const db = await testDatabase({ poolSize: 6 })
let ahead = 0
const hub = testServices(db, { now: () => new Date(Date.now() + ahead) })

let sellerId: number
let ann: TestBrowser
let asked: BankAccount[]
let says: AccountAnswer | Error

const account = { bankName: 'Barclays', last4: '1326', country: 'GB', reference: 'ba_1' }
const typed = {
  step: 'account',
  holder: 'Ann Example',
  accountNumber: 'GB33 BUKB 2020 1555 5513 26',
  bankCode: '',
  confirm: testPassword,
}

beforeEach(async () => {
  ahead = 0
  asked = []
  says = { ok: true, account }
  const [owner, other, manager] = [
    await addTestMember(hub, { name: 'Ann Example' }),
    await addTestMember(hub, { name: 'Bela Example' }),
    await addTestMember(hub, { name: 'Mia Example' }),
  ]
  sellerId = await addTestSeller(db, { [owner.id]: 'owner', [other.id]: 'owner', [manager.id]: 'manager' })
  ann = await signedInBrowser(hub, owner.email)
  hub.mails.length = 0
  hub.payouts = {
    pay: async () => ({ state: 'ACCEPTED' }),
    saveAccount: async (entered) => {
      asked.push(entered)
      if (says instanceof Error) throw says
      return says
    },
  }
})

const post = (fields: Record<string, string>) => ann.post(page, paths.payoutSettings, fields)
const shown = async () => (await ann.get(page, paths.payoutSettings)).data
const usedNow = async () =>
  (await db.asSeller(sellerId, 'read', (own) => readPayoutAccount(own, sellerId, hub.now())))?.last4

it('the schedule is chosen, and the next payout follows it', async () => {
  const { schedule, next, begun } = await shown()
  expect([schedule, next]).toEqual(['WEEKLY', null])
  expect(await post({ step: 'schedule', schedule: 'MONTHLY', begun })).toMatchObject({ status: 303 })
  const monthly = await shown()
  expect([monthly.schedule, monthly.next]).toEqual(['MONTHLY', expect.stringMatching(/^Next payout: /)])
  expect((await post({ step: 'schedule', schedule: 'DAILY', begun })).data.errors.form).toBeDefined()
  expect((await post({ step: 'schedule', schedule: 'HOURLY' })).status).toBe(422)
  await post({ step: 'schedule', schedule: 'ON_DEMAND', begun: monthly.begun })
  expect(await shown()).toMatchObject({ schedule: 'ON_DEMAND', next: null, isOnDemand: true })
})

describe('the bank account', () => {
  it('goes to the payment side with the password, takes effect after two days, and the other owners are told', async () => {
    expect(await post(typed)).toMatchObject({ status: 303, location: `${paths.payoutSettings}?done=account` })
    expect(asked).toEqual([
      {
        sellerId,
        seller: expect.stringMatching(/^seller/),
        holder: 'Ann Example',
        number: 'GB33BUKB20201555551326',
        bankCode: null,
      },
    ])
    expect((await shown()).later).toMatch(/Barclays, account ending in 1326, entered by Ann Example/)
    await hub.mailer.idle()
    expect(hub.mails).toHaveLength(1)
    expect(hub.mails[0]).toMatchObject({ text: expect.stringContaining('Hello Bela Example') })
    expect(hub.mails[0]!.text).toContain(paths.payoutSettings)
    expect(await usedNow()).toBeUndefined()
    ahead = 48 * hour - minute
    expect(await usedNow()).toBeUndefined()
    ahead = 48 * hour + minute
    expect(await usedNow()).toBe('1326')
  })
  it('leaves no number behind in the hub', async () => {
    await post(typed)
    const rows = await db.owner.selectFrom('payout_accounts').selectAll().where('seller_id', '=', sellerId).execute()
    expect(JSON.stringify([rows, hub.mails])).not.toContain('20201555')
    expect(JSON.stringify((await post({ ...typed, confirm: 'wrong' })).data)).not.toContain('155555')
  })
  it('can be called off before it takes effect', async () => {
    await post(typed)
    expect(await post({ step: 'keep' })).toMatchObject({ status: 303 })
    expect((await shown()).later).toBeNull()
    ahead = 49 * hour
    expect(await usedNow()).toBeUndefined()
  })
  it('is not changed without the password, by the payment side’s refusal, or while it is away', async () => {
    expect((await post({ ...typed, confirm: 'wrong' })).data.errors).toHaveProperty('account-confirm')
    expect((await post({ ...typed, holder: '', accountNumber: '12' })).data.errors).toMatchObject({
      holder: expect.any(String),
      accountNumber: expect.any(String),
    })
    expect(asked).toEqual([])
    says = { ok: false }
    expect((await post(typed)).data.errors).toHaveProperty('accountNumber')
    says = new Error('away')
    expect(await post(typed)).toMatchObject({ status: 503 })
    expect(await shown()).toMatchObject({ later: null, account: null, canChange: true })
  })
  it('is the marketplace’s where no payment side takes it', async () => {
    hub.payouts = { pay: async () => ({ state: 'ACCEPTED' }) }
    expect(await shown()).toMatchObject({ canChange: false })
    expect((await post(typed)).status).toBe(404)
  })
})

describe('a payout on demand', () => {
  const pay = () => ann.post(summaryPage, paths.payments)
  const button = async () => (await ann.get(summaryPage, paths.payments)).data.model.payNow
  const payouts = () =>
    db.owner.selectFrom('payouts').select(['id', 'amount_minor as minor']).where('seller_id', '=', sellerId).execute()

  beforeEach(async () => {
    await addOldSales(db, sellerId)
  })

  it('pays what is available, once', async () => {
    expect(await button()).toEqual({ label: 'Pay out now', reason: 'Nothing is available.' })
    expect((await pay()).status).toBe(409)
    await makeFundsAvailable(hub)
    expect(await button()).toEqual({ label: 'Pay out £250.00 now', reason: null })
    expect(await pay()).toMatchObject({ status: 303, location: `${paths.payments}?done=paid` })
    expect((await pay()).status).toBe(409)
    expect(await payouts()).toMatchObject([{ minor: 25_000 }])
  })

  it('waits while another payout of the currency is under way', async () => {
    await makeFundsAvailable(hub)
    await pay()
    await addOldSales(db, sellerId, 'more')
    await makeFundsAvailable(hub)
    expect(await button()).toEqual({ label: 'Pay out now', reason: 'A payout is under way.' })
    expect((await pay()).data.errors).toEqual({ form: 'A payout is under way.' })
    expect(await payouts()).toHaveLength(1)
  })

  it('is not made while the account changes, nor to one that the bank refused', async () => {
    await makeFundsAvailable(hub)
    await post(typed)
    const changing = expect.stringMatching(
      /^Your bank account changes on .*\. Until then only the schedule pays out\.$/,
    )
    expect(await button()).toEqual({ label: 'Pay out now', reason: changing })
    expect((await pay()).data.errors).toEqual({ form: changing })
    await post({ step: 'keep' })
    expect(await button()).toMatchObject({ reason: null })
    await post(typed)
    ahead = 49 * hour
    await updateRows(db.owner, 'payout_accounts', { seller_id: sellerId }, { refused_at: hub.now() })
    expect(await button()).toMatchObject({ reason: 'The bank refused the account: enter another one.' })
    expect((await pay()).status).toBe(409)
    expect(await payouts()).toEqual([])
  })

  it('is for those who manage payouts, where the marketplace offers it', async () => {
    await makeFundsAvailable(hub)
    const reader = await addTestColleague(hub, sellerId, 'accountant')
    expect((await reader.get(summaryPage, paths.payments)).data.model.payNow).toBeNull()
    expect((await reader.post(summaryPage, paths.payments)).status).toBe(403)
    const { config } = hub
    onTestFinished(() => void (hub.config = config))
    const payout = { ...config.policyPack.payout, schedules: ['WEEKLY' as const] }
    hub.config = { ...config, policyPack: { ...config.policyPack, payout } }
    expect(await button()).toBeNull()
    expect((await pay()).status).toBe(404)
    expect(await payouts()).toEqual([])
  })
})
