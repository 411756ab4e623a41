import { brand } from './brand.ts'
declare const isCell: unique symbol

/** An escaped CSV field: only the functions below create one, so that unescaped text cannot reach a file. */
export type CsvCell = string & { [isCell]: true }

/** Excel reads UTF-8 only with a byte order mark. */
export const byteOrderMark = '\u{feff}'

/** Separators of cells. Escaped text is safe with each of them. */
export type Delimiter = ',' | ';' | '\t'

/** Formats a record as RFC 4180, ended by CR LF. */
export function csvRecord(cells: readonly CsvCell[], delimiter: Delimiter = ','): string {
  return `${cells.join(delimiter)}\r\n`
}

export const noCsv = brand<CsvCell>('')

/** A number or time, written unescaped; no program reads it as a formula. */
export function csvNumber(number: string | number): CsvCell {
  return brand<CsvCell>(String(number))
}

/**
 * Any text, made safe against CSV injection (OWASP). A spreadsheet with semicolons as separator (Excel in German)
 * ignores our commas and quotes, so semicolons and line ends in the text start cells.
 */
export function csvText(text: string): CsvCell {
  const safe = mayBeFormula(text) && formula.test(text) && !isHarmless(text) ? `'${text}` : text
  if (!/[",;\t\r\n]/.test(safe)) return brand<CsvCell>(safe)
  const [start, ...rest] = safe.split(/(?<=[;\t\r\n])/)
  const cells = [start, ...rest.map((cell) => (formulaInside.test(cell) ? `'${cell}` : cell))]
  return brand<CsvCell>(`"${cells.join('').replaceAll('"', '""')}"`)
}

/** Any text; digits as `="0012"`, which spreadsheets keep as text. */
export const csvDigits = (text: string): CsvCell =>
  /^\d{2,}$/.test(text) ? brand<CsvCell>(`"=""${text}"""`) : csvText(text)

/**
 * Text that a spreadsheet may run as a formula: one of four signs, also in full width, after invisible characters. A
 * leading tab or line end is enough.
 */
const formula = /^(?:[\t\r\n]|[\p{White_Space}\p{C}\p{M}]*[=+\-@＝＋－＠])/u

/** The same within a text, where doubled quotes read as nothing. */
const formulaInside = /^[\p{White_Space}\p{C}\p{M}"]*[=+\-@＝＋－＠]/u

/**
 * Whether the text is a number or international phone numbers: `-5`, `+380 99 345 67 89 ext. 5`. It contains no cell or
 * function, and other programs would read an added apostrophe as part of it.
 */
function isHarmless(text: string): boolean {
  return /^[+-]\d+(?:[.,]\d+)*$/.test(text) || text.split(/[,/] ?(?=\+)/).every((each) => phone.test(each))
}

// No digit before the first one: each character is tried once, however long the text is.
const phone = /^\+[ \u00A0\u202F()./\u2010-\u2013-]*\d[\d \u00A0\u202F()./\u2010-\u2013-]*(?: ext\.? \d{1,6})?$/

/** Fast path: most fields begin with a letter or digit. */
function mayBeFormula(field: string): boolean {
  const first = field.charCodeAt(0)
  const isPlain = (first >= 48 && first <= 57) || (first >= 65 && first <= 90) || (first >= 97 && first <= 122)
  return !isPlain
}
