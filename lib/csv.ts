declare const isCell: unique symbol

/** A field as it stands in a file: only the functions below make one, so that no text gets into a file past them. */
export type CsvCell = string & { [isCell]: true }

/** Excel reads UTF-8 only with this in front. */
export const byteOrderMark = '\u{feff}'

/** A record as RFC 4180 has it, ended by CR LF. */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.join(',')}\r\n`
}

/** Nothing. */
export const noCsv = '' as CsvCell

/** A number or a time, written as it is: what no program may read as anything else. */
export function csvNumber(number: string | number): CsvCell {
  return String(number) as CsvCell
}

/**
 * Any text, made safe for spreadsheets, by whatever they split: one whose list separator is the semicolon (Excel in German) knows
 * neither our commas nor the quotes behind them, and a text's own semicolons and line ends begin cells of it there (OWASP: CSV injection).
 */
export function csvText(text: string): CsvCell {
  const safe = mayBeFormula(text) && formula.test(text) && !isHarmless(text) ? `'${text}` : text
  if (!/[",;\t\r\n]/.test(safe)) return safe as CsvCell
  const [start, ...rest] = safe.split(/(?<=[;\t\r\n])/)
  const cells = [start, ...rest.map((cell) => (formulaInside.test(cell) ? `'${cell}` : cell))]
  return `"${cells.join('').replaceAll('"', '""')}"` as CsvCell
}

/**
 * What a spreadsheet may run as a formula when it opens the file: it starts with one of four signs, also in the full width of
 * East Asian letters, behind anything that cannot be seen. Tabs and line ends alone are enough.
 */
const formula = /^(?:[\t\r\n]|[\p{White_Space}\p{C}\p{M}]*[=+\-@＝＋－＠])/u

/** The same inside a text, where quotes are doubled: a pair of them is nothing. */
const formulaInside = /^[\p{White_Space}\p{C}\p{M}"]*[=+\-@＝＋－＠]/u

/**
 * A number, or a phone number as it is written abroad: `-5`, `+380 99 345 67 89`. It names no cell and no function, so that a
 * spreadsheet can at most do sums with it, while other programs would take an apostrophe for a part of it.
 */
function isHarmless(text: string): boolean {
  return /^[+-]\d+(?:[.,]\d+)*$|^\+[\d \u00A0()./-]*\d[\d \u00A0()./-]*$/.test(text)
}

/** Nearly all begin with a letter or figure, which needs no look at what may stand before a sign. */
function mayBeFormula(field: string): boolean {
  const first = field.charCodeAt(0)
  const isPlain = (first >= 48 && first <= 57) || (first >= 65 && first <= 90) || (first >= 97 && first <= 122)
  return !isPlain
}
