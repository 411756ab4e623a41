import { groupBy } from '#lib/group-by.ts'
import type { Texts } from '#texts/texts.ts'
import type { LeftSum, Verdict, VerdictSum } from './reconciliation.ts'
import { isNotCompared, type OwnTotal } from './report-items.ts'

export function sumsModel(
  {
    sums,
    left,
    all,
    own,
  }: { sums: readonly VerdictSum[]; left: readonly LeftSum[]; all: number; own: OwnTotal | null },
  texts: Texts,
) {
  const { t, number } = texts
  const totals = byCurrency(sums)
  const rowsOf = (some: readonly LeftSum[]) => some.reduce((sum, { rows }) => sum + rows, 0)
  const unread = rowsOf(left.filter(({ rule }) => !isNotCompared(rule)))
  const isSame = totals.every(({ differenceMinor }) => differenceMinor === 0)
  return {
    // Over how many rows they are, and what was left out.
    coverage: [
      t('reconcile.coverage', {
        read: number(all - rowsOf(left)),
        all: number(all),
        n: rowsOf(left),
        left: texts.list(left.map(({ rule, rows }) => t('reconcile.left', { rule, n: rows }))),
      }),
      ...(own ? [ownTotalWords(own, texts)] : []),
    ].join(' '),
    same: !isSame
      ? t('reconcile.notSame')
      : unread > 0
        ? t('reconcile.sameOfRead', { n: unread })
        : t('reconcile.same'),
    rows: totals.map(({ currency, rows, reportMinor, bookMinor, differenceMinor }) => {
      const money = (minor: number) => texts.money({ minor, currency })
      return {
        key: currency,
        name: currency,
        cells: [texts.number(rows), money(reportMinor), money(bookMinor), money(differenceMinor)],
      }
    }),
    isSame: isSame && unread === 0,
  }
}

function ownTotalWords({ currency, totalMinor, sumMinor }: OwnTotal, { t, money }: Texts): string {
  const total = money({ minor: totalMinor, currency })
  return totalMinor === sumMinor
    ? t('reconcile.ownTotal', { total })
    : t('reconcile.otherTotal', { total, sum: money({ minor: sumMinor, currency }) })
}

/** Differences of a verdict, by currency: "−£100.90 + JP¥1"; empty if there are none. */
export function verdictSum(sums: readonly VerdictSum[], verdict: Verdict, texts: Texts): string {
  const own = byCurrency(sums.filter((sum) => sum.verdict === verdict)).filter(
    ({ differenceMinor }) => differenceMinor !== 0,
  )
  const amounts = own.map(({ currency, differenceMinor: minor }) => texts.money({ minor, currency }))
  return amounts.length === 0 ? '' : texts.t('reconcile.verdict.sum', { amount: amounts.join(' + ') })
}

function byCurrency(sums: readonly VerdictSum[]) {
  const ofMoney = sums.flatMap((sum) => (sum.currency === null ? [] : { ...sum, currency: sum.currency }))
  return [...groupBy(ofMoney, ({ currency }) => currency)].map(([currency, own]) => {
    const total = (of: 'rows' | 'reportMinor' | 'bookMinor' | 'differenceMinor') =>
      own.reduce((all, sum) => all + sum[of], 0)
    return {
      currency,
      rows: total('rows'),
      reportMinor: total('reportMinor'),
      bookMinor: total('bookMinor'),
      differenceMinor: total('differenceMinor'),
    }
  })
}
