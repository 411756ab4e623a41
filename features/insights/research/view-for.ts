import type { Taxonomy } from '#features/core/listing/taxonomy.ts'
import type { SavedViewRow } from '#features/machinery/grid/saved-views.ts'
import type { Bound } from '#features/selling/market/lots.ts'
import type { Texts } from '#texts/texts.ts'
import type { Research } from './read-research.server.ts'
import type { ResearchQuery } from './research-query.ts'

export interface SavedSearch extends SavedViewRow {
  /** Read where no search is open. */
  change: (Pick<Research, 'total' | 'before'> & { query: ResearchQuery }) | null
}

export interface ViewFor {
  query: ResearchQuery
  currency: string
  texts: Texts
  taxonomy: Taxonomy | undefined
  categories: readonly string[]
  /** The shop's own categories, with which to start. */
  own: readonly string[]
  searches: readonly SavedSearch[]
  bound: Bound
  problem: string | null
}
