/** What tells a listing's variations apart. */
export interface VariationName {
  sku: string | null
  /** One for each axis. */
  values: readonly string[]
}

/** What a line of an order is of: by the SKU and the words that it was sold under. */
export interface SoldUnder {
  sku: string | null
  variation: string | null
}

/** The words under which a variation is sold, for a line of an order. */
export const variationWords = (values: readonly string[]): string => values.join(', ')

/**
 * The variation that a buyer names: by its SKU, by its values, or by both, which then have to agree. Null where there is none such, as
 * where nothing is named.
 */
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

/**
 * The variation that a line was sold of: the one of its words. Where there is none by these, as in what was imported or renamed since,
 * the one of its SKU.
 */
export function soldVariation<V extends VariationName>(
  variations: readonly V[],
  { sku, variation }: SoldUnder,
): V | null {
  const byWords = variation === null ? undefined : variations.find((each) => variationWords(each.values) === variation)
  return byWords ?? variations.find((each) => each.sku !== null && each.sku === sku) ?? null
}
