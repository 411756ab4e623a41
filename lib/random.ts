import { createHash } from 'node:crypto'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

/** Reproducible pseudo-random numbers: the same for the same seed on every machine. Not for secrets. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** An integer from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean
  /** An element of the list, uniformly. Throws RangeError for an empty list. */
  pick<T>(list: readonly T[]): T
  /** A choice with probability proportional to its weight. Throws RangeError if no weight is positive. */
  weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): T
  /** A copy of the list in random order. */
  shuffle<T>(list: readonly T[]): T[]
  /**
   * An independent generator for one part of the work. It depends on seed and label only, so that a change in one part
   * does not affect the others.
   */
  fork(label: string | number): Random
}

/** Creates a generator (xoroshiro128+); any text or number is a seed. */
export function createRandom(seed: string | number): Random {
  const generator = xoroshiro128plusFromState(stateOf(String(seed)))
  const next = () => (generator.next() >>> 0) / 2 ** 32
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('pick from an empty list')
    // oxlint-disable-next-line typescript/no-non-null-assertion -- within the list, which may hold undefined itself
    return list[int(0, list.length - 1)]!
  }
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    weighted: (choices) => pickWeighted(choices, next()),
    shuffle: (list) => shuffled(list, int),
    fork: (label) => createRandom(`${seed}/${label}`),
  }
}

function pickWeighted<T>(choices: readonly (readonly [T, number])[], share: number): T {
  // No destructuring in this loop: it would double the cost, and shops have thousands of choices.
  let total = 0
  for (const choice of choices) total += choice[1]
  if (!(total > 0)) throw new RangeError('weighted choice without a weight above zero')
  let left = share * total
  for (const choice of choices) {
    left -= choice[1]
    if (left < 0) return choice[0]
  }
  // Rounding may leave a remainder: take the last choice with a positive weight.
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the total is positive, so one choice has weight
  return choices.findLast(([, weight]) => weight > 0)![0]
}

function shuffled<T>(list: readonly T[], int: (min: number, max: number) => number): T[] {
  const copy = [...list]
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = int(0, last)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- both are valid indexes
    ;[copy[last], copy[other]] = [copy[other]!, copy[last]!]
  }
  return copy
}

/** Four 32-bit words of state; every character of the text affects all of them. */
function stateOf(text: string): number[] {
  const hash = createHash('sha256').update(text).digest()
  return [0, 4, 8, 12].map((at) => hash.readInt32LE(at))
}
