import { data, redirect } from '#web/router/router.ts'
import type { Row } from '#db/schema.ts'
import {
  readMarketplaceId,
  saveAccount,
  withdrawNextAccount,
  type PayoutAccount,
} from '#features/payments/payouts/payout-accounts-db.server.ts'
import { readPlanRow, savePlan } from '#features/payments/payouts/payout-plan-db.server.ts'
import type { AccountAnswer, BankAccount } from '#features/payments/payouts/payout-side.ts'
import { confirmPassword } from '#features/people/accounts/confirm-password.server.ts'
import { confirmError } from '#features/people/team/confirm-error.server.ts'
import { codeOf, oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { hasErrors, type FieldErrors } from '#web/form-answer.ts'
import { lockSettings, lostUpdateAnswer } from '#web/form-baseline.server.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { AccountsHub } from '#features/people/accounts/accounts-hub.ts'
import { addresseesOf } from '#features/people/team/team-db.server.ts'
import { oneLine } from '#lib/one-line.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerDb } from '#db/client.ts'
import type { PayoutSchedule } from '#features/core/policy-pack/payout-rules.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { bankCalendars, readBankPlace } from '#features/payments/payouts/bank-calendar.server.ts'
import { nextPayout } from '#features/payments/payouts/payout-dates.ts'

const steps = ['schedule', 'account', 'keep'] as const
export type PayoutStep = (typeof steps)[number]

/** The response of a form that does not redirect; never the number of an account. */
interface PayoutAnswer {
  step: PayoutStep
  errors: FieldErrors<'schedule' | 'holder' | 'accountNumber' | 'bankCode' | 'account-confirm'>
  holder: string
}

const permission = 'payouts.manage'

/** Handles the forms of the payout settings; `step` names the form. */
export async function changePayoutSettings(args: SellerActionArgs) {
  const step = oneOf(args.form, 'step', steps)
  switch (step) {
    case 'schedule':
      return saveSchedule(args)
    case 'account':
      return changeAccount(args)
    case 'keep':
      await args.write(async (db) => {
        await lockSettings(db, args, permission)
        await withdrawNextAccount(db, args.seller.id, args.hub.now())
      })
      return done('kept')
    case null:
      throw refuse('malformed')
  }
}

const done = (what: 'schedule' | 'account' | 'kept') =>
  redirect(withQuery(paths.payoutSettings, { done: what }), { status: 303 })

const answered = (
  { form }: SellerActionArgs,
  step: PayoutStep,
  errors: PayoutAnswer['errors'],
  { status = 422, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) => data<PayoutAnswer>({ step, errors, holder: textOf(form, 'holder') }, { status, headers })

async function saveSchedule(args: SellerActionArgs) {
  const { form, hub, seller, texts, write } = args
  const { policyPack } = hub.config
  const schedule = oneOf(form, 'schedule', policyPack.payout.schedules)
  if (!schedule) return answered(args, 'schedule', { schedule: texts.t('payoutSettings.error.schedule') })
  const problem = await write(async (db) => {
    await lockSettings(db, args, permission)
    const present = (await readPlanRow(db, seller.id))?.schedule ?? policyPack.payout.usual
    const late = lostUpdateAnswer(form, { present, wanted: schedule }, texts)
    if (!late) await changeSchedule(db, seller.id, { schedule, now: hub.now(), policyPack })
    return late
  })
  return problem ? answered(args, 'schedule', { form: problem }) : done('schedule')
}

async function changeAccount(args: SellerActionArgs) {
  const { form, hub, seller, member, texts, read, requireStill } = args
  const saveAtSide = hub.payouts.saveAccount
  if (!saveAtSide) throw refuse('not-found')
  const { account, errors } = readAccountForm(args)
  if (hasErrors(errors)) return answered(args, 'account', errors)
  const confirmed = await confirmPassword(hub, { memberId: member.id, password: secretOf(form, 'confirm') })
  if (!confirmed.ok) {
    const { error, ...response } = confirmError(confirmed, { now: hub.now(), texts })
    return answered(args, 'account', { 'account-confirm': error }, response)
  }
  await requireStill()
  let answer: AccountAnswer
  try {
    const named = await read((db) => readMarketplaceId(db, seller.id))
    answer = await saveAtSide({ ...account, sellerId: seller.id, seller: named })
  } catch (err) {
    hub.log.warn({ err, seller: seller.id }, 'the payment side did not take a bank account')
    return answered(args, 'account', { form: texts.t('payoutSettings.error.away') }, { status: 503 })
  }
  if (!answer.ok) return answered(args, 'account', { accountNumber: texts.t('payoutSettings.error.refused') })
  const saved = await keepAccount(args, answer.account)
  await mailAccountChange(hub, { seller, by: member, account: saved, locale: texts.locale })
  return done('account')
}

function readAccountForm({ form, texts: { t } }: SellerActionArgs): {
  account: Omit<BankAccount, 'sellerId' | 'seller'>
  errors: PayoutAnswer['errors']
} {
  const holder = textOf(form, 'holder')
  const number = codeOf(form, 'accountNumber').replaceAll(/[\s-]/g, '').toUpperCase()
  const errors = {
    ...(holder !== '' && holder.length <= 100 ? {} : { holder: t('payoutSettings.error.holder') }),
    ...(/^[0-9A-Z]{4,34}$/.test(number) ? {} : { accountNumber: t('payoutSettings.error.number') }),
  }
  const bankCode = codeOf(form, 'bankCode').slice(0, 20)
  return { account: { holder, number, bankCode: bankCode === '' ? null : bankCode }, errors }
}

/** Keeps what the payment side says of the account; it takes effect later. */
function keepAccount(args: SellerActionArgs, account: PayoutAccount): Promise<Row<'payout_accounts'>> {
  const { hub, seller, member, write } = args
  return write(async (db) => {
    await lockSettings(db, args, permission)
    const now = hub.now()
    const effectiveAt = new Date(now.getTime() + hub.config.policyPack.payout.accountChangeAfter)
    return saveAccount(db, seller.id, { account, enteredBy: member.name, effectiveAt, now })
  })
}

/** Tells a shop's other owners by mail that its bank account changes, each in their language. */
async function mailAccountChange(
  hub: Pick<AccountsHub, 'db' | 'mailer' | 'config'>,
  {
    seller,
    by,
    account,
    locale,
  }: {
    seller: { id: number; displayName: string; timeZone: string }
    by: { id: string; name: string }
    account: Row<'payout_accounts'>
    /** Language of members without a preference. */
    locale: string
  },
): Promise<void> {
  if (!hub.mailer.canSend) return
  const owners = await addresseesOf(hub.db.owner, { sellerId: seller.id, besides: [] })
  for (const owner of owners.filter(({ id }) => id !== by.id)) {
    const texts = textsFor(owner.locale ?? locale, seller.timeZone)
    const values = {
      name: oneLine(owner.name),
      by: oneLine(by.name),
      shop: oneLine(seller.displayName),
      hub: hub.config.brand.name,
      date: texts.moment(account.effective_at, 'full'),
      bank: oneLine(account.bank_name),
      last4: account.last4,
      link: new URL(paths.payoutSettings, hub.config.publicUrl).href,
    }
    hub.mailer.send(async () => ({
      to: owner.email,
      subject: texts.t('payoutSettings.mail.subject', values),
      text: texts.t('payoutSettings.mail.text', values),
    }))
  }
}

/** Changes a seller's payout schedule; the next payout follows it. */
async function changeSchedule(
  db: SellerDb,
  sellerId: number,
  { schedule, now, policyPack }: { schedule: PayoutSchedule; now: Date; policyPack: PolicyPack },
): Promise<void> {
  const { businessDays, payout: rules } = policyPack
  const calendar = await bankCalendars({ now, businessDays })(await readBankPlace(db, sellerId, now))
  await savePlan(db, { sellerId, schedule, next: nextPayout(schedule, now, { calendar, rules }) })
}
