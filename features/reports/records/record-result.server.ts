import { resultContent } from '#features/machinery/file-runs/result-file.ts'
import { uploadedRecords } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { writeFile } from '#features/machinery/file-runs/write-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { recordKinds } from './record-kinds.server.ts'
import type { RecordUpload } from './record-plan.server.ts'
import { recordProblemWords } from './record-words.ts'
import { recordsBetween } from './records-db.server.ts'

/** The result file of an upload of records, part by part: what became of a record is on each of its rows. */
export function recordResultParts(read: OwnRows['read'], upload: RecordUpload): AsyncGenerator<Uint8Array, void> {
  const { sellerId, id, kind, plan } = upload
  const texts = textsFor(plan.locale, 'UTC')
  const content = resultContent({
    header: plan.header,
    resultBelow(fields, above) {
      if (fields.every((field) => field.trim() === '')) return null
      const name = plan.columns[recordKinds[kind].nameColumn]
      if (name !== undefined && (fields[name] ?? '').trim() !== '') return above
      const problems = [{ column: null, value: '', rule: 'note' }]
      return {
        verdict: 'SKIPPED',
        problems,
        message: problems.map((each) => recordProblemWords(kind, each, texts)).join(),
      }
    },
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
