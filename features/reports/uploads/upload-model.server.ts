import { correctedCells, type CorrectedCell } from '#features/machinery/file-runs/corrected-cells.ts'
import { isRunOpen, mayCancelRun } from '#features/machinery/file-runs/file-run.ts'
import { columnKinds, isEnough, type ColumnChoice } from '#features/selling/listing-files/file-columns.ts'
import { unusedReason } from '#features/selling/listing-files/unused-columns.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { SelectOption } from '#shui/form/controls.tsx'
import type { TabModel } from '#shui/tabs/tabs.tsx'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { hasResult, undoUntil, type RowAction, type RowVerdict } from './upload-plan.ts'
import type { Upload } from './upload-plans-db.server.ts'
import type { RowCount, ShownRow } from './upload-rows-db.server.ts'
import { changeWords, columnWords, ruleWords } from './upload-words.ts'

/** Rows on a page. */
export const rowsShown = 100

/** Tabs of the rows: what they do, or what became of them. */
export const uploadTabs = ['done', 'undone', 'create', 'revise', 'end', 'problems', 'same', 'skipped'] as const
/** A tab of the rows. */
export type UploadTab = (typeof uploadTabs)[number]

/** Rows of a tab. */
export const tabRows: Record<UploadTab, { verdicts: readonly RowVerdict[]; action: RowAction | null }> = {
  done: { verdicts: ['DONE'], action: null },
  undone: { verdicts: ['UNDONE'], action: null },
  create: { verdicts: ['CHANGE'], action: 'CREATE' },
  revise: { verdicts: ['CHANGE'], action: 'REVISE' },
  end: { verdicts: ['CHANGE'], action: 'END' },
  problems: { verdicts: ['PROBLEM', 'REFUSED', 'KEPT'], action: null },
  same: { verdicts: ['SAME'], action: null },
  skipped: { verdicts: ['SKIPPED'], action: null },
}

/** Number of rows with a verdict. */
export const countOf = (verdict: RowVerdict, counts: readonly RowCount[]): number =>
  counts.reduce((sum, count) => (count.verdict === verdict ? sum + count.n : sum), 0)

/** Number of a tab's rows. */
export function rowsOf(tab: UploadTab, counts: readonly RowCount[]): number {
  const { verdicts, action } = tabRows[tab]
  const own = counts.filter((count) => verdicts.includes(count.verdict) && (action === null || action === count.action))
  return own.reduce((sum, { n }) => sum + n, 0)
}

/** The tab that is shown first: problems, else the first with rows. */
export const firstTab = (counts: readonly RowCount[]): UploadTab =>
  (['problems', ...uploadTabs] as const).find((tab) => rowsOf(tab, counts) > 0) ?? 'revise'

/** A column of the file and its meaning. */
interface ColumnModel {
  name: string
  field: string
  kind: string
  /** Why it is not used, if the hub has nothing for it. */
  note: string | null
  samples: readonly string[]
}

/** A row, formatted. */
interface LineModel {
  key: string
  row: string
  listing: { text: string; note: string; href: string | null }
  change: string
  problems: string
  /** Cells that can be typed anew. */
  cells: readonly CorrectedCell[]
}

/** An uploaded file with what it would change, or has changed. */
export interface UploadModel {
  id: string
  check: string
  fileName: string
  note: string
  state: Upload['state']
  /** Columns missing for reading its rows; null if none. */
  need: string | null
  isChecked: boolean
  isChosen: boolean
  columns: ColumnModel[]
  kinds: SelectOption[]
  tabs: TabModel[]
  tab: UploadTab
  lines: LineModel[]
  pages: { text: string; previous: string | null; next: string | null } | null
  /** Rows that would be applied. */
  changes: number
  progress: { done: number; all: number; text: string; isOpen: boolean } | null
  canCancel: boolean
  /** Number of rows that can be undone, and the deadline; null if none. */
  undo: { n: number; until: string } | null
  resultHref: string | null
}

/** An upload with the rows of one page. */
export interface UploadData {
  upload: Upload
  counts: readonly RowCount[]
  tab: UploadTab
  /** From 1. */
  page: number
  rows: readonly ShownRow[]
}

/** Field for the meaning of a column. */
export const columnField = (at: number) => `column.${at}`

