import { readDecimal, type Grouping } from './read-amount.ts'

const unitNames = {
  g: ['g', 'gr', 'gram', 'grams', 'gramm'],
  kg: ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramm'],
  oz: ['oz', 'ounce', 'ounces', 'unze', 'unzen'],
  lb: ['lb', 'lbs', 'pound', 'pounds'],
} as const

export type WeightUnit = keyof typeof unitNames

/** Grams of a unit, exactly; of ounces and pounds by the international avoirdupois pound. */
export const gramsOf: Record<WeightUnit, number> = { g: 1, kg: 1_000, oz: 28.349523125, lb: 453.59237 }

/** Names of a unit: `kg`, `kilograms`. */
export const namesOfUnit = (unit: WeightUnit): readonly string[] => unitNames[unit]

const units = new Map<string, WeightUnit>(
  (['g', 'kg', 'oz', 'lb'] as const).flatMap((unit) => unitNames[unit].map((name) => [name, unit] as const)),
)

export const readWeightUnit = (text: string): WeightUnit | null =>
  units.get(text.trim().toLowerCase().replace(/\.$/, '')) ?? null

const written = /^(?<number>[\d.,'’\s]+?)\s*(?<unit>\p{L}+\.?)?$/u
const longest = 40

/** Grams as people write them: `500 g`, `1.5 kg`. `typed` writes a decimal for the reader. */
export const weightWords = (grams: number, { typed }: { typed: (decimal: string) => string }) =>
  grams >= 1_000 ? `${typed(String(grams / 1_000))} kg` : `${grams} g`

/** A weight as it is written: `0.5`, `500 g`; null for other texts. */
function partsOf(text: string): { number: string; unit: WeightUnit | null } | null {
  const groups = text.length > longest ? undefined : written.exec(text.trim())?.groups
  if (!groups) return null
  const { number = '', unit = '' } = groups
  const named = readWeightUnit(unit)
  return unit !== '' && named === null ? null : { number, unit: named }
}

export const namesWeightUnit = (text: string): boolean => (partsOf(text)?.unit ?? null) !== null

/**
 * Reads a weight in whole grams. A unit in the text comes before `unit`. Null if there is no unit, and for a weight that
 * is no number or too little to be told from none.
 */
export function readWeight(text: string, unit: WeightUnit | null, grouping: Grouping): number | null {
  const parts = partsOf(text)
  const of = parts?.unit ?? unit
  const decimal = parts && readDecimal(parts.number, { grouping, usualDecimals: 3 })
  if (!of || decimal === null) return null
  const grams = Math.round(Number(decimal) * gramsOf[of])
  return grams === 0 && Number(decimal) > 0 ? null : grams
}
