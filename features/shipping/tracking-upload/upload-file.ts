import type { FileContent } from '#features/machinery/file-runs/file-content.ts'
import { keysOf } from '#lib/records.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { mendWords, ruleWords } from './problem-words.ts'
import type { RowVerdict, UploadRow } from './uploads-db.server.ts'

const resultTexts: Record<RowVerdict, TextKey> = {
  CHANGE: 'tracking.result.CHANGE',
  SAME: 'tracking.result.SAME',
  SKIPPED: 'tracking.result.SKIPPED',
  PROBLEM: 'tracking.result.PROBLEM',
  DONE: 'tracking.result.DONE',
  REFUSED: 'tracking.result.PROBLEM',
}

export const allVerdicts = keysOf(resultTexts)

/**
 * A file of rows: the original columns, as they were corrected, plus two for problems, and with `withResult` one for the
 * result. It can be mended and uploaded again.
 */
export const uploadContent = (
  header: readonly string[],
  rows: AsyncIterable<readonly UploadRow[]>,
  { texts, withResult }: { texts: Texts; withResult: boolean },
): FileContent => {
  const { t } = texts
  return {
    sheet: t('tracking.file.name'),
    header: [
      ...header,
      ...(withResult ? [t('tracking.file.result')] : []),
      t('tracking.file.rule'),
      t('tracking.file.mend'),
    ],
    keepsDigits: true,
    parts: async function* ({ text }) {
      for await (const part of rows)
        yield part.map(({ fields, edits, verdict, problems }) => [
          ...header.map((_, at) => text(edits?.[String(at)] ?? fields[at] ?? '')),
          ...(withResult ? [text(t(resultTexts[verdict]))] : []),
          text((problems ?? []).map((problem) => ruleWords(problem, texts)).join('; ')),
          text((problems ?? []).map((problem) => mendWords(problem, texts)).join(' ')),
        ])
    },
  }
}
