import { groupBy } from './group-by.ts'
import { addMinor, type MoneySum } from './money.ts'

/** Adds amounts up, exactly. Currencies are never added to each other: the one of most amounts is first. */
export function sumsByCurrency(amounts: readonly MoneySum[]): MoneySum[] {
  return [...groupBy(amounts, ({ currency }) => currency)]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .map(([currency, own]) => ({
      currency,
      minor: own.reduce<number | bigint>((sum, { minor }) => addMinor(sum, minor), 0),
    }))
}
