import { byteOrderMark, csvNumber, csvRecord, csvText } from '#lib/csv.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { uploadedRecords } from '#features/machinery/file-runs/uploaded-file.server.ts'
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
 * The result file, part by part: the columns of the input, then status, error code, message and line, on the first row of
 * each record.
 */
export async function* recordResultParts(
  read: OwnRows['read'],
  upload: RecordUpload,
): AsyncGenerator<Uint8Array, void> {
  const { sellerId, id, kind, plan } = upload
  const texts = textsFor(plan.locale, 'UTC')
  const encoder = new TextEncoder()
  yield encoder.encode(byteOrderMark + csvRecord([...plan.header, ...resultHeader].map(csvText)))
  for await (const records of uploadedRecords(read, upload)) {
    const [first, last] = [records[0], records.at(-1)]
    if (!first || !last) continue
    const stored = await read((db) => recordsBetween(db, { sellerId, id, from: first.line, to: last.line }))
    const text = records.map(({ line, fields }) => {
      const found = stored.get(line)
      const problems = found?.problems ?? []
      return csvRecord([
        ...plan.header.map((_, at) => csvText(fields[at] ?? '')),
        csvText(found ? statuses[found.verdict] : ''),
        csvText(problems.map(({ rule }) => rule).join('; ')),
        csvText(problems.map((problem) => recordProblemWords(kind, problem, texts)).join(' ')),
        csvNumber(line),
      ])
    })
    yield encoder.encode(text.join(''))
  }
}
