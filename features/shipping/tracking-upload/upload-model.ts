import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import type { TabModel } from '#shui/tabs/tabs.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { pairs } from '#lib/pairs.ts'
import type { ColumnKind } from './meanings.ts'
import { mendWords, ruleWords } from './problem-words.ts'
import { cellField } from './review-fields.ts'
import { shownCell } from './review-form.ts'
import { reviewModel, type ReviewModel } from './review-model.ts'
import { editKey } from './table-rows.ts'
import type { RowVerdict, Upload, UploadRow, UploadState } from './uploads-db.server.ts'
import type { RowProblem, RowRule } from './verdict.ts'

/** A list entry: one row, one problem of a row, or consecutive rows with the same problems. */
export interface UploadLineModel {
  key: string
  rows: string
  column: string
  value: string
  rule: string
  mend: string
  /** The faulty cell, if it can be corrected. */
  cell: { field: string; label: string; value: string } | null
  order: { text: string; href: string } | null
}

export interface UploadModel {
  id: string
  fileName: string
  /** How the file was parsed. */
  read: string
  state: UploadState
  isOpen: boolean
  isChecked: boolean
  tabs: TabModel[]
  tab: UploadTab
  lines: UploadLineModel[]
  more: string | null
  /** Rows that `Apply` would change; while applying, those that remain. */
  change: number
  progress: { done: number; all: number; text: string } | null
  problems: number
  fileHref: string
  resultHref: string | null
  /** Null while applying. */
  review: ReviewModel | null
}

export const uploadTabs = ['problems', 'notes', 'change', 'same', 'skipped', 'done'] as const
export type UploadTab = (typeof uploadTabs)[number]

export const tabVerdicts: Record<UploadTab, readonly RowVerdict[]> = {
  problems: ['PROBLEM', 'REFUSED'],
  notes: ['CHANGE'],
  change: ['CHANGE'],
  same: ['SAME'],
  skipped: ['SKIPPED'],
  done: ['DONE'],
}

export const countOf = (tab: UploadTab, counts: RowCounts) =>
  tab === 'notes' ? counts.noted : tabVerdicts[tab].reduce((sum, verdict) => sum + counts[verdict], 0)

export type RowCounts = Record<RowVerdict, number> & { noted: number }

interface UploadData {
  run: Pick<FileRun, 'doneRows' | 'totalRows'>
  upload: Upload
  counts: RowCounts
  tab: UploadTab
  rows: readonly UploadRow[]
  sample: readonly UploadRow[]
  rules: Partial<Record<RowRule, number>>
}

export function uploadModel(page: UploadData, texts: Texts): UploadModel {
  const { t, number } = texts
  const { upload, sample, rules } = page
  // Until all rows are checked, none has a verdict to be shown.
  const { counts, tab, rows } = upload.isChecked ? page : { counts: noCounts, tab: 'change' as const, rows: [] }
  const problems = counts.PROBLEM + counts.REFUSED
  // Checked again once it was applied, it may have nothing left to apply.
  const isDone = upload.state === 'CHECKED' && counts.DONE > 0 && counts.CHANGE === 0
  const state = isDone ? 'DONE' : upload.state
  const started = upload.isChecked && state !== 'CHECKED'
  const all = counts.CHANGE + counts.DONE + counts.REFUSED
  const count = (id: UploadTab) => countOf(id, counts)
  const shown = uploadTabs.filter((id) => count(id) > 0 || id === tab)
  const lines = uploadLines(rows, { upload, tab }, texts)
  return {
    id: upload.id,
    fileName: upload.fileName,
    read: readWords(upload, upload.form.count, texts),
    state,
    isOpen: isOpen(upload.state),
    isChecked: upload.isChecked,
    tabs: shown.map((id) => ({
      label: { text: t(`tracking.figure.${id}`), action: { type: 'NAV', URL: paths.trackingUpload(upload.id, id) } },
      count: number(count(id)),
      active: id === tab,
      urgent: id === 'problems' && problems > 0,
    })),
    tab,
    lines,
    more: count(tab) > rows.length ? t('tracking.more', { n: count(tab) - rows.length }) : null,
    change: counts.CHANGE,
    progress: started
      ? {
          done: all - counts.CHANGE,
          all,
          text: t('tracking.progress', { done: number(all - counts.CHANGE), all: number(all) }),
        }
      : upload.isChecked
        ? null
        : checkProgress(page.run, texts),
    problems,
    fileHref: paths.trackingFile(upload.id),
    resultHref: started ? paths.trackingFile(upload.id, 'all') : null,
    review: isOpen(upload.state) ? null : reviewModel({ upload, sample, rules }, texts),
  }
}

