import { reportProgress } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { keepPart, removeParts } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { FileWork } from '#features/machinery/file-runs/file-worker.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText } from '#lib/csv.ts'
import type { TableFile } from '#lib/table-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import type { RecordUpload } from './record-plan.server.ts'
import { recordProblemWords } from './record-words.ts'
import { recordsBetween, type RecordVerdict } from './records-db.server.ts'

/** Statuses as eBay's result files name them. */
const statuses: Record<RecordVerdict, string> = {
  CHANGE: 'Pending',
  SAME: 'Unchanged',
  SKIPPED: 'Skipped',
  PROBLEM: 'Failure',
  DONE: 'Success',
  REFUSED: 'Failure',
}

const resultHeader = ['Status', 'Error code', 'Message', 'Row']

/**
 * Writes the result file: the columns of the input, then status, error code, message and line, on the first row of each
 * record. Written anew after a crash. False if the run was cancelled or taken over.
 */
export async function writeRecordResult(
  { hub, run, read, write, signal }: Pick<FileWork, 'hub' | 'run' | 'signal'> & OwnRows,
  { upload, file }: { upload: RecordUpload; file: TableFile },
): Promise<boolean> {
  const key = { sellerId: upload.sellerId, id: upload.id }
  const texts = textsFor(upload.plan.locale, 'UTC')
  const { position, doneRows, errorRows } = run
  let part = 0
  const keep = async (text: string) => {
    const isKept = await write(async (db) => {
      const progress = { position, doneRows, errorRows }
      if (!(await reportProgress(db, { ...key, attempt: run.attempt, now: hub.now(), ...progress }))) return false
      if (part === 0) await removeParts(db, { ...key, file: 'RESULT' })
      await keepPart(db, { ...key, file: 'RESULT', part, content: new TextEncoder().encode(text) })
      return true
    })
    part += 1
    return isKept
  }
  if (!(await keep(byteOrderMark + csvRecord([...file.header, ...resultHeader].map(csvText))))) return false
  for await (const records of file.records()) {
    if (signal.aborted) return false
    const [first, last] = [records[0], records.at(-1)]
    if (!first || !last) continue
    const stored = await read((db) => recordsBetween(db, { ...key, from: first.line, to: last.line }))
    const text = records.map(({ line, fields }) => {
      const found = stored.get(line)
      const problems = found?.problems ?? []
      return csvRecord([
        ...file.header.map((_, at) => csvText(fields[at] ?? '')),
        csvText(found ? statuses[found.verdict] : ''),
        csvText(problems.map(({ rule }) => rule).join('; ')),
        csvText(problems.map((problem) => recordProblemWords(upload.kind, problem, texts)).join(' ')),
        csvNumber(line),
      ])
    })
    if (!(await keep(text.join('')))) return false
  }
  return true
}
