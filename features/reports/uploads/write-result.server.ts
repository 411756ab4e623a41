import type { CsvRecord } from '#lib/csv-reader.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText } from '#lib/csv.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { ruleWords } from './upload-words.ts'
import type { RowVerdict } from './upload-plan.ts'
import type { Upload } from './upload-plans-db.server.ts'
import { resultRows, type ResultRow } from './upload-rows-db.server.ts'
import { uploadedRecords } from '#features/machinery/file-runs/uploaded-file.server.ts'

/** Statuses as eBay's result files name them. */
const statuses: Record<RowVerdict, string> = {
  CHANGE: 'Pending',
  SAME: 'Unchanged',
  SKIPPED: 'Skipped',
  PROBLEM: 'Failure',
  DONE: 'Success',
  REFUSED: 'Failure',
  UNDONE: 'Undone',
  KEPT: 'Failure',
}

/**
 * The result file, part by part: the columns of the input, then status, error code, message and line of each row. Only the
 * header if the input is no longer kept.
 */
export async function* resultParts(read: OwnRows['read'], upload: Upload): AsyncGenerator<Uint8Array, void> {
  const { sellerId, id, plan } = upload
  const texts = textsFor(plan.locale, 'UTC')
  const encoder = new TextEncoder()
  const names = plan.header.map((name, at) => csvText(name || texts.t('uploads.column.nameless', { n: at + 1 })))
  yield encoder.encode(byteOrderMark + csvRecord([...names, ...resultHeader.map(csvText)]))
  for await (const records of uploadedRecords(read, upload)) {
    const [first, last] = [records[0], records.at(-1)]
    if (!first || !last) continue
    const results = await read((db) => resultRows(db, { sellerId, id, from: first.line, to: last.line }))
    const byLine = new Map(results.map((row) => [row.line, row]))
    yield encoder.encode(
      records.map((record) => recordOf(record, { plan, result: byLine.get(record.line), texts })).join(''),
    )
  }
}

const resultHeader = ['Status', 'Error code', 'Message', 'Row']

function recordOf(
  { line, fields }: CsvRecord,
  { plan, result, texts }: { plan: Upload['plan']; result: ResultRow | undefined; texts: Texts },
): string {
  const own = plan.header.map((_, at) => csvText(fields[at] ?? ''))
  const problems = result?.problems ?? []
  return csvRecord([
    ...own,
    csvText(result ? statuses[result.verdict] : ''),
    csvText(problems.map(({ rule }) => rule).join('; ')),
    csvText(problems.map((problem) => ruleWords(problem, texts)).join(' ')),
    csvNumber(line),
  ])
}