/** Builds the model of an upload. */
export function uploadModel(
  { upload, counts, tab, page, rows }: UploadData,
  { texts, now, currency }: { texts: Texts; now: Date; currency: string },
): UploadModel {
  const { id, plan, state } = upload
  const { t, number } = texts
  const isNew = state === 'CREATED'
  const last = Math.max(1, Math.ceil(rowsOf(tab, counts) / rowsShown))
  const href = (of: UploadTab, at = 1) => paths.upload(id, of, at === 1 ? undefined : String(at))
  const shownTabs = uploadTabs.filter((of) => of === tab || rowsOf(of, counts) > 0)
  return {
    id,
    check: plan.check,
    fileName: upload.fileName,
    note: [
      t('uploads.read', { dialect: plan.dialect ?? 'none', n: plan.lines }),
      t('uploads.by', { at: momentWords(upload.madeAt, now, texts), name: upload.memberName }),
      ...(plan.isChecked && !isRunOpen(state) ? [coverageWords(counts, texts)] : []),
    ]
      .join(' ')
      .trim(),
    state,
    need: isEnough(plan.columns) ? null : t('uploads.need'),
    isChecked: plan.isChecked,
    isChosen: plan.isChosen,
    columns: isNew ? plan.header.map((header, at) => columnModel({ header, at, plan }, texts)) : [],
    kinds: [
      { value: '', label: t('uploads.column.unused') },
      ...columnKinds.map((kind) => ({ value: kind, label: columnWords(kind, texts) })),
    ],
    tabs: shownTabs.map((of) => ({
      label: { text: t('uploads.tab', { tab: of }), action: { type: 'NAV', URL: href(of) } },
      count: number(rowsOf(of, counts)),
      active: of === tab,
      urgent: of === 'problems' && rowsOf(of, counts) > 0,
    })),
    tab,
    lines: rows.map((row) => ({
      ...lineModel(row, { texts, currency }),
      cells: isNew ? cellsOf(row, plan.columns, texts) : [],
    })),
    pages:
      last === 1
        ? null
        : {
            text: t('uploads.page', { page: number(page), pages: number(last) }),
            previous: page > 1 ? href(tab, page - 1) : null,
            next: page < last ? href(tab, page + 1) : null,
          },
    changes: countOf('CHANGE', counts),
    progress: isNew ? null : progressModel(upload, texts),
    canCancel: mayCancelRun(state),
    undo: undoModel(upload, countOf('DONE', counts), { texts, now }),
    resultHref: hasResult(upload) ? paths.reportFile(id) : null,
  }
}

/** How many of the rows that were read change nothing, and why. */
function coverageWords(counts: readonly RowCount[], { t }: Texts): string {
  const all = counts.reduce((sum, { n }) => sum + n, 0)
  const [problems, same, left] = [rowsOf('problems', counts), rowsOf('same', counts), rowsOf('skipped', counts)]
  return all === 0 ? '' : t('uploads.coverage', { all, changes: all - problems - same - left, problems, same, left })
}

function progressModel({ state, plan, doneRows, totalRows }: Upload, { t, number }: Texts): UploadModel['progress'] {
  const all = totalRows ?? 0
  const key = !plan.isChecked ? 'uploads.checking' : plan.isUndo ? 'uploads.undoing' : 'uploads.progress'
  const text = t(key, { done: number(doneRows), all: number(all), state })
  return { done: doneRows, all, text, isOpen: isRunOpen(state) }
}

function undoModel(upload: Upload, n: number, { texts, now }: { texts: Texts; now: Date }): UploadModel['undo'] {
  const until = undoUntil(upload)
  if (!until || until <= now || n === 0) return null
  return { n, until: texts.t('uploads.undoUntil', { at: momentWords(until, now, texts) }) }
}

function columnModel(
  { header, at, plan }: { header: string; at: number; plan: Upload['plan'] },
  { t }: Texts,
): ColumnModel {
  const kind = columnKinds.find((each) => plan.columns[each] === at) ?? ''
  const reason = kind === '' ? unusedReason(header) : null
  return {
    name: header.trim() || t('uploads.column.nameless', { n: at + 1 }),
    field: columnField(at),
    kind,
    note: reason && t('uploads.column.why', { reason }),
    samples: plan.samples[at] ?? [],
  }
}

/** Cells with problems; amounts that were read are shown in minor units, which nobody types. */
function cellsOf({ line, problems }: ShownRow, columns: ColumnChoice, texts: Texts): CorrectedCell[] {
  const ofCells = problems.filter(({ column, rule }) => !isOneOf(amountColumns, column) || rule === column)
  return correctedCells({ line, problems: ofCells, columns }, (column) =>
    texts.t('uploads.correct.of', { column: isOneOf(columnKinds, column) ? columnWords(column, texts) : column, line }),
  )
}

const amountColumns = ['price', 'cost', 'minimumOffer', 'autoAccept'] as const

function lineModel(row: ShownRow, { texts, currency }: { texts: Texts; currency: string }): Omit<LineModel, 'cells'> {
  const { t, number } = texts
  const change =
    row.action === 'END'
      ? t('uploads.ends')
      : row.action === 'CREATE'
        ? createWords(row, texts)
        : [changeWords({ ...row, currency: row.currency ?? currency }, texts), picturesWords(row, texts)]
            .filter(Boolean)
            .join(', ')
  return {
    key: String(row.line),
    row: number(row.line),
    listing: {
      text: row.title || row.patch.title || t('uploads.noListing'),
      note: [row.itemNumber, row.sku ?? row.patch.sku].filter(Boolean).join(' · '),
      href: row.itemNumber === null ? null : paths.listing(row.itemNumber),
    },
    change: change || '–',
    problems: row.problems
      .map((problem) => {
        const words = ruleWords(problem, texts)
        if (problem.column === null) return words
        return t('uploads.problem.at', { column: columnWords(problem.column, texts), value: problem.value, words })
      })
      .join(' '),
  }
}

const picturesWords = ({ pictures }: ShownRow, { t }: Texts) =>
  pictures.length > 0 ? t('uploads.pictures', { n: pictures.length }) : ''

function createWords({ head, variations, pictures }: ShownRow, { t }: Texts): string {
  if (head !== null) return t('uploads.createsVariation', { line: head })
  return t('uploads.creates', { variations: variations?.rows.length ?? 0, pictures: pictures.length })
}
