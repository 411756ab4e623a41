/** A field of a CSV file: text is made safe for spreadsheets, numbers are written as they are. */
export type CsvField = string | { number: string } | null

/** Excel reads UTF-8 only with this in front. */
export const byteOrderMark = '\u{feff}'

/** A record as RFC 4180 has it, ended by CR LF. */
export function csvRecord(fields: readonly CsvField[]): string {
  return `${fields.map(csvField).join(',')}\r\n`
}

/**
 * What a spreadsheet may run as a formula when it opens the file: it starts with one of four signs, also in the full width of
 * East Asian letters, behind anything that cannot be seen. Tabs and line ends alone are enough.
 */
const formula = /^(?:[\t\r\n]|[\p{White_Space}\p{C}\p{M}]*[=+\-@＝＋－＠])/u

function csvField(field: CsvField): string {
  if (field === null) return ''
  if (typeof field !== 'string') return field.number
  const safe = mayBeFormula(field) && formula.test(field) ? `'${field}` : field
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Nearly all begin with a letter or figure, which needs no look at what may stand before a sign. */
function mayBeFormula(field: string): boolean {
  const first = field.charCodeAt(0)
  const isPlain = (first >= 48 && first <= 57) || (first >= 65 && first <= 90) || (first >= 97 && first <= 122)
  return !isPlain
}
