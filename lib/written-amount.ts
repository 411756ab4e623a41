import { currencyDecimals, parseDecimal } from './money.ts'

export type DecimalMark = '.' | ','

/** Texts that programs write in place of an amount. */
const nothing = /^(?:-+|–|—|n\/?a)?$/i
/** An amount with its sign, currency before or after it, or in brackets if negative. */
const written =
  /^(?<open>\()?(?<minus>[-−])?(?:(?:[A-Z]{1,3}|kr\.?) ?)?(?:\p{Sc} ?)?(?<after>[-−])?(?<digits>\d[\d.,'’ ]*|[.,]\d+)(?: ?(?:\p{Sc}|[A-Z]{3}|zł|Kč|Ft|lei|kr\.?))?(?<last>[-−])?(?<close>\))?$/u

/**
 * The decimal mark that amounts show: the last of two marks, or one before one or two digits. In a currency of three
 * decimals also one before three digits, if each amount has it. Null if none does.
 */
export function findDecimalMark(values: Iterable<string>, currency: string): DecimalMark | null {
  const beforeThree = new Set<DecimalMark | null>()
  for (const value of values) {
    const digits = digitsOf(value)
    if (digits === undefined) continue
    const [stop, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
    if (stop >= 0 && comma >= 0) return stop > comma ? '.' : ','
    const mark = stop >= 0 ? '.' : comma >= 0 ? ',' : null
    if (/[.,]\d{1,2}$/.test(digits)) return mark
    beforeThree.add(/^\d+[.,]\d{3}$/.test(digits) ? mark : null)
  }
  const [mark = null, ...others] = beforeThree
  return currencyDecimals(currency) === 3 && others.length === 0 ? mark : null
}

/** Whether a text stands for no value, such as `--`. */
export const isNothing = (text: string): boolean => nothing.test(plain(text))

/** `12,-` and `12.–` are whole amounts, not negative ones. */
const plain = (text: string) =>
  text
    .replaceAll(/[\u00A0\u202F\u2009]/g, ' ')
    .replace(/(?<=\d)[.,][-–—]{1,2}/, '')
    .trim()
const digitsOf = (text: string) => written.exec(plain(text))?.groups?.['digits']?.trimEnd()

/** Whether a text is an amount, or stands for none. */
export const isAmount = (text: string): boolean => isNothing(text) || digitsOf(text) !== undefined

/**
 * Parses an amount such as `$45.99`, `.50`, `($18.42)`, `-1.234,56 €` into minor units; null for none (`--`). `undefined` if it
 * cannot be read exactly: it has more decimals than the currency, or, as `1.250`, may be of thousands. `proven` is the
 * decimal mark that its column shows; null if none does.
 */
export function readWrittenAmount(
  text: string,
  currency: string,
  proven: DecimalMark | null,
): number | null | undefined {
  const trimmed = plain(text)
  if (nothing.test(trimmed)) return null
  const groups = written.exec(trimmed)?.groups
  if (!groups || (groups['open'] === undefined) !== (groups['close'] === undefined)) return undefined
  const { digits = '', open, minus, after, last } = groups
  const grouped = groupingOf(proven)
  const [whole = '', ...rest] = digits.replaceAll(/[ '’]/g, '').split(proven ?? '.')
  if (rest.length > 1 || !isGrouped(whole, grouped) || rest[0]?.includes(grouped)) return undefined
  const mayBeThousands = rest[0]?.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && currencyDecimals(currency) < 3
  if (proven === null && mayBeThousands) return undefined
  const money = parseDecimal(`${whole.replaceAll(grouped, '') || '0'}${rest[0] ? `.${rest[0]}` : ''}`, currency)
  if (!money) return undefined
  const isNegative = [open, minus, after, last].filter((sign) => sign !== undefined).length === 1
  return isNegative ? 0 - money.minor : money.minor
}

/** The mark between thousands beside a decimal mark. */
export const groupingOf = (mark: DecimalMark | null) => (mark === ',' ? '.' : ',')

const isGrouped = (whole: string, mark: string) =>
  !whole.includes(mark) ||
  whole.split(mark).every((part, index) => part.length === 3 || (index === 0 && part.length < 3))
