export interface VariationName {
  sku: string | null
  /** One value for each axis. */
  values: readonly string[]
}

export interface SoldUnder {
  sku: string | null
  variation: string | null
}

export const variationWords = (values: readonly string[]): string => values.join(', ')

/** Finds the variation by SKU, values or both, which must agree. Null if none matches or nothing is named. */
export function namedVariation<V extends VariationName>(
  variations: readonly V[],
  { sku, values }: { sku: string | null; values: readonly string[] | null },
): V | null {
  if (sku === null && values === null) return null
  const isNamed = (each: V) => (sku === null || each.sku === sku) && (values === null || isSame(each.values, values))
  return variations.find(isNamed) ?? null
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value, index) => value === b[index])

/** Finds the variation of an order line by its text, or by SKU if it was renamed or imported. */
export function soldVariation<V extends VariationName>(
  variations: readonly V[],
  { sku, variation }: SoldUnder,
): V | null {
  const byWords = variation === null ? undefined : variations.find((each) => variationWords(each.values) === variation)
  return byWords ?? variations.find((each) => each.sku !== null && each.sku === sku) ?? null
}
