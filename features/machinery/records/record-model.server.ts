import { columnField } from '#features/machinery/file-runs/chosen-columns.ts'
import type { ColumnModel } from '#features/machinery/file-runs/columns-section.tsx'
import { correctedCells, type CorrectedCell } from '#features/machinery/file-runs/corrected-cells.ts'
import { isRunOpen, mayCancelRun } from '#features/machinery/file-runs/file-run.ts'
import { pagesModel } from '#features/machinery/file-runs/pages-model.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { RecordKind, RecordQuestion, RowCount, RowModel, RecordProblem } from './record-kind.ts'
import { hasResult, mayApply, mayCorrect, undoUntil, wasApplied, type RecordUpload } from './record-plan.ts'
import { rowsOf, wrongRows } from './records-db.server.ts'
import { pairs } from '#lib/pairs.ts'

export const rowsShown = 100

const countOf = ({ tabs }: RecordKind, tab: string, counts: readonly RowCount[]): number => {
  const rows = tabs[tab]
  return rows ? rowsOf(rows, counts) : 0
}

/** The tab that is wanted, else problems, else the first with rows. */
export function tabOf(kind: RecordKind, wanted: string | null, counts: readonly RowCount[]): string {
  const names = Object.keys(kind.tabs)
  if (wanted !== null && names.includes(wanted)) return wanted
  return ['problems', ...names].find((tab) => countOf(kind, tab, counts) > 0) ?? 'problems'
}

export const answerField = (about: string) => `answer.${about}`

export type QuestionsModel = ReturnType<typeof questionsModel>

export type RecordModel = ReturnType<typeof recordModel>

export interface RecordData {
  kind: RecordKind
  /** Meanings that the seller may choose for a column. */
  columnKinds: readonly string[]
  upload: RecordUpload
  counts: readonly RowCount[]
  tab: string
  /** From 1. */
  page: number
  rows: readonly RowModel[]
  samples: readonly (readonly string[])[]
  questions: readonly RecordQuestion[]
}

export function recordModel(
  { kind, columnKinds, upload, counts, tab, page, rows, samples, questions }: RecordData,
  { texts, now }: { texts: Texts; now: Date },
) {
  const { id, plan, state } = upload
  const { t, number } = texts
  const { words } = kind
  const isNew = state === 'CREATED'
  const missing = kind.missing(plan.columns)
  const changes = rowsOf({ verdicts: ['CHANGE'] }, counts)
  const wrong = plan.isChecked ? rowsOf(wrongRows, counts) : 0
  const last = Math.max(1, Math.ceil(countOf(kind, tab, counts) / rowsShown))
  const href = (of: string, at = 1) => paths.upload(id, of, at === 1 ? undefined : String(at))
  const shown = Object.keys(kind.tabs).filter((of) => of === tab || countOf(kind, of, counts) > 0)
  return {
    id,
    check: plan.check,
    fileName: upload.fileName,
    note: [
      words.read(upload, texts),
      t('uploads.by', { at: momentWords(upload.madeAt, now, texts), name: upload.memberName }),
      ...(plan.isChecked && !isRunOpen(state) ? [coverageWords(kind, counts, texts)] : []),
    ]
      .join(' ')
      .trim(),
    state,
    // Columns missing for reading it.
    need: missing.length > 0 ? words.need(missing, texts) : null,
    rule: words.rule(texts),
    isChecked: plan.isChecked,
    isChosen: plan.isChosen,
    // Empty once it is applied.
    columns: isNew ? columnModels(kind, { plan, samples }, texts) : [],
    kinds: [
      { value: '', label: t('word.notUsed') },
      ...columnKinds.map((value) => ({ value, label: words.column(value, texts) })),
    ],
    questions: questions.length === 0 ? null : questionsModel(questions, texts),
    head: words.head(texts),
    summary: words.summary(texts),
    tabs: shown.map((of) => ({
      label: { text: words.tab(of, texts), action: { type: 'NAV' as const, URL: href(of) } },
      count: number(countOf(kind, of, counts)),
      active: of === tab,
      urgent: of === 'problems' && countOf(kind, of, counts) > 0,
    })),
    tab,
    lines: linesOf(rows, kind.ownColumns).map(({ to, ...row }) => ({
      key: String(row.line),
      row: to === row.line ? number(to) : `${number(row.line)}–${number(to)}`,
      name: row.name,
      summary: row.summary,
      problems: row.problems.map((problem) => words.problem(problem, texts)).join(' '),
      cells: mayCorrect(kind, upload) ? cellsOf(kind, { to, ...row }, { plan, texts }) : [],
    })),
    pages: pagesModel({ page, last, href: (to) => href(tab, to) }, texts),
    changes,
    apply: mayApply(kind, upload) && changes > 0 && missing.length === 0 ? words.apply(changes, texts) : null,
    progress: isNew ? null : progressModel(kind, upload, texts),
    cancel: mayCancelRun(state) ? t(isNew ? 'uploads.discard' : 'word.cancel') : null,
    undo: undoModel(kind, { upload, counts }, { texts, now }),
    resultHref: hasResult(upload) ? paths.reportFile(id) : null,
    problems: wrong > 0 && !isRunOpen(state) ? { n: wrong, href: paths.reportFile(id, 'problems') } : null,
  }
}

