import { expect, it } from 'vitest'
import type { BankAccount } from '#features/payments/payouts/payout-side.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectNoOverflow } from './good-page.ts'
import { payWhatIsOnItsWay } from './testing-payouts.ts'
import { givePassword, hydrated, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const entered: BankAccount[] = []
const password = 'correct horse battery'

const test = await testHubInBrowser()
await givePassword(test, 'owner@demo.example', password)
await payWhatIsOnItsWay(test)
test.hub.payouts = {
  pay: async () => ({ state: 'ACCEPTED' }),
  saveAccount: async (account) => {
    entered.push(account)
    return { ok: true, account: { bankName: 'Monzo', last4: '1326', country: 'GB', reference: null } }
  },
}

it('an owner chooses the schedule, enters another bank account with the password, keeps the present one, and pays out', async () => {
  const page = await signedInPage(test, 'owner@demo.example')
  await openPage(page, test.url + paths.payoutSettings)
  await page.getByRole('heading', { level: 1, name: 'Payout settings' }).waitFor()
  await page.getByText('Barclays, account ending in 4410').waitFor()
  await expectAccessible(page)

  await page.getByLabel('How often money is paid out').selectOption('MONTHLY')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
  await hydrated(page)

  await page.getByLabel('Account holder').fill('Harbour Camera Ltd')
  await page.getByLabel('IBAN or account number').fill('GB33 BUKB 2020 1555 5513 26')
  await page.getByLabel('Your password').fill('wrong')
  await page.getByRole('button', { name: 'Change the bank account' }).click()
  await page.getByRole('link', { name: /password/ }).waitFor()
  await hydrated(page)
  await expectAccessible(page)
  await page.getByLabel('IBAN or account number').fill('GB33 BUKB 2020 1555 5513 26')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Change the bank account' }).click()
  await page.getByText(/^From .*: Monzo, account ending in 1326/).waitFor()
  await hydrated(page)
  expect(entered.map(({ number }) => number)).toEqual(['GB33BUKB20201555551326'])

  await openPage(page, test.url + paths.payments)
  await page.getByText('Until then only the schedule pays out.').waitFor()
  expect(await page.getByRole('button', { name: 'Pay out now' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoOverflow(page, 'the summary with a payout that must wait')
  await page.getByRole('link', { name: 'Payout settings' }).click()
  await hydrated(page)
  await page.getByRole('button', { name: 'Keep the present account' }).click()
  await page.getByRole('status').filter({ hasText: 'The present account stays.' }).waitFor()
  expect(await page.getByText(/^From .*Monzo/).count()).toBe(0)

  await openPage(page, test.url + paths.payments)
  await page.getByRole('button', { name: /^Pay out .*£.* now$/ }).click()
  await page.getByRole('status').filter({ hasText: 'The payout has begun.' }).waitFor()
  await page.getByText(/^(Nothing is available|A payout is under way)\.$/).waitFor()
  expect(await page.getByRole('button', { name: 'Pay out now' }).isDisabled()).toBe(true)
})
