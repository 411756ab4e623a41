import { byteOrderMark, csvRecord, csvText } from '#lib/csv.ts'
import { mapInChunks } from '#lib/map-in-chunks.ts'
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

/** All verdicts of rows. */
export const allVerdicts = keysOf(resultTexts)

/**
 * Writes rows as a CSV file: the original columns plus two for problems, and with `withResult` one for the result.
 * Keeps leading zeros in spreadsheets.
 */
export async function uploadFile(
  header: readonly string[],
  rows: readonly UploadRow[],
  { texts, withResult }: { texts: Texts; withResult: boolean },
): Promise<string> {
  const { t } = texts
  const more = [...(withResult ? [t('tracking.file.result')] : []), t('tracking.file.rule'), t('tracking.file.mend')]
  const line = ({ fields, edits, verdict, problems }: UploadRow) => {
    const own = header.map((_, at) => edits?.[String(at)] ?? fields[at] ?? '')
    const all = problems ?? []
    const why = [
      all.map((problem) => ruleWords(problem, texts)).join('; '),
      all.map((problem) => mendWords(problem, texts)).join(' '),
    ]
    return csvRecord([...own, ...(withResult ? [t(resultTexts[verdict])] : []), ...why].map(textCell))
  }
  const body = await mapInChunks(rows, (part) => part.map(line))
  return byteOrderMark + csvRecord([...header, ...more].map(csvText)) + body.join('')
}

/** Writes digits as `="0012"`, which spreadsheets keep as text. */
const textCell = (text: string) => (/^\d{2,}$/.test(text) ? quoted(text) : csvText(text))
const quoted = (digits: string) => `"=""${digits}"""` as ReturnType<typeof csvText>
