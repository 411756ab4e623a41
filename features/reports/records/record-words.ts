import type { Texts } from '#texts/texts.ts'
import type { RecordProblem, RecordRun, RecordSummary } from './record-kind.ts'

/** Name of what a column means. */
export const recordColumnWords = (run: RecordRun, kind: string, { t }: Texts): string =>
  run === 'orders' ? t('movingIn.column.orders', { kind }) : t('movingIn.column.costs', { kind })

/** Says what is wrong with a record, and what to do. */
export function recordProblemWords(run: RecordRun, { column, value, rule }: RecordProblem, texts: Texts): string {
  const { t } = texts
  const words = run === 'orders' ? t('movingIn.problem.orders', { rule }) : t('movingIn.problem.costs', { rule })
  if (column === null || value === '') return words
  return t('uploads.problem.at', { column: recordColumnWords(run, column, texts), value, words })
}

/** Description of a record: "3 items, £45.00, 21 Jul 2025". */
export function summaryWords(run: RecordRun, { minor, currency, units, at }: RecordSummary, texts: Texts): string {
  const money = texts.money({ minor, currency })
  const day = texts.moment(new Date(at), 'date')
  return run === 'orders'
    ? texts.t('movingIn.summary.order', { units: units ?? 0, money, day })
    : units === null
      ? texts.t('movingIn.summary.cost', { money, day })
      : texts.t('movingIn.summary.purchase', { units, money, day })
}
