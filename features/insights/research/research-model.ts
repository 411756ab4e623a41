import type { Taxonomy } from '#features/core/listing/taxonomy.ts'
import type { SavedViewRow } from '#features/machinery/grid/saved-views.ts'
import type { Bound } from '#features/selling/market/lots.ts'
import type { SeriesChartModel } from '#shui/chart/series-model.ts'
import type { Texts } from '#texts/texts.ts'
import type { Research } from './read-research.server.ts'
import type { ResearchQuery } from './research-query.ts'

export interface Choice {
  key: string
  text: string
  href: string
  active: boolean
}

export interface ResearchRow {
  key: string
  name: string
  insightsHref: string
  /** Null if it is compared already, or enough are. */
  compareHref: string | null
  cells: string[]
  /** The seller's own orders or listings. */
  own: { text: string; href: string } | null
}

export interface ComparedRow {
  key: string
  name: string
  epid: string
  image: string | null
  cells: string[]
  trend: { text: string; direction: 'up' | 'down' | null } | null
  removeHref: string
}

export interface ResearchModel {
  query: ResearchQuery
  /** What the figures rest on. */
  basis: string
  tabs: { text: string; count: string | null; href: string; active: boolean }[]
  ranges: Choice[]
  options: {
    categories: { value: string; label: string }[]
    conditions: { value: string; label: string }[]
    formats: { value: string; label: string }[]
  }
  /** Searches that a page without one offers. */
  starts: { text: string; href: string }[]
  /** Filters that are set, as links without them. */
  chips: { key: string; text: string; href: string }[]
  clearHref: string
  searches: { id: string; name: string; href: string; changed: string | null; deletable: boolean }[]
  problem: string | null
  /** Null before a search. */
  found: FoundModel | null
  currency: string
  /** The seller's listings that ask for more than their products sell for. */
  pricesHref: string
}

export interface FoundModel {
  figures: { key: string; label: string; value: string; note: string | null; isLarge: boolean }[]
  compared: ComparedRow[]
  comparing: string | null
  changed: string | null
  prices: SeriesChartModel | null
  trend: SeriesChartModel | null
  trendTitle: string
  columns: { key: string; label: string; sortHref: string | null; isSorted: boolean }[]
  rows: ResearchRow[]
  total: string[]
  paging: { text: string; before: string | null; after: string | null } | null
  exportHref: string | null
  rules: string[]
}

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
