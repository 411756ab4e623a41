/**
 * How a spreadsheet damaged a number that should have stayed text. `exponent`: `4.81E+11`; `decimal`: `4812.0`;
 * `grouped`: `4,812,034`; `rounded`: zeros after the 15th digit; `date`: `2026-03-12`; `error`: `#N/A`, `#####`.
 */
export type Damage = 'exponent' | 'decimal' | 'grouped' | 'rounded' | 'date' | 'error'

export interface DamagedDigits {
  damage: Damage
  /** The original number; null if digits are lost. */
  before: string | null
}

/** Significant digits that spreadsheets keep. */
const keptDigits = 15
/** This many trailing zeros indicate rounding. */
const leastZeros = 3

/**
 * Detects how a spreadsheet damaged a number; null if there is no trace. Lost leading zeros leave none: see
 * `withLeadingZeros`.
 */
export function damagedDigits(text: string): DamagedDigits | null {
  const plain = text.trim()
  if (isError(plain)) return { damage: 'error', before: null }
  const exponent = /^(\d(?=[.,e])|\d{2,3}(?=[.,]))(?:[.,](\d{1,40}))?e\+?0?(\d{1,2})$/i.exec(plain)
  if (exponent) return { damage: 'exponent', before: withoutExponent(exponent) }
  const bare = withoutCurrency(plain)
  const decimal = /^(\d{2,40})[.,]0{1,20}$/.exec(bare)
  // Rounding already zeroed everything after the 15th digit.
  if (decimal) return roundedDigits(decimal[1] ?? '') ?? { damage: 'decimal', before: decimal[1] ?? null }
  if (isDate(plain)) return { damage: 'date', before: null }
  const grouped = groupedDigits(bare) ?? (bare !== plain && /^\d{2,40}$/.test(bare) ? bare : null)
  if (grouped) return roundedDigits(grouped) ?? { damage: 'grouped', before: grouped }
  return roundedDigits(plain)
}

/** Whether a spreadsheet kept only the first digits of a number, in the forms that it writes: `2E10` may be a SKU. */
export const isShortened = (text: string): boolean =>
  /^\d(?:[.,]\d+)?e\+\d\d$/i.test(text.trim()) || roundedDigits(text.trim()) !== null

/** `4.81203456789E+11` has all its digits; `4.81E+11` may have lost some, or end in zeros, so it stays ambiguous. */
function withoutExponent([, first = '', more = '', power = '']: RegExpExecArray): string | null {
  const digits = first + more
  return more.length === Number(power) && digits.length <= keptDigits ? digits : null
}

/** `#N/A`, `#####`, and errors in other languages: `#NV`, `#WERT!`, `#VALEUR!`, `#¡VALOR!`. */
const isError = (text: string) => /^#(?:N\/?[ABDV]|¡?\p{L}[\p{L}\d/]{1,20}[!?]|#+)$/iu.test(text)

const withoutCurrency = (text: string) => text.replaceAll(/^\p{Sc}\s?|\s?\p{Sc}$/gu, '')

/** Groups of three; in India the last three digits and pairs before them. */
function groupedDigits(text: string): string | null {
  if (/^\d{1,2}(?:,\d\d){2,},\d{3}(?:\.0{1,2})?$/.test(text)) return text.replace(/\..*$/, '').replaceAll(',', '')
  const mark = /^\d{1,3}([.,'’\u00a0\u202f])\d{3}/.exec(text)?.[1]
  if (!mark) return null
  const [first = '', ...groups] = text.replace(/[.,]0{1,2}$/, '').split(mark)
  const isGrouped = /^\d{1,3}$/.test(first) && groups.length > 1 && groups.every((group) => /^\d{3}$/.test(group))
  return isGrouped ? first + groups.join('') : null
}

function roundedDigits(text: string): DamagedDigits | null {
  if (!/^[1-9]\d{15,39}$/.test(text)) return null
  const behind = text.slice(keptDigits)
  return behind.length >= leastZeros && /^0+$/.test(behind) ? { damage: 'rounded', before: null } : null
}

const dates = [
  /^(?:19|20)\d\d-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?$/,
  /^\d{1,2}[./]\d{1,2}[./](?:\d\d|(?:19|20)\d\d)(?: \d\d:\d\d(?::\d\d)?)?$/,
  /^\d{1,2}[-. ]{1,2}(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\.?(?:[- ]\d{2,4})?$/i,
  /^(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\.?[- ]\d{2,4}$/i,
]

/** Spreadsheets turn `3-12` into `2026-03-12` or `12-Mar`. */
const isDate = (text: string) => text.length <= 24 && dates.some((form) => form.test(text))

/** Maximum leading zeros to restore. */
const mostZeros = 4

/** Candidates for a number whose leading zeros a spreadsheet removed. */
export function withLeadingZeros(text: string): string[] {
  if (!/^[1-9]\d{3,38}$/.test(text)) return []
  return Array.from({ length: mostZeros }, (_, index) => '0'.repeat(index + 1) + text)
}
