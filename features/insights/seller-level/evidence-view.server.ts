import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { pagesModel } from '#features/machinery/file-runs/pages-model.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { dropsOut, type EvaluationWindow } from '#features/core/seller-level/evaluation.ts'
import type { EvidenceRow } from './evidence-db.server.ts'
import type { FaultyMonth } from '#features/core/seller-level/measure-sales-db.server.ts'
import { levelHref, type LevelQuery } from './level-query.ts'
import type { Fault } from '#features/core/seller-level/seller-level.ts'

export const evidencePage = 25

interface EvidenceCell {
  text: string
  href: string | null
}

export type EvidenceModel = ReturnType<typeof evidenceModel>

interface EvidenceFor {
  fault: Fault
  count: number
  of: number
  rows: readonly EvidenceRow[]
  months: readonly FaultyMonth[]
  window: EvaluationWindow
  /** Day of the month of the evaluation. */
  evaluatedOn: number
  query: LevelQuery
  texts: Texts
}

type Column = (row: EvidenceRow, on: EvidenceFor) => EvidenceCell
type PlainColumn = (row: EvidenceRow, on: Pick<EvidenceFor, 'texts'>) => EvidenceCell

const plain = (text: string): EvidenceCell => ({ text, href: null })
const time = (at: Date | null, { texts }: Pick<EvidenceFor, 'texts'>) =>
  plain(at ? texts.moment(at, 'dateTime') : texts.t('level.evidence.nothing'))
const date = (at: Date | null, { texts }: Pick<EvidenceFor, 'texts'>) =>
  plain(at ? texts.moment(at, 'date') : texts.t('level.evidence.nothing'))

const facts = {
  buyer: (row, { texts }) => plain(shownBuyer(row.buyer_username, texts)),
  item: ({ title, others }, { texts }) =>
    plain(others > 0 ? texts.t('level.evidence.others', { title, n: others }) : title),
  shipBy: (row, on) => date(row.ship_by, on),
  tracked: (row, on) => time(row.tracked_at, on),
  scanned: (row, on) => time(row.scanned_at, on),
  delivered: (row, on) => date(row.delivered_at, on),
  promised: (row, on) => date(row.promised_by, on),
  what: ({ cancelled_at: cancelled, case_number: number }, { texts: { t } }) =>
    cancelled || number === null
      ? plain(t('level.evidence.cancelled'))
      : { text: t('level.evidence.decided', { number }), href: paths.caseDetails(number) },
  when: (row, on) => date(row.cancelled_at ?? row.decided_at, on),
  decided: ({ case_number: number }, { texts: { t } }) =>
    number === null
      ? plain(t('level.evidence.nothing'))
      : { text: t('level.evidence.decided', { number }), href: paths.caseDetails(number) },
  decidedAt: (row, on) => date(row.decided_at, on),
  asked: (row, on) => time(row.asked_at, on),
  answered: (row, on) => time(row.answered_at, on),
} as const satisfies Record<string, PlainColumn>

const columns = {
  ...facts,
  dropsOut: (row, on) => date(dropsOutOf(row.placed_at, on), on),
} as const satisfies Record<string, Column>

const shown: Record<Fault, readonly (keyof typeof columns)[]> = {
  late: ['buyer', 'item', 'shipBy', 'scanned', 'delivered', 'promised', 'dropsOut'],
  defects: ['buyer', 'item', 'what', 'when', 'dropsOut'],
  cases: ['buyer', 'item', 'decided', 'decidedAt', 'dropsOut'],
  untracked: ['buyer', 'item', 'shipBy', 'tracked', 'scanned', 'dropsOut'],
  unanswered: ['buyer', 'item', 'asked', 'answered', 'dropsOut'],
}

const labelOf = (column: keyof typeof columns) =>
  column === 'decided' ? 'what' : column === 'decidedAt' ? 'when' : column

const dropsOutOf = (soldAt: Date, { window: { months }, evaluatedOn: dayOfMonth, texts }: EvidenceFor) =>
  dropsOut(soldAt, texts.timeZone, { months, dayOfMonth })

export function evidenceModel(on: EvidenceFor) {
  const { fault, count, query, rows, texts } = on
  const { t } = texts
  return {
    title: t('level.evidence', { fault }),
    // "22 of 702; 16 drop out on 20 Jan 2027".
    note: noteOf(on),
    columns: shown[fault].map((key) => ({ key, label: t(`level.evidence.${labelOf(key)}`) })),
    rows: rows.map((row) => ({
      key: row.order_number,
      number: row.order_number,
      href: paths.orderDetails(row.order_number),
      cells: shown[fault].map((column) => columns[column](row, on)),
    })),
    pages: pagesModel(
      {
        page: query.page,
        last: Math.ceil(count / evidencePage),
        href: (page) => levelHref({ ...query, fault, page }),
      },
      texts,
    ),
  }
}

/** Whether the operator sees a column: neither buyers and items, nor what depends on the seller's next evaluation. */
const isForOperator = (key: keyof typeof columns): key is Exclude<keyof typeof facts, 'buyer' | 'item'> =>
  key !== 'buyer' && key !== 'item' && key !== 'dropsOut'

/** The orders of a measure for the operator: with the facts they are rated by, without buyers and items. */
export function evidenceForOperator(rows: readonly EvidenceRow[], fault: Fault, texts: Texts) {
  const keys = shown[fault].filter(isForOperator)
  return {
    title: texts.t('level.evidence', { fault }),
    columns: [
      { key: 'placed', label: texts.t('word.placed') },
      ...keys.map((key) => ({ key, label: texts.t(`level.evidence.${labelOf(key)}`) })),
    ],
    orders: rows.map((row) => ({
      number: row.order_number,
      cells: [texts.moment(row.placed_at, 'date'), ...keys.map((key) => facts[key](row, { texts }).text)],
    })),
  }
}

/** Months named in the note; the rest are counted together. */
const mostMonths = 3

function noteOf(on: EvidenceFor): string {
  const { count, of, texts } = on
  const { t, number, moment } = texts
  const months = on.months.slice(0, mostMonths).map(({ month, ids }) => {
    // Noon UTC of the first day is in the month in every zone.
    const at = dropsOutOf(new Date(`${month}T12:00Z`), on)
    return t('level.evidence.dropOut', { n: ids.length, day: moment(at, 'date') })
  })
  const rest = on.months.slice(mostMonths).flatMap(({ ids }) => ids).length
  const later = rest > 0 ? [t('level.evidence.later', { n: number(rest) })] : []
  const all = t('level.of', { n: number(count), of: number(of) })
  return months.length > 0 ? `${all}; ${[...months, ...later].join(', ')}` : all
}
