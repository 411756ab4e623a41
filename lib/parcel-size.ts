import type { Grouping } from './read-amount.ts'
import { readWeight } from './weight.ts'

/** Parses centimetres with at most one decimal into millimetres; at most 10 metres. */
export function readMillimetres(given: string): number | null {
  const match = /^(\d{1,4})(?:[.,](\d))?$/.exec(given)
  const millimetres = match ? Number(match[1]) * 10 + Number(match[2] ?? 0) : 0
  return millimetres > 0 && millimetres <= 10_000 ? millimetres : null
}

/** Parses a weight into grams, without a unit as grams; at most a tonne. */
export function readParcelWeight(given: string, grouping: Grouping): number | null {
  const grams = readWeight(given, 'g', grouping)
  return grams !== null && grams <= 1_000_000 ? grams : null
}
