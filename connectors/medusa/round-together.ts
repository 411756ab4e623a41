import { currencyDecimals } from '#lib/money.ts'

/** An amount of Medusa in minor units of its currency, not rounded: 1.005 EUR is 100.5. */
export function exactMinor(amount: number, currency: string): number {
  // Eight decimals leave out the noise of binary fractions.
  return Number(`${amount.toFixed(8)}e${currencyDecimals(currency)}`)
}

/** An amount of Medusa in whole minor units; half a unit is rounded up, as buyers are charged. */
export const minorOfAmount = (amount: number, currency: string): number => Math.round(exactMinor(amount, currency))

/** Rounds amounts so that they add up to `sum`: those with the largest remainders are rounded up. */
export function roundTogether(exact: readonly number[], sum: number): number[] {
  const whole = exact.map(Math.floor)
  let left = sum - whole.reduce((total, each) => total + each, 0)
  const places = exact.map((value, index) => ({ index, rest: value - Math.floor(value) }))
  for (const { index, rest } of places.toSorted((a, b) => b.rest - a.rest || a.index - b.index)) {
    if (left <= 0 || rest === 0) break
    whole[index] = Math.ceil(exact[index] ?? 0)
    left -= 1
  }
  return whole
}
