import { reportProgress } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { keepPart, removeParts } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { FileWork } from '#features/machinery/file-runs/file-worker.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText } from '#lib/csv.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { ruleWords } from './upload-words.ts'
import type { RowVerdict } from './upload-plan.ts'
import type { Upload } from './upload-plans-db.server.ts'
import { resultRows, type ResultRow } from './upload-rows-db.server.ts'
import { uploadedRecords } from './uploaded-file.server.ts'

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

/** Stores the result file; anew after a crash. False if the run was cancelled or taken over. */
export async function writeResult(
  { hub, run, read, write, signal }: Pick<FileWork, 'hub' | 'run' | 'signal'> & OwnRows,
  upload: Upload,
): Promise<boolean> {
  const { sellerId, id, position, doneRows, errorRows } = upload
  const own = { sellerId, id }
  await write((db) => removeParts(db, { ...own, file: 'RESULT' }))
  let part = 0
  for await (const content of resultParts(read, upload)) {
    if (signal.aborted) return false
    const isKept = await write(async (db) => {
      const progress = { position, doneRows, errorRows }
      if (!(await reportProgress(db, { ...own, attempt: run.attempt, now: hub.now(), ...progress }))) return false
      await keepPart(db, { ...own, file: 'RESULT', part, content })
      return true
    })
    if (!isKept) return false
    part += 1
  }
  return true
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
