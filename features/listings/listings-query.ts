import { paths } from '#web/paths.ts'
import {
  filterRange,
  filterValues,
  gridHref,
  parseGridQuery,
  searchWords,
  thousandths,
  type GridDefinition,
  type GridFilterRule,
  type GridQuery,
} from '#lib/grid-query.ts'
import { addDays, startOfDay } from '#lib/zoned-time.ts'
import { conditions, listingFormats, type Condition, type ListingFormat } from '#features/listing/listing-content.ts'
import {
  endingSoonHours,
  listingTabs,
  lowStockUnits,
  unsoldDays,
  type ListingState,
  type ListingTab,
} from '#features/listing/listing.ts'

/** Parts of the active listings by where they stand. */
export const activeParts = ['on-sale', 'out-of-stock', 'on-hold'] as const
export type ActivePart = (typeof activeParts)[number]

/** The state that a part shows. */
export const partStates: Record<ActivePart, ListingState> = {
  'on-sale': 'ACTIVE',
  'out-of-stock': 'OUT_OF_STOCK',
  'on-hold': 'ON_HOLD',
}

/** How much is left: something, little, nothing. */
export const stockLevels = ['in', 'low', 'out'] as const
/** Days without a sale that can be asked for. */
export const idlePeriods = ['30', '60', '90', '180'] as const
/** Named spans until a listing ends, in hours. */
export const endPeriods = { '24h': endingSoonHours, '3d': 72, '7d': 168, '30d': 720 } as const
/** Named spans since a listing ended, in days. */
export const endedPeriods = { '7d': 7, '31d': 31, '90d': unsoldDays } as const
export const endOutcomes = ['sold', 'unsold'] as const

/** The columns by which listings can be sorted. */
export type ListingSort =
  | 'title'
  | 'sku'
  | 'price'
  | 'available'
  | 'sold'
  | 'views'
  | 'watchers'
  | 'timeLeft'
  | 'start'
  | 'end'
  | 'created'

const columns: GridDefinition['columns'] = [
  { id: 'title', required: true, sort: 'ascending' },
  { id: 'status' },
  { id: 'sku', sort: 'ascending', shown: false },
  { id: 'price', sort: 'descending' },
  { id: 'available', sort: 'ascending' },
  { id: 'sold', sort: 'descending' },
  { id: 'views', sort: 'descending' },
  { id: 'watchers', sort: 'descending' },
  { id: 'timeLeft', sort: 'ascending' },
  { id: 'start', sort: 'descending' },
  { id: 'end', sort: 'ascending', shown: false },
  { id: 'created', sort: 'descending', shown: false },
  { id: 'lastSold', shown: false },
  { id: 'condition', shown: false },
  { id: 'category', shown: false },
  { id: 'item', shown: false },
  { id: 'epid', shown: false },
]

/** Columns of each tab that say nothing there, or that stand there by themselves. */
const tabColumns: Record<ListingTab, { without: readonly string[]; shown: readonly string[] }> = {
  active: { without: [], shown: [] },
  drafts: {
    without: ['status', 'sold', 'views', 'watchers', 'timeLeft', 'start', 'end', 'lastSold'],
    shown: ['sku', 'created', 'condition', 'category'],
  },
  scheduled: { without: ['status', 'sold', 'views', 'lastSold'], shown: ['sku', 'condition'] },
  ended: { without: ['timeLeft'], shown: ['end'] },
}

const usualSort: Record<ListingTab, GridQuery['sort']> = {
  active: { column: 'start', descending: true },
  drafts: { column: 'created', descending: true },
  scheduled: { column: 'start', descending: false },
  ended: { column: 'end', descending: true },
}

const shared: Record<string, GridFilterRule> = {
  stock: { kind: 'choice', values: stockLevels },
  format: { kind: 'choice', values: listingFormats },
  condition: { kind: 'choice', values: conditions, many: true },
  category: { kind: 'choice', pattern: /[^,]{1,200}/, many: true },
  price: { kind: 'amount' },
  quantity: { kind: 'amount' },
}
const ends: GridFilterRule = { kind: 'date', periods: Object.keys(endPeriods) }
const tabFilters: Record<ListingTab, GridDefinition['filters']> = {
  active: {
    status: { kind: 'choice', values: activeParts },
    ...shared,
    idle: { kind: 'choice', values: idlePeriods },
    ends,
  },
  drafts: shared,
  scheduled: { ...shared, ends },
  ended: {
    outcome: { kind: 'choice', values: endOutcomes },
    ended: { kind: 'date', periods: Object.keys(endedPeriods) },
    ...shared,
  },
}

/** What the list of a tab can be asked for. */
export function listingsDefinition(tab: ListingTab): GridDefinition {
  const { without, shown } = tabColumns[tab]
  return {
    columns: columns
      .filter(({ id }) => !without.includes(id))
      .map((column) => (shown.includes(column.id) ? { ...column, shown: true } : column)),
    filters: tabFilters[tab],
    defaultSort: usualSort[tab],
  }
}

const plainQuery = (tab: ListingTab): GridQuery => ({
  q: '',
  filters: {},
  sort: usualSort[tab],
  limit: 50,
  offset: 0,
  cols: null,
  view: null,
})

/** The address of a tab's listings with these filters set: `listingsHref('active', { status: ['on-hold'] })`. */
export function listingsHref(tab: ListingTab, filters: GridQuery['filters'] = {}): string {
  return gridHref(paths.listings[tab], { ...plainQuery(tab), filters }, listingsDefinition(tab))
}

