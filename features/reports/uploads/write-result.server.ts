import { resultContent } from '#features/machinery/file-runs/result-file.ts'
import { uploadedRecords } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { writeFile } from '#features/machinery/file-runs/write-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { ruleWords } from './upload-words.ts'
import type { Upload } from './upload-plans-db.server.ts'
import { resultRows } from './upload-rows-db.server.ts'

/** The result file of an upload of listings, part by part. Only the header if the input is no longer kept. */
export function resultParts(read: OwnRows['read'], upload: Upload): AsyncGenerator<Uint8Array, void> {
  const { sellerId, id, plan } = upload
  const texts = textsFor(plan.locale, 'UTC')
  const content = resultContent({
    header: plan.header.map((name, at) => name || texts.t('uploads.column.nameless', { n: at + 1 })),
    records: uploadedRecords(read, upload),
    resultsOf: async (from, to) => {
      const rows = await read((db) => resultRows(db, { sellerId, id, from, to }))
      return new Map(
        rows.map(({ line, verdict, problems }) => {
          const message = problems.map((problem) => ruleWords(problem, texts)).join(' ')
          return [line, { verdict, problems, message }]
        }),
      )
    },
  })
  return writeFile('CSV', content)
}
