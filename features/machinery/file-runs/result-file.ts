import type { CsvRecord } from '#lib/csv-reader.ts'
import type { FileContent } from './file-content.ts'
import type { RowProblem } from './row-problem.ts'

export type ResultVerdict = keyof typeof statuses

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

export interface RowResult {
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
export const resultContent = ({
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
