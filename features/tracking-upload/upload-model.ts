import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { pairs } from '#lib/pairs.ts'
import type { RowProblem } from './judge-rows.ts'
import { mendWords, ruleWords } from './problem-words.ts'
import type { RowVerdict, Upload, UploadRow, UploadState } from './uploads-db.server.ts'

/** A line of the list: one row of the file or one of its problems, or several rows after each other with the same ones. */
export interface UploadLineModel {
  key: string
  rows: string
  column: string
  value: string
  rule: string
  mend: string
  order: { text: string; href: string } | null
}

/** An uploaded file with what its rows will do, as its page draws it. */
export interface UploadModel {
  id: string
  fileName: string
  /** How the file was read. */
  read: string
  state: UploadState
  figures: { label: string; n: string; tone: 'plain' | 'bad' }[]
  tabs: { id: UploadTab; label: string; n: string; href: string; active: boolean }[]
  /** What is listed: its problems, or the rows that something becomes of. */
  tab: UploadTab
  lines: UploadLineModel[]
  /** That there are more rows than are listed. */
  more: string | null
  /** Rows that `Apply` would change, and that are left of those. */
  change: number
  progress: { done: number; all: number; text: string } | null
  problems: number
  fileHref: string
  /** What became of each row, once something has. */
  resultHref: string | null
}

/** What the list shows. */
export const uploadTabs = ['problems', 'change', 'same', 'done'] as const
export type UploadTab = (typeof uploadTabs)[number]

/** The rows of a tab. */
export const tabVerdicts: Record<UploadTab, readonly RowVerdict[]> = {
  problems: ['PROBLEM', 'REFUSED'],
  change: ['CHANGE'],
  same: ['SAME'],
  done: ['DONE'],
}

interface UploadData {
  upload: Upload
  counts: Record<RowVerdict, number>
  tab: UploadTab
  rows: readonly UploadRow[]
}

/** An upload as its page shows it: figures first, then what is asked for. */
export function uploadModel({ upload, counts, tab, rows }: UploadData, texts: Texts): UploadModel {
  const { t, number } = texts
  const problems = counts.PROBLEM + counts.REFUSED
  const started = upload.state !== 'CHECKED'
  const all = counts.CHANGE + counts.DONE + counts.REFUSED
  const count = (id: UploadTab) => tabVerdicts[id].reduce((sum, verdict) => sum + counts[verdict], 0)
  const shown = uploadTabs.filter((id) => count(id) > 0 || id === tab)
  const figure = (id: UploadTab) => ({
    label: t(`tracking.figure.${id}`),
    n: number(count(id)),
    tone: id === 'problems' && problems > 0 ? ('bad' as const) : ('plain' as const),
  })
  const lines = uploadLines(rows, upload, texts)
  return {
    id: upload.id,
    fileName: upload.fileName,
    read: readWords(
      upload,
      Object.values(counts).reduce((sum, n) => sum + n, 0),
      texts,
    ),
    state: upload.state,
    figures: [...(started ? [figure('done')] : []), figure('change'), figure('same'), figure('problems')],
    tabs: shown.map((id) => ({
      id,
      label: t(`tracking.figure.${id}`),
      n: number(count(id)),
      href: paths.trackingUpload(upload.id, id),
      active: id === tab,
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
      : null,
    problems,
    fileHref: paths.trackingFile(upload.id),
    resultHref: started ? paths.trackingFile(upload.id, 'all') : null,
  }
}

const delimiterNames: Readonly<Record<string, 'comma' | 'semicolon' | 'tab' | 'bar'>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

function readWords({ form }: Upload, rows: number, { t, number }: Texts): string {
  const { dialect, delimiter, header, headerRow, before, after } = form
  const known = delimiterNames[delimiter]
  return [
    t('tracking.read.rows', { n: rows }),
    dialect ? t('tracking.read.as', { dialect }) : t('tracking.read.byColumns'),
    t('tracking.read.columns', { n: header.length }),
    t('tracking.read.separator', { separator: known ? t(`tracking.separator.${known}`) : delimiter }),
    t('tracking.read.header', { row: number(headerRow) }),
    ...(before + after > 0 ? [t('tracking.read.leftOut', { before, after })] : []),
  ].join(', ')
}

function uploadLines(rows: readonly UploadRow[], { form }: Upload, texts: Texts): UploadLineModel[] {
  const runs: Run[] = []
  for (const row of rows) {
    const above = runs.at(-1)
    if (above && isSame(above.last, row)) above.last = row
    else runs.push({ first: row, last: row })
  }
  return runs.flatMap((run) =>
    (run.first.problems ?? [null]).map((problem, index) => uploadLine(run, { problem, index, form, texts })),
  )
}

/** Rows one below the other with the same problems; often a single one. */
interface Run {
  first: UploadRow
  last: UploadRow
}

interface OfLine {
  problem: RowProblem | null
  /** Among the problems of its rows. */
  index: number
  form: Upload['form']
  texts: Texts
}

function uploadLine({ first, last }: Run, { problem, index, form, texts }: OfLine): UploadLineModel {
  const { row, wish, order_number: order } = first
  return {
    key: `${row}-${index}`,
    rows: last.row > row ? `${texts.number(row)}–${texts.number(last.row)}` : texts.number(row),
    column: problem?.column ? texts.t(`tracking.column.${problem.column}`) : '',
    value: problem ? problem.value : (wish?.tracking ?? form.header.map((_, at) => first.fields[at] ?? '').join(' ')),
    rule: problem ? ruleWords(problem, texts) : (wish?.carrier ?? ''),
    mend: problem ? mendWords(problem, texts) : '',
    // An order that is not there has no page, whatever else is wrong with its row.
    order:
      order && first === last && !first.problems?.some(({ rule }) => rule === 'order-unknown')
        ? { text: order, href: paths.orderDetails(order) }
        : null,
  }
}

/** Whether a row has the same problems as the one above it. */
function isSame(above: UploadRow, below: UploadRow): boolean {
  const [a, b] = [above.problems, below.problems]
  if (!a || a.length !== b?.length || below.row !== above.row + 1) return false
  return pairs(a, b).every(([problem, other]) => {
    const isAlike = problem.rule === other.rule && problem.column === other.column
    return isAlike && (problem.value === other.value || problem.rule === 'rounded')
  })
}
