import type { CsvRecord } from '#lib/csv-reader.ts'
import type { FileContent } from './file-content.ts'
import type { RowProblem } from './row-problem.ts'

/** What became of a row of an uploaded file. */
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

/** The result of a row. */
interface RowResult {
  verdict: ResultVerdict
  problems: readonly RowProblem[]
  /** The problems in the reader's language. */
  message: string
}

/** An uploaded file with the results of its rows. */
interface UploadResult {
  header: readonly string[]
  records: AsyncIterable<readonly CsvRecord[]>
  /** Results by line, of the rows on these lines. */
  resultsOf: (from: number, to: number) => Promise<ReadonlyMap<number, RowResult>>
}

/** The result file of an upload: the columns of the file, then status, error code, message and line of each row. */
export const resultContent = ({ header, records, resultsOf }: UploadResult): FileContent => ({
  sheet: 'Result',
  header: [...header, 'Status', 'Error code', 'Message', 'Row'],
  parts: async function* ({ text, number }) {
    for await (const part of records) {
      const [first, last] = [part[0], part.at(-1)]
      if (!first || !last) continue
      const results = await resultsOf(first.line, last.line)
      yield part.map(({ line, fields }) => {
        const result = results.get(line)
        return [
          ...header.map((_, at) => text(fields[at] ?? '')),
          text(result ? statuses[result.verdict] : ''),
          text(result?.problems.map(({ rule }) => rule).join('; ') ?? ''),
          text(result?.message ?? ''),
          number(String(line)),
        ]
      })
    }
  },
})
