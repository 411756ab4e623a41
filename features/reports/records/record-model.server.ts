import { correctedCells, type CorrectedCell } from '#features/machinery/file-runs/corrected-cells.ts'
import { isRunOpen, mayCancelRun } from '#features/machinery/file-runs/file-run.ts'
import type { SelectOption } from '#shui/form/controls.tsx'
import type { TabModel } from '#shui/tabs/tabs.tsx'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { areEnough } from './check-records.server.ts'
import type { QuestionExample, RecordQuestion } from './record-kind.ts'
import { recordKinds } from './record-kinds.server.ts'
import type { RecordUpload } from './record-plan.server.ts'
import { recordColumnWords, recordProblemWords, summaryWords } from './record-words.ts'
import type { RecordCounts, RecordVerdict, StoredRecord } from './records-db.server.ts'

/** Records on a page. */
export const recordsShown = 100

/** Tabs of the records: what becomes of them, or became. */
export const recordTabs = ['done', 'new', 'problems', 'same', 'skipped'] as const
export type RecordTab = (typeof recordTabs)[number]

/** Verdicts of a tab's records. */
export const tabVerdicts: Readonly<Record<RecordTab, readonly RecordVerdict[]>> = {
  done: ['DONE'],
  new: ['CHANGE'],
  problems: ['PROBLEM', 'REFUSED'],
  same: ['SAME'],
  skipped: ['SKIPPED'],
}

const countOf = (tab: RecordTab, counts: RecordCounts) =>
  tabVerdicts[tab].reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0)

/** The tab that is shown first: problems, else the first with records. */
export const firstRecordTab = (counts: RecordCounts): RecordTab =>
  (['problems', ...recordTabs] as const).find((tab) => countOf(tab, counts) > 0) ?? 'new'

/** Field for the meaning of a column. */
export const recordColumnField = (at: number) => `column.${at}`
/** Field for the answer to a question about a file. */
export const answerField = (about: string) => `answer.${about}`

/** Questions about a file, with their answers. */
export interface QuestionsModel {
  /** Whether the seller has answered all. */
  isAnswered: boolean
  all: {
    field: string
    text: string
    options: { value: string; label: string; examples: string; isChosen: boolean }[]
  }[]
}

/** An uploaded file of records, for its page. */
export interface RecordModel {
  id: string
  check: string
  fileName: string
  note: string
  /** Columns missing for reading it; null if none. */
  need: string | null
  isChecked: boolean
  isChosen: boolean
  /** Empty once it is applied. */
  columns: { name: string; field: string; kind: string; samples: readonly string[] }[]
  kinds: SelectOption[]
  /** What the file does not say, with what each answer leads to; null if it says all. */
  questions: QuestionsModel | null
  /** Header of the records' names. */
  head: string
  tabs: TabModel[]
  lines: {
    key: string
    name: string
    row: string
    summary: string
    problems: string
    cells: readonly CorrectedCell[]
  }[]
  pages: { text: string; previous: string | null; next: string | null } | null
  /** Button that takes the records in; null if there is nothing to take. */
  take: string | null
  progress: { done: number; all: number; text: string; isOpen: boolean } | null
  cancel: string | null
  resultHref: string | null
}

/** Data for the page of an upload. */
export interface RecordData {
  upload: RecordUpload
  counts: RecordCounts
  tab: RecordTab
  /** From 1. */
  page: number
  records: readonly StoredRecord[]
  samples: readonly (readonly string[])[]
  questions: readonly RecordQuestion[]
}