/** The address of a listing that knows the list it was opened from: `from` is its tab and query, `ended?q=leica`. */
export function listingHref(itemNumber: string, from: string): string {
  return paths.listing(itemNumber, from)
}

/** The list that a listing was opened from, rebuilt from what its address says so that it leads nowhere else. */
export function backToListings(from: string | null, usual: ListingTab): string {
  const [name, search = ''] = (from ?? '').split('?')
  const tab = listingTabs.find((known) => known === name) ?? usual
  const definition = listingsDefinition(tab)
  const { query } = parseGridQuery(new URLSearchParams(name === tab ? search : ''), definition)
  return gridHref(paths.listings[tab], query, definition)
}

/** A query moved to another part of the active listings: it keeps how rows are shown. */
export function withPart(query: GridQuery, part: ActivePart | null): GridQuery {
  return { ...query, q: '', filters: part ? { status: [part] } : {}, sort: usualSort.active, offset: 0, view: null }
}

/** The part of the active listings that a query stands in. */
export function partOf(query: GridQuery): ActivePart | null {
  return activeParts.find((part) => part === filterValues(query, 'status')[0]) ?? null
}

/** A category as it stands in an address: values of a filter hold no comma. */
export function categoryValue(category: string): string {
  return category.replaceAll('%', '%25').replaceAll(',', '%2C')
}

/** The category that a value of an address names. */
export function categoryOf(value: string): string {
  return value.replaceAll('%2C', ',').replaceAll('%25', '%')
}

/** A stretch of time: `from` included, `before` not; null is open. */
export interface Span {
  from: Date | null
  before: Date | null
}

/** Both ends included; null is open. */
export interface Range {
  from: number | null
  to: number | null
}

/** Which listings a query means, resolved to moments and amounts. */
export interface ListingsMatch {
  tab: ListingTab
  /** Null: all states of the tab. */
  state: ListingState | null
  /** Each must occur somewhere in the listing's search terms. */
  words: readonly string[]
  format: ListingFormat | null
  conditions: readonly Condition[]
  categories: readonly string[]
  /** In thousandths of the currency's unit. */
  value: Range | null
  quantity: readonly Range[]
  /** Nothing of it was sold since then. */
  idleBefore: Date | null
  /** When it ends or has ended. */
  closes: Span | null
  hasSold: boolean | null
  /** These listings alone, of those that match otherwise; null: all of them. */
  numbers: readonly string[] | null
}

/** A page of the listings that match, in a total order. */
export interface ListingsQuery extends ListingsMatch {
  sort: ListingSort
  descending: boolean
  limit: number
  offset: number
}

const hour = 3_600_000

/** Resolves the state of a tab's grid at a moment, days meant in a zone. Pure. */
export function resolveListings(tab: ListingTab, query: GridQuery, now: Date, zone: string): ListingsQuery {
  const one = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === filterValues(query, name)[0]) ?? null
  const part = tab === 'active' ? partOf(query) : null
  const price = filterRange(query, 'price')
  const idle = one('idle', idlePeriods)
  const outcome = one('outcome', endOutcomes)
  return {
    tab,
    state: part && partStates[part],
    words: searchWords(query),
    format: one('format', listingFormats),
    conditions: conditions.filter((condition) => filterValues(query, 'condition').includes(condition)),
    categories: filterValues(query, 'category').map(categoryOf),
    value: price.from || price.to ? { from: thousandths(price.from), to: thousandths(price.to) } : null,
    quantity: quantityRanges(query, one('stock', stockLevels)),
    idleBefore: idle && new Date(now.getTime() - Number(idle) * 24 * hour),
    closes: closingSpan(query, now, zone),
    hasSold: outcome && outcome === 'sold',
    numbers: null,
    sort: query.sort.column as ListingSort,
    descending: query.sort.descending,
    limit: query.limit,
    offset: query.offset,
  }
}

const stockRanges: Record<(typeof stockLevels)[number], Range> = {
  in: { from: 1, to: null },
  low: { from: 1, to: lowStockUnits },
  out: { from: null, to: 0 },
}

function quantityRanges(query: GridQuery, stock: (typeof stockLevels)[number] | null): Range[] {
  const { from, to } = filterRange(query, 'quantity')
  const asked = {
    from: from === null ? null : Math.ceil(Number(from)),
    to: to === null ? null : Math.floor(Number(to)),
  }
  return [...(stock ? [stockRanges[stock]] : []), ...(from || to ? [asked] : [])]
}

function closingSpan(query: GridQuery, now: Date, zone: string): Span | null {
  for (const name of ['ends', 'ended'] as const) {
    const { period, from, to } = filterRange(query, name)
    const after = (hours: number) => new Date(now.getTime() + hours * hour)
    if (period && name === 'ends') return { from: null, before: after(endPeriods[period as keyof typeof endPeriods]) }
    if (period) return { from: after(-24 * endedPeriods[period as keyof typeof endedPeriods]), before: null }
    if (from || to)
      return { from: from ? startOfDay(from, zone) : null, before: to ? startOfDay(addDays(to, 1), zone) : null }
  }
  return null
}

/** Whether nothing but states and categories narrows the tab: then counts and sums are known without reading it. */
export function isCounted(match: ListingsMatch): boolean {
  const { words, format, conditions: asked, value, quantity, idleBefore, closes, hasSold, numbers } = match
  const isListed = words.length > 0 || asked.length > 0 || quantity.length > 0 || numbers !== null
  return !isListed && !format && !value && !idleBefore && !closes && hasSold === null
}
