/** An amount in integer minor units of its ISO 4217 currency: `{ minor: 1250, currency: 'EUR' }` is 12.50 EUR. */
export interface Money {
  minor: number
  currency: string
}

/** An exact sum: a bigint beyond a number's 2^53. */
export interface MoneySum {
  minor: number | bigint
  currency: string
}

/** Maximum of one typed or imported amount in minor units. The database checks enforce the same limit. */
export const maxMinor = 99_999_999_999

/** Maximum total of an order in minor units, so that sums of many orders stay exact. */
export const maxTotalMinor = 999_999_999_999

const wholeCurrencies = new Set('JPY KRW CLP VND ISK PYG UGX XAF XOF XPF BIF DJF GNF KMF RWF VUV'.split(' '))
const thousandthCurrencies = new Set('KWD BHD OMR JOD IQD LYD TND'.split(' '))

/** Decimals of a currency (ISO 4217): JPY 0, KWD 3, otherwise 2. Matches the database function `currency_decimals`. */
export function currencyDecimals(currency: string): number {
  if (wholeCurrencies.has(currency)) return 0
  return thousandthCurrencies.has(currency) ? 3 : 2
}

/** Formats the amount exactly, without symbol or grouping: `12.50`, `-0.05`, `98000`. */
export function toDecimal({ minor, currency }: MoneySum): string {
  return decimalOf(String(minor), currency)
}

/** The same for minor units given as text: `1250` in EUR is `12.50`. */
export function decimalOf(minor: string, currency: string): string {
  return withDecimals(minor, currencyDecimals(currency))
}

/** Sets the point of a whole number given as text: `1250` with two decimals is `12.50`. */
export function withDecimals(whole: string, decimals: number): string {
  if (decimals === 0) return whole
  const sign = whole.startsWith('-') ? '-' : ''
  const digits = whole.slice(sign.length).padStart(decimals + 1, '0')
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Parses a plain decimal such as `12.5` or `-3` into exact minor units. Null if it is not a decimal or has too many
 * decimals for the currency.
 */
export function parseDecimal(text: string, currency: string): Money | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return null
  const decimals = currencyDecimals(currency)
  const fraction = match[3] ?? ''
  // Extra digits must be zeros. A pattern for trailing zeros would take quadratic time.
  if (/[^0]/.test(fraction.slice(decimals))) return null
  const minor = Number(`${match[2]}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
  return { minor: match[1] && minor !== 0 ? -minor : minor, currency }
}

/**
 * Splits an amount by weights so that the parts add up exactly (largest remainder, seller-hubs 5.5, 11). Weights are
 * non-negative integers; if all are zero the parts are nearly equal. No weights give no parts.
 */
export function allocate(minor: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  const shares = sum === 0n ? weights.map(() => 1n) : weights.map(BigInt)
  const whole = sum === 0n ? BigInt(weights.length) : sum
  if (whole === 0n) return []
  const sign = minor < 0 ? -1n : 1n
  const amount = BigInt(Math.abs(minor))
  const parts = shares.map((share, index) => ({
    index,
    part: (amount * share) / whole,
    rest: (amount * share) % whole,
  }))
  let left = amount - parts.reduce((total, { part }) => total + part, 0n)
  for (const entry of parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1))) {
    if (left === 0n) break
    entry.part += 1n
    left -= 1n
  }
  return parts.map(({ part }) => Number(part * sign))
}
