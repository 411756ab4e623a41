import { fullHeader, type FileColumn } from '#lib/match-columns.ts'
import { namesOfUnit, namesWeightUnit, readWeight, readWeightUnit, type WeightUnit } from '#lib/weight.ts'
import type { Grouping } from '#lib/read-amount.ts'

// Weights stand in grams, kilograms, ounces or pounds: the header, another column or the cell names the unit.

/** Units of the columns whose header names theirs; `ownWeight` has it in the cell, or in the column `weightUnit`. */
const unitOf = { weight: 'g', weightKg: 'kg', weightOz: 'oz', weightLb: 'lb', ownWeight: null } as const
export type WeightKind = keyof typeof unitOf

export const weightKinds = ['weight', 'weightKg', 'weightOz', 'weightLb', 'ownWeight'] as const

/** Names of the weight of a parcel before those of the item in it. */
const bases = [
  'Weight',
  'Variant weight',
  'Weight value',
  'Package weight',
  'Shipping weight',
  'Item weight',
  'Product weight',
  'Gewicht',
  'Versandgewicht',
  'Paketgewicht',
  'Artikelgewicht',
  'Peso',
  'Poids',
  'Waga',
]
const unitColumns = ['unit', 'units', 'unit of measure', 'uom', 'einheit', 'seinheit']

const inUnit = (unit: WeightUnit) =>
  bases.flatMap((base) => namesOfUnit(unit).flatMap((name) => [`${base} ${name}`, `${base} in ${name}`]))

export const weightNames: Record<WeightKind | 'weightUnit', readonly string[]> = {
  weight: ['Variant Grams', 'Grams', ...inUnit('g')],
  weightKg: inUnit('kg'),
  weightOz: inUnit('oz'),
  weightLb: inUnit('lb'),
  ownWeight: bases,
  weightUnit: bases.flatMap((base) => unitColumns.map((name) => `${base} ${name}`)),
}

/**
 * Pairs a column of weights with that of its own units: Shopify's `Variant Weight Unit` says nothing of `Variant Grams`.
 * Weights without a known unit are not used.
 */
export function pairUnits(
  columns: readonly FileColumn[],
  ownWeight: number | undefined,
): { ownWeight?: number; weightUnit?: number } {
  const weights = ownWeight === undefined ? undefined : columns[ownWeight]
  if (ownWeight === undefined || !weights) return {}
  const own = fullHeader(weights.header)
  const weightUnit = columns.findIndex(({ header, values }, at) => {
    const name = fullHeader(header)
    const isOwn = unitColumns.some((unit) => name === `${own} ${unit}` || (at === ownWeight + 1 && name === unit))
    return isOwn && values.some((value) => readWeightUnit(value) !== null)
  })
  if (weightUnit >= 0) return { ownWeight, weightUnit }
  return weights.values.some(namesWeightUnit) ? { ownWeight } : {}
}

/** Whether a column has weights of which the file does not name the unit. */
export const lacksUnit = (header: string): boolean => bases.some((base) => fullHeader(base) === fullHeader(header))

interface WeightCell {
  kind: WeightKind
  text: string
  /** Null if only the text may name it. */
  unit: WeightUnit | null
}

/** The first filled cell of a row's weight; null if the file has no weights. */
export function weightCell(cells: Partial<Record<WeightKind | 'weightUnit', string>>): WeightCell | null {
  const kinds = weightKinds.filter((kind) => cells[kind] !== undefined)
  const kind = kinds.find((each) => cells[each] !== '') ?? kinds[0]
  if (!kind) return null
  return { kind, text: cells[kind] ?? '', unit: unitOf[kind] ?? readWeightUnit(cells.weightUnit ?? '') }
}

/** Heaviest parcel, in grams. */
const heaviest = 1_000_000

export function readGrams({ text, unit }: WeightCell, grouping: Grouping): number | null {
  const grams = readWeight(text, unit, grouping)
  return grams !== null && grams <= heaviest ? grams : null
}
