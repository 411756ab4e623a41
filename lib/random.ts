/** Pseudo-random numbers that are the same for the same seed, on every machine. Not for secrets. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** An integer from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean
  /** One of the list, each as likely. Throws RangeError for an empty list. */
  pick<T>(list: readonly T[]): T
  /** One of the choices, as likely as its weight says. Throws RangeError where no weight is above zero. */
  weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): T
  /** A copy of the list in random order. */
  shuffle<T>(list: readonly T[]): T[]
  /**
   * Random numbers of their own for one part of the work: they depend on the seed and the label only, not on how many
   * numbers were drawn here, so that a change in one part leaves the others as they were.
   */
  fork(label: string | number): Random
}

/** Creates the generator sfc32 (Chris Doty-Humphrey's), its 128 bits of state filled from the seed by a string hash. */
export function createRandom(seed: string | number): Random {
  const next = sfc32(...hash128(String(seed)))
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('pick from an empty list')
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
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  if (!(total > 0)) throw new RangeError('weighted choice without a weight above zero')
  let left = share * total
  for (const [choice, weight] of choices) {
    left -= weight
    if (left < 0) return choice
  }
  return choices.findLast(([, weight]) => weight > 0)![0]
}

function shuffled<T>(list: readonly T[], int: (min: number, max: number) => number): T[] {
  const copy = [...list]
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = int(0, last)
    ;[copy[last], copy[other]] = [copy[other]!, copy[last]!]
  }
  return copy
}

function sfc32(a: number, b: number, c: number, counter: number): () => number {
  return () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
}

/** Four 32-bit numbers that change altogether with any character of the text (cyrb128). */
function hash128(text: string): [number, number, number, number] {
  const factors = [597_399_067, 2_869_860_233, 951_274_213, 2_716_044_179]
  const state: [number, number, number, number] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    const before = [...state]
    for (let part = 0; part < 4; part += 1)
      state[part] = (before[(part + 1) % 4]! + part * unit) ^ Math.imul(before[part]! ^ unit, factors[part]!)
  }
  for (let part = 0; part < 4; part += 1) {
    const mixed = Math.imul(state[(part + 2) % 4]! ^ (state[part]! >>> 15), factors[part]!)
    state[part] = mixed ^ (mixed >>> 13)
  }
  return state
}
