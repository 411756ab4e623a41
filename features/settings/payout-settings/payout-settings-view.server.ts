import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { payoutSchedules } from '#features/core/policy-pack/payout-rules.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { readNextAccount, readPayoutAccount } from '#features/payments/payouts/payout-accounts-db.server.ts'
import { readPayoutPlan } from '#features/payments/payouts/payout-plan-db.server.ts'
import { hour } from '#lib/duration.ts'
import type { Texts } from '#texts/texts.ts'

export async function readPayoutSettings(db: SellerDb, sellerId: number, now: Date) {
  const [plan, account, next] = await Promise.all([
    readPayoutPlan(db, sellerId, now),
    readPayoutAccount(db, sellerId, now),
    readNextAccount(db, sellerId, now),
  ])
  return { plan, account, next }
}

interface Showing {
  policyPack: Pick<PolicyPack, 'payout'>
  /** Whether the payment side takes bank accounts. */
  canChange: boolean
  texts: Texts
}

export function payoutSettingsModel(
  { plan, account, next }: Awaited<ReturnType<typeof readPayoutSettings>>,
  { policyPack: { payout: rules }, canChange, texts }: Showing,
) {
  const { t } = texts
  const schedule = plan.schedule ?? rules.usual
  return {
    schedule,
    schedules: payoutSchedules
      .filter((each) => rules.schedules.includes(each) || each === schedule)
      .map((value) => ({ value, label: t(`payoutSettings.schedule.${value}`) })),
    next: plan.nextAt ? t('payoutSettings.next', { day: texts.moment(plan.nextAt, 'long') }) : null,
    isOnDemand: schedule === 'ON_DEMAND',
    account: account && accountWords(account, texts),
    isRefused: account?.refused_at != null,
    later:
      next &&
      t('payoutSettings.account.later', {
        date: texts.moment(next.effective_at, 'full'),
        bank: next.bank_name,
        last4: next.last4,
        name: next.entered_by ?? '',
      }),
    canChange,
    hours: Math.round(rules.accountChangeAfter / hour),
  }
}

export type PayoutSettingsModel = ReturnType<typeof payoutSettingsModel>

const accountWords = ({ bank_name: bank, last4 }: Row<'payout_accounts'>, { t }: Texts) =>
  t('payoutSettings.account.now', { bank, last4 })
