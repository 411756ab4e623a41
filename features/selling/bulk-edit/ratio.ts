/** An exact rational number; the denominator is positive. */
export interface Ratio {
  n: bigint
  d: bigint
}

/** A whole number, or a whole number of `1/d`. */
export const ratio = (n: number | bigint, d: number | bigint = 1): Ratio => ({ n: BigInt(n), d: BigInt(d) })

/** Reads a plain decimal such as `0.95`. */
export function decimalRatio(decimal: string): Ratio {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return { n: BigInt(whole + fraction), d: 10n ** BigInt(fraction.length) }
}

export const plus = (a: Ratio, b: Ratio): Ratio => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
export const minus = (a: Ratio, b: Ratio): Ratio => plus(a, { n: -b.n, d: b.d })
export const times = (a: Ratio, b: Ratio): Ratio => ({ n: a.n * b.n, d: a.d * b.d })

/** The quotient; null if `b` is zero. */
export function over(a: Ratio, b: Ratio): Ratio | null {
  if (b.n === 0n) return null
  const sign = b.n < 0n ? -1n : 1n
  return { n: sign * a.n * b.d, d: sign * a.d * b.n }
}

export const isLess = (a: Ratio, b: Ratio): boolean => a.n * b.d < b.n * a.d

/** The nearest whole number; halves away from zero. */
export function roundRatio({ n, d }: Ratio): bigint {
  const size = n < 0n ? -n : n
  const rounded = (2n * size + d) / (2n * d)
  return n < 0n ? -rounded : rounded
}