/** Builds the model of an upload of records. */
export function recordModel(
  { upload, counts, tab, page, records, samples, questions }: RecordData,
  { texts, now }: { texts: Texts; now: Date },
): RecordModel {
  const { id, kind: run, plan, state } = upload
  const { t, number } = texts
  const kind = recordKinds[run]
  const isNew = state === 'CREATED'
  const missing = kind.needed.filter((each) => plan.columns[each] === undefined)
  const fresh = counts.CHANGE ?? 0
  const last = Math.max(1, Math.ceil(countOf(tab, counts) / recordsShown))
  const href = (of: RecordTab, at = 1) => paths.movingInFile(id, of, at === 1 ? undefined : String(at))
  return {
    id,
    check: plan.check,
    fileName: upload.fileName,
    note: [
      t('movingIn.read', { run, dialect: plan.dialect ?? 'none', n: plan.lines }),
      t('uploads.by', { at: momentWords(upload.madeAt, now, texts), name: upload.memberName }),
      ...(plan.isChecked && !isRunOpen(state) ? [coverageWords(counts, run, texts)] : []),
    ]
      .join(' ')
      .trim(),
    need:
      missing.length > 0
        ? t('movingIn.need', { columns: texts.list(missing.map((each) => recordColumnWords(run, each, texts))) })
        : null,
    isChecked: plan.isChecked,
    isChosen: plan.isChosen,
    columns: isNew
      ? plan.header.map((header, at) => ({
          name: header.trim() || t('uploads.column.nameless', { n: at + 1 }),
          field: recordColumnField(at),
          kind: kind.columnKinds.find((each) => plan.columns[each] === at) ?? '',
          samples: samples[at] ?? [],
        }))
      : [],
    kinds: [
      { value: '', label: t('uploads.column.unused') },
      ...kind.columnKinds.map((value) => ({ value, label: recordColumnWords(run, value, texts) })),
    ],
    questions: questions.length === 0 ? null : questionsModel(questions, texts),
    head: t('movingIn.head', { run }),
    tabs: recordTabs
      .filter((of) => of === tab || countOf(of, counts) > 0)
      .map((of) => ({
        label: { text: t('movingIn.tab', { tab: of }), action: { type: 'NAV', URL: href(of) } },
        count: number(countOf(of, counts)),
        active: of === tab,
        urgent: of === 'problems' && countOf(of, counts) > 0,
      })),
    lines: records.map(({ line, name, summary, problems }) => ({
      key: String(line),
      name: name || t('movingIn.nameless'),
      row: number(line),
      summary: summary ? summaryWords(run, summary, texts) : '–',
      problems: problems.map((problem) => recordProblemWords(run, problem, texts)).join(' '),
      cells: isNew
        ? correctedCells({ line, problems, columns: plan.columns }, (column) =>
            t('uploads.correct.of', { column: recordColumnWords(run, column, texts), line }),
          )
        : [],
    })),
    pages:
      last === 1
        ? null
        : {
            text: t('uploads.page', { page: number(page), pages: number(last) }),
            previous: page > 1 ? href(tab, page - 1) : null,
            next: page < last ? href(tab, page + 1) : null,
          },
    take:
      isNew && plan.isChecked && fresh > 0 && areEnough(kind, plan.columns)
        ? t('movingIn.take', { run, n: fresh })
        : null,
    progress: isNew
      ? null
      : {
          done: upload.doneRows,
          all: upload.totalRows ?? 0,
          text: progressWords(upload, texts),
          isOpen: isRunOpen(state),
        },
    cancel: mayCancelRun(state) ? t(isNew ? 'uploads.discard' : 'uploads.cancel') : null,
    resultHref: state === 'DONE' || state === 'DONE_WITH_ERRORS' ? paths.reportFile(id) : null,
  }
}

/** How many of the records that were read are not among those that are taken, and why. */
function coverageWords(counts: RecordCounts, run: RecordUpload['kind'], { t }: Texts): string {
  const all = recordTabs.reduce((sum, tab) => sum + countOf(tab, counts), 0)
  const [problems, same, left] = [countOf('problems', counts), countOf('same', counts), countOf('skipped', counts)]
  return all === 0
    ? ''
    : t('movingIn.coverage', { run, all, taken: all - problems - same - left, problems, same, left })
}

function questionsModel(questions: readonly RecordQuestion[], texts: Texts): QuestionsModel {
  const { t } = texts
  return {
    isAnswered: questions.every(({ answer }) => answer !== null),
    all: questions.map(({ about, answer, options }) => ({
      field: answerField(about),
      text: t('movingIn.question', { about }),
      options: options.map(({ value, examples }) => ({
        value,
        label: t('movingIn.answer', { answer: `${about}_${value}` }),
        examples: examples.map((example) => exampleWords(example, texts)).join(' · '),
        isChosen: value === answer,
      })),
    })),
  }
}

function exampleWords({ name, currency, totalMinor, lines }: QuestionExample, { t, money, number }: Texts): string {
  const items = lines.map(({ quantity, unitMinor: minor }) => `${number(quantity)} × ${money({ minor, currency })}`)
  return t('movingIn.question.example', {
    name,
    items: items.join(' + '),
    total: money({ minor: totalMinor, currency }),
  })
}

function progressWords({ kind, plan, state, doneRows, totalRows }: RecordUpload, { t, number }: Texts): string {
  const counts = { state, done: number(doneRows), all: number(totalRows ?? 0) }
  return plan.isChecked ? t('movingIn.progress', { run: kind, ...counts }) : t('uploads.checking', counts)
}
