export interface TaxonomyAspect {
  name: string
  /** Required to publish; otherwise recommended. */
  required?: boolean
  /** Suggested values; others are allowed. */
  values?: readonly string[]
  /** Several values, separated by commas. */
  multiple?: boolean
}

export interface TaxonomyLeaf {
  /** Stored as a listing's `category`: `Cameras & Photography > Lenses`. */
  path: string
  /** Translated paths by language: `{ de: 'Kameras & Fotografie > Objektive' }`. */
  names?: Readonly<Record<string, string>>
  also?: readonly string[]
  /** Group of categories in the fee pack. */
  fees: string
  aspects: readonly TaxonomyAspect[]
}

export interface Taxonomy {
  name: string
  asOf: string
  /** Translated aspect names by language: `{ de: { Brand: 'Marke' } }`. */
  aspectNames?: Readonly<Record<string, AspectNames>>
  leaves: readonly TaxonomyLeaf[]
}

/** Display names of aspects by their names in the taxonomy; missing ones are unchanged. */
export type AspectNames = Readonly<Record<string, string>>

export const aspectName = (names: AspectNames, name: string): string => names[name] ?? name

export function aspectNames(
  taxonomy: Taxonomy | undefined,
  locale: string,
  of?: Pick<TaxonomyLeaf, 'aspects'> | null,
): AspectNames {
  const names = taxonomy?.aspectNames?.[locale] ?? {}
  if (of === undefined) return names
  const own = (of?.aspects ?? []).flatMap(({ name }) => (names[name] ? [[name, names[name]] as const] : []))
  return Object.fromEntries(own)
}

/** Display name of a category; unknown ones are unchanged. */
export function categoryName(taxonomy: Taxonomy | undefined, category: string, locale: string): string {
  const leaf = taxonomy && findLeaf(taxonomy, category)
  return leaf ? leafName(leaf, locale) : category
}

export function leafName({ path, names }: Pick<TaxonomyLeaf, 'path' | 'names'>, locale: string): string {
  return names?.[locale] ?? path
}

/** Finds a leaf by path or other name; null if unknown. */
export function findLeaf(taxonomy: Taxonomy, category: string | null): TaxonomyLeaf | null {
  if (category === null) return null
  let named = leavesByName.get(taxonomy)
  if (!named) leavesByName.set(taxonomy, (named = nameLeaves(taxonomy)))
  return named.get(category) ?? null
}

/** Made once: a marketplace has thousands of leaves, and a bulk edit looks one up for each listing. */
const leavesByName = new WeakMap<Taxonomy, ReadonlyMap<string, TaxonomyLeaf>>()

/** The leaves by their paths and other names; the first of equal names, and a path before another name. */
function nameLeaves({ leaves }: Taxonomy): ReadonlyMap<string, TaxonomyLeaf> {
  const reversed = leaves.toReversed()
  const others = reversed.flatMap((leaf) => (leaf.also ?? []).map((name) => [name, leaf] as const))
  return new Map([...others, ...reversed.map((leaf) => [leaf.path, leaf] as const)])
}