function coverageWords({ words }: RecordKind, counts: readonly RowCount[], texts: Texts): string {
  const all = counts.reduce((sum, { n }) => sum + n, 0)
  const problems = rowsOf(wrongRows, counts)
  const [same, left] = [rowsOf({ verdicts: ['SAME'] }, counts), rowsOf({ verdicts: ['SKIPPED'] }, counts)]
  return all === 0 ? '' : words.coverage({ all, taken: all - problems - same - left, problems, same, left }, texts)
}

function progressModel({ words }: RecordKind, upload: RecordUpload, texts: Texts) {
  const { plan, state, doneRows, totalRows } = upload
  const all = totalRows ?? 0
  const counts = { state, done: texts.number(doneRows), all: texts.number(all) }
  const text = !wasApplied(upload)
    ? texts.t('uploads.checking', counts)
    : plan.isUndo
      ? texts.t('uploads.undoing', counts)
      : words.progress(upload, counts, texts)
  return { done: doneRows, all, text, isOpen: isRunOpen(state) }
}

function undoModel(
  { undo }: RecordKind,
  { upload, counts }: Pick<RecordData, 'upload' | 'counts'>,
  { texts, now }: { texts: Texts; now: Date },
) {
  const until = undoUntil(upload)
  const n = rowsOf({ verdicts: ['DONE'] }, counts)
  if (!undo || !until || until <= now || n === 0) return null
  return { n, until: texts.t('uploads.undoUntil', { at: momentWords(until, now, texts) }) }
}

const columnModels = (
  { columnKinds, words }: RecordKind,
  { plan, samples }: Pick<RecordUpload, 'plan'> & Pick<RecordData, 'samples'>,
  texts: Texts,
): ColumnModel[] =>
  plan.header.map((header, at) => {
    const kind = columnKinds.find((each) => plan.columns[each] === at) ?? ''
    return {
      name: header.trim() || texts.t('uploads.column.nameless', { n: at + 1 }),
      field: columnField(at),
      kind,
      note: kind === '' ? words.unused(header, texts) : foundWords(kind, words, { plan, texts }),
      samples: samples[at] ?? [],
    }
  })

function foundWords(
  kind: string,
  words: RecordKind['words'],
  { plan, texts }: Pick<RecordUpload, 'plan'> & { texts: Texts },
): string | null {
  const evidence = plan.evidence?.[kind]
  return (evidence && words.found?.(kind, { ...evidence, isChosen: plan.isChosen }, texts)) ?? null
}

function cellsOf(
  { columnKinds, isShownOnly, addsColumns = false, words }: RecordKind,
  { line, to, problems }: RowLines,
  { plan, texts }: Pick<RecordUpload, 'plan'> & { texts: Texts },
): CorrectedCell[] {
  const ofCells = problems.filter((problem) => !isShownOnly?.(problem))
  const rows = { from: line, to, problems: ofCells, columns: plan.columns, addsColumns }
  return correctedCells(rows, (column) =>
    texts.t('uploads.correct.of', {
      column: isOneOf(columnKinds, column) ? words.column(column, texts) : column,
      line,
    }),
  )
}

function questionsModel(questions: readonly RecordQuestion[], texts: Texts) {
  const isAnswered = questions.every(({ answer }) => answer !== null)
  const all = questions.map(({ about, isRemembered, ...question }) => ({
    ...(isRemembered ? { hint: texts.t('uploads.questions.remembered') } : {}),
    field: answerField(about),
    ...question,
  }))
  const hint = texts.t(isAnswered ? 'uploads.questions.answered' : 'uploads.questions.hint')
  return { title: texts.t('uploads.questions'), hint, isAnswered, all }
}

/** A row, or consecutive rows with the same problems, from `line` to `to`. */
interface RowLines extends RowModel {
  to: number
}

/**
 * Joins consecutive rows with the same problems, unless they are about columns of which each row has its own value. Nothing
 * is joined without `ownColumns`.
 */
function linesOf(rows: readonly RowModel[], ownColumns: readonly string[] | undefined): RowLines[] {
  const lines: RowLines[] = []
  for (const row of rows) {
    const above = lines.at(-1)
    if (above && ownColumns && row.line === above.to + 1 && areSame(above.problems, row.problems, ownColumns))
      above.to = row.line
    else lines.push({ ...row, to: row.line })
  }
  return lines
}

const areSame = (above: readonly RecordProblem[], below: readonly RecordProblem[], ownColumns: readonly string[]) =>
  above.length > 0 &&
  above.length === below.length &&
  pairs(above, below).every(
    ([a, b]) =>
      a.rule === b.rule && a.column === b.column && a.value === b.value && !ownColumns.includes(a.column ?? ''),
  )
