import { columnField } from '#features/machinery/file-runs/chosen-columns.ts'
import type { ColumnModel } from '#features/machinery/file-runs/columns-section.tsx'
import { correctedCells, type CorrectedCell } from '#features/machinery/file-runs/corrected-cells.ts'
import { isRunOpen } from '#features/machinery/file-runs/file-run.ts'
import { pagesModel } from '#features/machinery/file-runs/pages-model.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import {
  storedColumns,
  verdicts,
  type LeftSum,
  type Reconciliation,
  type ResultRow,
  type Verdict,
  type VerdictSum,
} from './reconciliation.ts'
import { sumsModel, verdictSum } from './reconcile-sums.ts'
import { dayOf, reasonWords } from './reconcile-words.ts'
import { isEnough } from './report-columns.ts'
import { columnKinds, type ColumnKind } from './known-reports.ts'
import { cellOf, type ReportRow } from './report-items.ts'
import { reportKinds } from './report-kinds.ts'

export const linesShown = 100

export interface LineModel {
  key: string
  row: string
  order: { text: string; href: string | null }
  kind: string
  day: string
  report: string
  book: { text: string; href: string | null }
  difference: string
  why: string
  /** Cells that can be typed anew, so that the row is read. */
  cells: readonly CorrectedCell[]
}

export type ReconciliationModel = ReturnType<typeof reconciliationModel>

interface Shown {
  reconciliation: Reconciliation
  sums: readonly VerdictSum[]
  left: readonly LeftSum[]
  verdict: Verdict
  /** From 1. */
  page: number
  rows: readonly ResultRow[]
  sample: readonly ReportRow[]
  /** The rows of the page that could not be read. */
  unread: readonly ReportRow[]
  now: Date
}

export function reconciliationModel(shown: Shown, texts: Texts) {
  const { reconciliation, sums, left, verdict, page, rows, sample, unread, now } = shown
  const { t, number } = texts
  const { id, fileName, memberName: name, plan: form, finishedAt, failure, doneRows, totalRows } = reconciliation
  const isOpen = isRunOpen(reconciliation.state)
  // Without days, nothing tells what the report should have.
  const hasDays = form.hasDays ?? true
  const count = (of: Verdict) => sums.reduce((all, sum) => (sum.verdict === of ? all + sum.rows : all), 0)
  const all = verdicts.reduce((sum, of) => sum + count(of), 0)
  const href = (of: Verdict, at = 1) => paths.reconciliation(id, of, at === 1 ? undefined : String(at))
  const last = Math.max(1, Math.ceil(count(verdict) / linesShown))
  return {
    id,
    title: fileName,
    note: [
      ...(form.report ? [t('reconcile.known', { report: form.report })] : []),
      ...(isOpen ? [t('reconcile.comparing', { done: number(doneRows), all: number(totalRows ?? 0) })] : []),
      ...(failure === null ? [] : [t('reconcile.error', { reason: failure === 'too-long' ? 'tooLong' : 'failed' })]),
      ...(finishedAt && failure === null
        ? [t('reconcile.compared', { at: momentWords(finishedAt, now, texts), name, n: all })]
        : []),
      ...(form.notStored.length > 0 ? [t('reconcile.dropped', { n: form.notStored.length })] : []),
    ].join(' '),
    // Whether it is being compared.
    isOpen,
    // Columns missing for the comparison; null if none.
    need: isEnough(storedColumns(form)) ? null : t(isEnough(form.columns) ? 'reconcile.need.stored' : 'reconcile.need'),
    columns: form.header.map((header, at) => columnModel({ header, at, form, sample }, texts)),
    kinds: [
      { value: '', label: t('word.notUsed') },
      ...columnKinds.map((kind) => ({ value: kind, label: t('reconcile.column', { kind }) })),
    ],
    // Types of rows, with the kinds that the seller chose for them.
    types: (form.words ?? []).map(([word, n]) => ({
      field: typeField(word),
      name: word,
      kind: form.kinds?.[word] ?? '',
      note: null,
      samples: [t('tracking.read.rows', { n })],
    })),
    typeKinds: [
      { value: '', label: t('reconcile.types.found') },
      ...reportKinds.map((kind) => ({
        value: kind,
        label: kind === 'MOVE' ? t('reconcile.types.move') : kindWords(kind, texts),
      })),
    ],
    // The choice between orders of day and month; null if dates show it.
    dayOrder: form.asksDayOrder
      ? {
          value: form.dayOrder ?? '',
          options: [
            { value: '', label: t('reconcile.dayOrder.usual') },
            { value: 'DMY', label: t('reconcile.dayOrder.DMY') },
            { value: 'MDY', label: t('reconcile.dayOrder.MDY') },
          ],
        }
      : null,
    sums: sumsModel({ sums, left, all: totalRows ?? 0, own: form.ownTotal ?? null }, texts),
    tabs: verdicts.map((of) => ({
      label: { text: t('reconcile.verdict', { verdict: of }), action: { type: 'NAV' as const, URL: href(of) } },
      count: of === 'MISSING_THERE' && !hasDays ? '–' : number(count(of)),
      active: of === verdict,
      urgent: of !== 'MATCHED' && of !== 'SKIPPED' && count(of) > 0,
    })),
    verdict,
    hint: [
      t('reconcile.verdict.hint', { verdict: verdict === 'MISSING_THERE' && !hasDays ? 'NO_DAYS' : verdict }),
      verdictSum(sums, verdict, texts),
      ...(verdict === 'MISSING_THERE' && hasDays && count('UNREAD') > 0
        ? [t('reconcile.mayBeUnread', { n: count('UNREAD') })]
        : []),
    ]
      .join(' ')
      .trim(),
    lines: rows.map((row) => ({ ...lineModel(row, texts), cells: cellsOf(row, { form, unread, texts }) })),
    pages: pagesModel({ page, last, href: (to) => href(verdict, to) }, texts),
    fileHref: paths.reconciliationFile(id),
  }
}

