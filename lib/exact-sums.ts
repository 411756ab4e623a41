import { groupBy } from './group-by.ts'
import type { MoneySum } from './money.ts'

/** Adds amounts exactly, by currency. The currency with the most amounts comes first. */
export function sumsByCurrency(amounts: readonly MoneySum[]): MoneySum[] {
  return [...groupBy(amounts, ({ currency }) => currency)]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .map(([currency, own]) => ({
      currency,
      minor: own.reduce<number | bigint>((sum, { minor }) => addMinor(sum, minor), 0),
    }))
}

export function addMinor(a: number | bigint, b: number | bigint): number | bigint {
  return exactInteger(BigInt(a) + BigInt(b))
}

/** A number if it can hold the integer exactly, otherwise the bigint. */
export function exactInteger(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
