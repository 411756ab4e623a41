import fc from 'fast-check'

type Arbitraries<Values> = { [Index in keyof Values]: fc.Arbitrary<Values[Index]> }

/** Expects that a rule holds for all values: that `holds` neither fails nor returns false. */
export function expectForAll<Values extends [unknown, ...unknown[]]>(
  ...property: [...arbitraries: Arbitraries<Values>, holds: (...values: Values) => boolean | void]
): void {
  fc.assert(fc.property(...property))
}
