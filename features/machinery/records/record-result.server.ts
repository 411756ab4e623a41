import { resultContent, type RowResult } from '#features/machinery/file-runs/result-file.ts'
import { uploadedRecords } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { writeFile } from '#features/machinery/file-runs/write-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import type { RecordKind, RecordProblem } from './record-kind.ts'
import type { RecordUpload } from './record-plan.ts'
import { resultsBetween, wrongRows } from './records-db.server.ts'

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
