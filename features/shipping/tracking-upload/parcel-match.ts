import type { LineUnits } from '#features/core/order/line-units.ts'

interface Named {
  /** Candidate lines; the row means one of them. */
  lines: readonly LineUnits[]
  /** Null: any number. */
  units: number | null
}

/** Units of a line that are unshipped and not taken by earlier rows. */
type Left = (line: LineUnits) => number

/** Contents of an order's parcels under one number, by line. */
interface Known {
  inside: ReadonlyMap<number, number>
  /** Units that earlier rows refer to, so that equal rows count separately. This row's units are added. */
  claimed: Map<number, number>
  left: Left
}

/**
 * Relation of a row to the parcel already recorded under its number. An equal number alone proves nothing: a corrected
 * row may add to it. `part`: the row omits a line or its units differ, so only its author knows what it means.
 */
export type ParcelMatch = { is: 'same' } | { is: 'part'; left: number } | { is: 'none' }

export function matchWholeOrder(lines: readonly LineUnits[], left: Left): ParcelMatch {
  const sum = lines.reduce((total, line) => total + left(line), 0)
  return sum === 0 ? { is: 'same' } : { is: 'part', left: sum }
}

export function matchOrderLine({ lines, units }: Named, { inside, claimed, left }: Known): ParcelMatch {
  const held = ({ line }: LineUnits) => inside.get(line) ?? 0
  const free = (line: LineUnits) => held(line) - (claimed.get(line.line) ?? 0)
  const least = units ?? 1
  const own = lines.find((line) => free(line) >= least && (units !== null || left(line) === 0))
  if (own) {
    claimed.set(own.line, (claimed.get(own.line) ?? 0) + (units ?? free(own)))
    return { is: 'same' }
  }
  const open = lines.find((line) => left(line) > 0)
  // Nothing is left to ship, so surplus rows repeat the same contents.
  if (!open && lines.some((line) => held(line) >= least)) return { is: 'same' }
  const next = open ?? lines.find((line) => free(line) > 0)
  return next && free(next) > 0 ? { is: 'part', left: left(next) } : { is: 'none' }
}
