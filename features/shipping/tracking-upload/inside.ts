import type { LineUnits } from '#features/core/order/line-units.ts'

/** What a row names of its order. */
interface Named {
  /** Of these lines it may mean one. */
  lines: readonly LineUnits[]
  /** Null: however many there are. */
  units: number | null
}

/** What can still be shipped of a line and no row above takes. */
type Left = (line: LineUnits) => number

/** What an order has under one number, in one parcel or several, by line. */
interface Known {
  inside: ReadonlyMap<number, number>
  /** What rows above have named of it: of two rows alike each stands for units of its own. What this row names is added. */
  claimed: Map<number, number>
  left: Left
}

/**
 * How what a row names stands to what its order has under its number. That the order has the number says too little: a row that was mended
 * stands beside others with the same number that were applied, and what it is for is still to be shipped. `part`: a row that says less than
 * can be known (no line, or fewer or more units of one than are inside) tells of what has left or of all; only who wrote it knows.
 */
export type Inside = { is: 'same' } | { is: 'part'; left: number } | { is: 'none' }

/** Looks at a row that names its order alone. */
export function lookAtAll(lines: readonly LineUnits[], left: Left): Inside {
  const sum = lines.reduce((total, line) => total + left(line), 0)
  return sum === 0 ? { is: 'same' } : { is: 'part', left: sum }
}

/** Looks at a row that names a line of its order. */
export function lookInside({ lines, units }: Named, { inside, claimed, left }: Known): Inside {
  const held = ({ line }: LineUnits) => inside.get(line) ?? 0
  const free = (line: LineUnits) => held(line) - (claimed.get(line.line) ?? 0)
  const least = units ?? 1
  const own = lines.find((line) => free(line) >= least && (units !== null || left(line) === 0))
  if (own) {
    claimed.set(own.line, (claimed.get(own.line) ?? 0) + (units ?? free(own)))
    return { is: 'same' }
  }
  const open = lines.find((line) => left(line) > 0)
  // Where nothing can come to it, more rows than units name the same things again.
  if (!open && lines.some((line) => held(line) >= least)) return { is: 'same' }
  const next = open ?? lines.find((line) => free(line) > 0)
  return next && free(next) > 0 ? { is: 'part', left: left(next) } : { is: 'none' }
}
