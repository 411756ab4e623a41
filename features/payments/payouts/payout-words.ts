import type { Row } from '#db/schema.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Money } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'
import { dayWords } from '../transactions/transaction-words.ts'
import { payoutTones } from './payout.ts'

type PayoutDates = Pick<Row<'payouts'>, 'state' | 'expected_at' | 'settled_at'>

export function payoutWords(
  { state, expected_at: expected, settled_at: settled }: PayoutDates,
  { now, texts }: { now: Date; texts: Texts },
): { tone: StatusTone; text: string; second: string | null } {
  const at = settled ?? expected
  return {
    tone: payoutTones[state],
    text: texts.t(`payments.payout.${state}`),
    second: at && texts.t(settled ? 'payments.state.on' : 'payments.payout.by', { day: dayWords(at, now, texts) }),
  }
}

/** "£812.00 less": an amount compared with the one before. */
export function changeWords({ minor, currency }: Money, texts: Texts): string {
  const amount = texts.money({ minor: Math.abs(minor), currency })
  return texts.t('payments.payout.change', { direction: directionOf(minor), amount })
}

export const directionOf = (change: number) => (change < 0 ? 'less' : change > 0 ? 'more' : 'same')

/** The account of a payout, masked: "Barclays, ending in 4410"; null if it is not known. */
export function bankWords(
  { bank_name: name, bank_last4: last4 }: Pick<Row<'payouts'>, 'bank_name' | 'bank_last4'>,
  { t }: Pick<Texts, 't'>,
): string | null {
  if (last4 === null) return name
  const account = t('payments.bank', { last4 })
  return name === null ? account : `${name}, ${account}`
}
