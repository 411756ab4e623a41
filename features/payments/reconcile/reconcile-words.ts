import type { Texts } from '#texts/texts.ts'
import type { ResultRow } from './reconciliation.ts'

/** Why a line differs, or was not read: "fee differs by -£0.40, other date: 21 Jul and 24 Jul". */
export function reasonWords(row: ResultRow, texts: Pick<Texts, 't' | 'money' | 'list' | 'moment'>): string {
  const { t } = texts
  const { currency, report_day: reportDay, book_day: bookDay } = row
  const words = row.reasons.map(({ rule, minor }) =>
    t('reconcile.reason', {
      rule,
      amount: minor === null || currency === null ? '' : texts.money({ minor, currency }),
      there: dayOf(reportDay, texts),
      here: dayOf(bookDay, texts),
      currency: row.book_currency ?? '',
    }),
  )
  return words.join('; ')
}

/** A day of the report or the books; a dash if it has none. */
export const dayOf = (day: string | null, { moment }: Pick<Texts, 'moment'>): string =>
  day === null ? '–' : moment(new Date(`${day}T12:00:00Z`), 'date')
