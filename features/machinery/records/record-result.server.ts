import { uploadedRecords } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { writeFile } from '#features/machinery/file-runs/write-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import type { RecordKind, RecordProblem } from './record-kind.ts'
import type { RecordUpload } from './record-plan.ts'
import { resultsBetween, wrongRows } from './records-db.server.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import type { FileContent } from '../file-runs/file-content.ts'
import type { RowProblem } from '../file-runs/row-problem.ts'

type ResultVerdict = keyof typeof statuses

/** Statuses as eBay's result files name them. */
const statuses = {
  CHANGE: 'Pending',
  SAME: 'Unchanged',
  SKIPPED: 'Skipped',
  PROBLEM: 'Failure',
  DONE: 'Success',
  REFUSED: 'Failure',
  UNDONE: 'Undone',
  KEPT: 'Failure',
} as const

interface RowResult {
  verdict: ResultVerdict
  problems: readonly RowProblem[]
  /** The problems in the reader's language. */
  message: string
}

interface UploadResult {
  header: readonly string[]
  records: AsyncIterable<readonly CsvRecord[]>
  keepsDigits?: boolean
  /** Results by line, of the rows on these lines. */
  resultsOf: (from: number, to: number) => Promise<ReadonlyMap<number, RowResult>>
  /** The result of a row that has none of its own, below one that has; null if it says nothing. */
  resultBelow?: (fields: readonly string[], above: RowResult | null) => RowResult | null
  /** Whether the file has rows with this result; all if omitted. */
  isShown?: (result: RowResult | null) => boolean
}

/** The result file of an upload: the columns of the file, then status, error code, message and line of each row. */
const resultContent = ({
  header,
  records,
  keepsDigits = false,
  resultsOf,
  resultBelow,
  isShown = () => true,
}: UploadResult): FileContent => ({
  sheet: 'Result',
  keepsDigits,
  header: [...header, 'Status', 'Error code', 'Message', 'Row'],
  parts: async function* ({ text, number }) {
    let above: RowResult | null = null
    for await (const part of records) {
      const [first, last] = [part[0], part.at(-1)]
      if (!first || !last) continue
      const results = await resultsOf(first.line, last.line)
      yield part.flatMap(({ line, fields }) => {
        const own = results.get(line)
        if (own) above = own
        const result = own ?? resultBelow?.(fields, above) ?? null
        if (!isShown(result)) return []
        return [
          [
            ...header.map((_, at) => text(fields[at] ?? '')),
            text(result ? statuses[result.verdict] : ''),
            text(result?.problems.map(({ rule }) => rule).join('; ') ?? ''),
            text(result?.message ?? ''),
            number(String(line)),
          ],
        ]
      })
    }
  },
})

/**
 * The result file of an upload, part by part; only its rows with problems if `isWrongOnly`. Only the header if the input is
 * no longer kept.
 */
export function resultParts(
  read: OwnRows['read'],
  kind: RecordKind,
  upload: RecordUpload,
  { isWrongOnly = false }: { isWrongOnly?: boolean } = {},
): AsyncGenerator<Uint8Array, void> {
  const { sellerId, id, plan } = upload
  const texts = textsFor(plan.locale, 'UTC')
  const result = (verdict: RowResult['verdict'], problems: readonly RecordProblem[]): RowResult => ({
    verdict,
    problems,
    message: problems.map((problem) => kind.words.problem(problem, texts)).join(' '),
  })
  const content = resultContent({
    header: plan.header.map((name, at) => name || texts.t('uploads.column.nameless', { n: at + 1 })),
    records: uploadedRecords(read, upload),
    keepsDigits: kind.keepsDigits ?? false,
    isShown: (shown) => !isWrongOnly || (shown !== null && wrongRows.verdicts.includes(shown.verdict)),
    resultBelow(fields, above) {
      const below = kind.belowRow?.(plan, fields) ?? null
      return below === 'above' ? above : below && result('SKIPPED', [below])
    },
    resultsOf: async (from, to) => {
      const rows = await read((db) => resultsBetween(db, kind, { sellerId, id, from, to }))
      return new Map(rows.map(({ line, verdict, problems }) => [line, result(verdict, problems)]))
    },
  })
  return writeFile('CSV', content)
}