export const isOpen = (state: UploadState): boolean => state === 'CHECKING' || state === 'RUNNING'

const noCounts: RowCounts = { CHANGE: 0, SAME: 0, SKIPPED: 0, PROBLEM: 0, DONE: 0, REFUSED: 0, noted: 0 }

function checkProgress({ doneRows: done, totalRows }: UploadData['run'], { t, number }: Texts) {
  const all = totalRows ?? 0
  return { done, all, text: t('tracking.checking', { done: number(done), all: number(all) }) }
}

const delimiterNames: Readonly<Record<string, 'comma' | 'semicolon' | 'tab' | 'bar'>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

function readWords({ form }: Upload, rows: number, { t, number }: Texts): string {
  const { dialect, delimiter, encoding, header, headerRow, before } = form
  const known = delimiterNames[delimiter]
  return [
    t('tracking.read.rows', { n: rows }),
    ...(dialect ? [t('tracking.read.as', { dialect })] : []),
    t('tracking.read.columns', { n: header.length }),
    t('tracking.read.separator', { separator: known ? t(`tracking.separator.${known}`) : delimiter }),
    ...(encoding === 'utf-8' ? [] : [t('tracking.read.encoding', { encoding })]),
    headerRow > 0 ? t('tracking.read.header', { row: number(headerRow) }) : t('tracking.read.noHeader'),
    ...(before > 0 ? [t('tracking.read.before', { n: before })] : []),
  ].join(', ')
}

function uploadLines(rows: readonly UploadRow[], { upload, tab }: Pick<UploadData, 'upload' | 'tab'>, texts: Texts) {
  const runs: Run[] = []
  for (const row of rows) {
    const preceding = runs.at(-1)
    if (preceding && isSame(preceding.last, row)) preceding.last = row
    else runs.push({ first: row, last: row })
  }
  return runs.flatMap((run) =>
    (run.first.problems ?? (tab === 'notes' ? run.first.notes : null) ?? [null]).map((problem, index) =>
      uploadLine(run, { problem, index, upload, texts }),
    ),
  )
}

/** Consecutive rows with the same problems, often one. */
interface Run {
  first: UploadRow
  last: UploadRow
}

interface OfLine extends Pick<UploadData, 'upload'> {
  problem: RowProblem | null
  /** Index among the row's problems. */
  index: number
  texts: Texts
}

function uploadLine({ first, last }: Run, { problem, index, upload, texts }: OfLine): UploadLineModel {
  const { row, request, order_number: order } = first
  const { form, state } = upload
  const rows = last.row > row ? `${texts.number(row)}–${texts.number(last.row)}` : texts.number(row)
  const canEdit = !isOpen(state) && problem !== null
  const cellOf = (kind: ColumnKind) => {
    const key = editKey(kind, form.columns)
    const label = texts.t('tracking.cell', { column: texts.t(`tracking.column.${kind}`), row: rows })
    return { field: cellField({ from: row, to: last.row }, key), label, value: shownCell(first, key) }
  }
  const kind = problem?.column ?? null
  return {
    key: `${row}-${index}`,
    rows,
    column: problem?.column ? texts.t(`tracking.column.${problem.column}`) : '',
    value: problem
      ? problem.value
      : (request?.tracking ?? form.header.map((_, at) => first.fields[at] ?? '').join(' ')),
    rule: problem ? ruleWords(problem, texts) : (request?.carrier ?? ''),
    mend: problem ? mendWords(problem, texts) : '',
    cell: canEdit && kind ? cellOf(kind) : null,
    // An order that does not exist has no page to link to.
    order:
      order && first === last && !first.problems?.some(({ rule }) => rule === 'order-unknown')
        ? { text: order, href: paths.orderDetails(order) }
        : null,
  }
}

/** Problems where each row has its own value to correct. */
const isOwnValue = ({ column }: RowProblem) => column === 'order' || column === 'tracking'

function isSame(preceding: UploadRow, below: UploadRow): boolean {
  const [a, b] = [preceding.problems, below.problems]
  if (!a || a.length !== b?.length || below.row !== preceding.row + 1 || a.some(isOwnValue)) return false
  return pairs(a, b).every(
    ([problem, other]) =>
      problem.rule === other.rule && problem.column === other.column && problem.value === other.value,
  )
}
