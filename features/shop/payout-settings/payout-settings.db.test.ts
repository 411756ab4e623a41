import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { readPayoutAccount } from '#features/payments/payouts/payout-accounts-db.server.ts'
import { makeFundsAvailable } from '#features/payments/payouts/funds-available.server.ts'
import type { AccountAnswer, BankAccount } from '#features/payments/payouts/payout-side.ts'
import { addOldSales } from '#features/payments/testing.ts'
import { signedInBrowser, type TestBrowser } from '#features/shop/accounts/test-browser.ts'
import { addTestMember, addTestSeller, testPassword, testServices } from '#features/shop/accounts/testing.ts'
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

describe('the schedule', () => {
  it('is chosen, and the next payout follows it', async () => {
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
    expect(JSON.stringify([rows, hub.mails])).not.toContain('2020')
    expect(JSON.stringify((await post({ ...typed, confirm: 'wrong' })).data)).not.toContain('5555')
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
  it('pays what is available, once', async () => {
    expect((await shown()).available).toBeNull()
    expect((await post({ step: 'pay' })).status).toBe(409)
    await addOldSales(db, sellerId)
    await makeFundsAvailable(hub)
    expect((await shown()).available).toBe('£250.00')
    expect(await post({ step: 'pay' })).toMatchObject({ status: 303 })
    expect((await post({ step: 'pay' })).status).toBe(409)
    const payouts = await db.owner
      .selectFrom('payouts')
      .select('amount_minor')
      .where('seller_id', '=', sellerId)
      .execute()
    expect(payouts).toEqual([{ amount_minor: 25_000 }])
  })
})
