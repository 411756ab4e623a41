/** A property that things of a category have. */
export interface TaxonomyAspect {
  name: string
  /** A listing cannot be published without it; otherwise it is recommended. */
  required?: boolean
  /** Values to choose from; others may be typed. */
  values?: readonly string[]
  /** Several values, with commas between them. */
  multiple?: boolean
}

/** A leaf category: what a listing is filed under. */
export interface TaxonomyLeaf {
  /** `Cameras & Photography > Lenses`: what a listing's `category` says. */
  path: string
  /** What readers of other languages see in its place, by language: `{ de: 'Kameras & Fotografie > Objektive' }`. */
  names?: Readonly<Record<string, string>>
  /** Other names under which imported products come. */
  also?: readonly string[]
  /** The group of the pack of fees. */
  fees: string
  aspects: readonly TaxonomyAspect[]
}

/** The categories of the marketplace. */
export interface Taxonomy {
  name: string
  asOf: string
  /** What readers of other languages see in place of an aspect's name, by language: `{ de: { Brand: 'Marke' } }`. */
  aspectNames?: Readonly<Record<string, AspectNames>>
  leaves: readonly TaxonomyLeaf[]
}

/** Names of aspects as a reader sees them, by their names in the taxonomy; what is not there stays as it is. */
export type AspectNames = Readonly<Record<string, string>>

/** An aspect's name as a reader sees it. */
export const aspectName = (names: AspectNames, name: string): string => names[name] ?? name

/** The names that a reader's language has for aspects: of one category, or of all. */
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

/** A category as a reader sees it; what the taxonomy does not have stays as it is. */
export function categoryName(taxonomy: Taxonomy | undefined, category: string, locale: string): string {
  const leaf = taxonomy && findLeaf(taxonomy, category)
  return leaf ? leafName(leaf, locale) : category
}

/** A leaf as a reader sees it. */
export function leafName({ path, names }: Pick<TaxonomyLeaf, 'path' | 'names'>, locale: string): string {
  return names?.[locale] ?? path
}

/** Finds the leaf of a category's path, or of another name of it; null for what the taxonomy does not have. */
export function findLeaf({ leaves }: Taxonomy, category: string | null): TaxonomyLeaf | null {
  if (category === null) return null
  const leaf = leaves.find(({ path }) => path === category) ?? leaves.find(({ also }) => also?.includes(category))
  return leaf ?? null
}
