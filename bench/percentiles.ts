/** Statistics of a set of times, in their unit. */
export interface Spread {
  count: number
  p50: number
  p95: number
  p99: number
}

/** Percentile by nearest rank; `share` from 0 to 1. NaN for an empty set. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    count: values.length,
    p50: percentile(values, 0.5),
    p95: percentile(values, 0.95),
    p99: percentile(values, 0.99),
  }
}

/** Least-squares slope per step of equidistant values. 0 for fewer than two. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let above = 0
  let below = 0
  for (const [index, value] of values.entries()) {
    above += (index - middle) * (value - mean)
    below += (index - middle) ** 2
  }
  return below === 0 ? 0 : above / below
}
