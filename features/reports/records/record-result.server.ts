import { resultContent } from '#features/machinery/file-runs/result-file.ts'
import { uploadedRecords } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { writeFile } from '#features/machinery/file-runs/write-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import type { RecordUpload } from './record-plan.server.ts'
import { recordProblemWords } from './record-words.ts'
import { recordsBetween } from './records-db.server.ts'

/** The result file of an upload of records, part by part; what became of a record is on its first row. */
export function recordResultParts(read: OwnRows['read'], upload: RecordUpload): AsyncGenerator<Uint8Array, void> {
  const { sellerId, id, kind, plan } = upload
  const texts = textsFor(plan.locale, 'UTC')
  const content = resultContent({
    header: plan.header,
    records: uploadedRecords(read, upload),
    resultsOf: async (from, to) => {
      const stored = await read((db) => recordsBetween(db, { sellerId, id, from, to }))
      return new Map(
        [...stored].map(([line, { verdict, problems }]) => {
          const message = problems.map((problem) => recordProblemWords(kind, problem, texts)).join(' ')
          return [line, { verdict, problems, message }]
        }),
      )
    },
  })
  return writeFile('CSV', content)
}