function columnModel(
  {
    header,
    at,
    form,
    sample,
  }: { header: string; at: number; form: Reconciliation['plan']; sample: readonly ReportRow[] },
  { t }: Texts,
): ColumnModel {
  const values = form.notStored.includes(at)
    ? [t('reconcile.column.notStored')]
    : sample.flatMap((row) => cellOf(row, at).slice(0, longestSample) || [])
  return {
    name: header.trim() || t('uploads.column.nameless', { n: at + 1 }),
    field: columnField(at),
    kind: columnKinds.find((kind) => form.columns[kind] === at) ?? '',
    note: null,
    samples: [...new Set(values)].slice(0, 3),
  }
}

const longestSample = 40

export const typeField = (word: string) => `type.${word}`

/** Columns to look at in a row that could not be read, by the reason. */
const columnsOf: Readonly<Partial<Record<string, readonly ColumnKind[]>>> = {
  unreadable: ['net', 'currency'],
  type: ['type'],
  order: ['order'],
}

function cellsOf(
  { row: line, reasons }: ResultRow,
  { form, unread, texts }: { form: Reconciliation['plan']; unread: readonly ReportRow[]; texts: Texts },
): CorrectedCell[] {
  const stored = unread.find(({ row }) => row === line)
  if (!stored) return []
  const { t } = texts
  const problems = reasons.flatMap(({ rule }) =>
    (columnsOf[rule] ?? []).map((column) => ({ column, value: cellOf(stored, form.columns[column]), rule })),
  )
  const { row } = stored
  return correctedCells({ from: row, to: row, problems, columns: storedColumns(form) }, (column) =>
    t('uploads.correct.of', { column: t('reconcile.column', { kind: column }), line: row }),
  )
}

function lineModel(row: ResultRow, texts: Texts): Omit<LineModel, 'cells'> {
  const { t, number } = texts
  const money = (minor: number | null, currency: string | null) =>
    minor === null || currency === null ? '–' : texts.money({ minor, currency })
  return {
    key: String(row.position),
    row: row.row === null ? '–' : number(row.row),
    order: {
      text: row.order_number ?? '–',
      // An order that only the report has no page.
      href: row.order_number !== null && row.book_minor !== null ? paths.orderDetails(row.order_number) : null,
    },
    kind: row.kind === null ? '–' : kindWords(row.kind, texts),
    day: dayOf(row.report_day ?? row.book_day, texts),
    report: money(row.report_minor, row.currency),
    book: { text: money(row.book_minor, row.book_currency), href: bookHref(row) },
    difference: row.difference_minor === 0 ? '–' : money(row.difference_minor, row.currency),
    why:
      row.reasons.length > 0
        ? reasonWords(row, texts)
        : row.verdict === 'MATCHED'
          ? ''
          : t('reconcile.why', { verdict: row.verdict }),
  }
}

function bookHref({ number, kind }: ResultRow): string | null {
  if (number === null) return null
  return kind === 'PAYOUT' ? paths.payoutDetails(number) : paths.transactionDetails(number)
}

export const kindWords = (kind: NonNullable<ResultRow['kind']>, { t }: Pick<Texts, 't'>): string => {
  if (kind === 'ORDER') return t('word.order')
  return kind === 'PAYOUT' ? t('payments.column.payout') : t(`payments.kind.${kind}`)
}

export const keptModel = (kept: readonly Reconciliation[], now: Date, texts: Texts) =>
  kept.map(({ id, fileName: name, madeAt: at, memberName: member }) => ({
    key: id,
    name,
    href: paths.reconciliation(id),
    at: momentWords(at, now, texts),
    member,
  }))
