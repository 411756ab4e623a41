import type { SellerDb } from '#db/client.ts'
import { heldHref } from '#features/payments/holds/holds-list.server.ts'
import { readPlanRow } from '#features/payments/payouts/payout-plan-db.server.ts'
import { readBalances, type BalanceRow } from '#features/payments/summary/summary-db.server.ts'
import { dayWords } from '#features/payments/transactions/transaction-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { LinesModel } from './lines-section.tsx'

/** Money that is available and on hold, as the payments have it, and the day of the next payout. */
export async function readMoneyLines(
  db: SellerDb,
  { sellerId, currency, now, texts }: { sellerId: number; currency: string; now: Date; texts: Texts },
): Promise<LinesModel> {
  const [balances, plan] = await Promise.all([readBalances(db, sellerId), readPlanRow(db, sellerId)])
  const sums = (account: BalanceRow['account']) => {
    const rows = balances.filter((row) => row.account === account && row.minor !== 0)
    const own = rows.toSorted((a, b) => Number(b.currency === currency) - Number(a.currency === currency))
    return { rows, text: (own.length > 0 ? own : [{ minor: 0, currency }]).map((row) => texts.money(row)).join(' + ') }
  }
  const [available, held] = [sums('funds:available'), sums('funds:hold')]
  const isOwed = available.rows.some(({ minor }) => minor < 0)
  return {
    all: { text: texts.t('word.payments'), href: paths.payments },
    none: null,
    lines: [
      {
        key: 'available',
        href: paths.payments,
        label: texts.t('payments.state.AVAILABLE'),
        value: available.text,
        tone: isOwed ? 'bad' : 'normal',
      },
      {
        key: 'next',
        href: paths.payouts,
        label: texts.t('payments.next'),
        value: plan?.next_at ? dayWords(plan.next_at, now, texts) : texts.t('overview.money.none'),
        tone: plan?.next_at ? 'normal' : 'quiet',
      },
      {
        key: 'held',
        href: heldHref,
        label: texts.t('payments.state.ON_HOLD'),
        value: held.text,
        tone: held.rows.length > 0 ? 'warn' : 'quiet',
      },
    ],
  }
}
