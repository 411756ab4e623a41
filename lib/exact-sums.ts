import { groupBy } from './group-by.ts'
import type { MoneySum } from './money.ts'

/** Adds amounts up, exactly. Currencies are never added to each other: the one of most amounts is first. */
export function sumsByCurrency(amounts: readonly MoneySum[]): MoneySum[] {
  return [...groupBy(amounts, ({ currency }) => currency)]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .map(([currency, own]) => ({
      currency,
      minor: own.reduce<number | bigint>((sum, { minor }) => addMinor(sum, minor), 0),
    }))
}

/** Adds minor units of one currency, exactly. */
export function addMinor(a: number | bigint, b: number | bigint): number | bigint {
  return exactInteger(BigInt(a) + BigInt(b))
}

/** A number where it holds the integer exactly. */
export function exactInteger(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
