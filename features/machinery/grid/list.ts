import type { RawBuilder } from 'kysely'
import type { Changeable } from '#db/changeable.ts'
import type { SellerDb } from '#db/client.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import type { Taxonomy } from '#features/core/listing/taxonomy.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import type { GridDefinition, GridFilterRule, GridQuery, GridSort } from '#lib/grid-query.ts'
import type { GridProblem } from '#lib/read-grid-query.ts'
import type {
  CardPlace,
  GridCell,
  GridColumn,
  GridEmpty,
  GridModel,
  GridOption,
  GridRow,
} from '#shui/grid/grid-model.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import type { Permission, Role } from '#web/roles.ts'
import type { ExportColumn } from './export-file.ts'
import type { ListSource, RecordSource } from './list-source.ts'
import type { SqlCondition } from './list-conditions.server.ts'
import type { EditTargets } from './use-row-edit.ts'

/** Rows found by the keys of a column, which a search reads from another table. */
export interface SearchSet {
  /** Statement that selects each `key` once. */
  keys: RawBuilder<unknown>
  /** Column of the list’s table with an index. */
  column: string
  also?: SqlCondition
}

/**
 * Types of a list (paged, filtered, sorted, exported). Each list extends them: `interface Transactions extends
 * ListTypes { row: TransactionRow }`.
 */
export interface ListTypes {
  row: object
  /** What its columns and filters depend on before reading: page and permissions. */
  place: unknown
  /** Data read besides rows: tab counts, filter options. */
  facts: unknown
  /** Identity and link of a row, and values shared by its cells, computed once. */
  head: RowHead
  /** A stored count, from which totals are known without reading rows. */
  count: ListTotal
  record: object
}

export type RowHead = Pick<GridRow, 'key' | 'href' | 'title' | 'urgent' | 'cannot'>

export type Summed = RawBuilder<unknown> | ((sellerId: number) => RawBuilder<unknown>)

/** Totals of rows in one currency; currencies are never summed. */
export interface ListTotal {
  /** Empty for lists without money. */
  currency: string
  rows: number
  units: number
  /** Minor units of the currency. */
  minor: number | bigint
}

export interface ListVisit {
  role: Role
  pathname: string
  params: URLSearchParams
}

/** How a search reads rows, so that its conditions need not find all matches first. */
export interface SearchUse {
  /** It follows an index until a page is full. */
  walks?: boolean
  /** It needs no more matches than this, and no other condition narrows them. */
  most?: number
  /** Its statement is sent by `findOfSeller` of this transaction. */
  db?: SellerDb
}

/** A parsed list request, which determines the matching rows. Days are in the shop's `zone`. */
export interface Reading<T extends ListTypes> {
  place: T['place']
  sellerId: number
  now: Date
  zone: string
  policyPack: PolicyPack
  /** Categories of the marketplace; without them, stored names are shown. */
  taxonomy?: Taxonomy
  /** Carriers, for tracking links. */
  carriers?: readonly Carrier[]
  definition: GridDefinition
  query: GridQuery
  /** Parts of the URL that could not be parsed. */
  problems: readonly GridProblem[]
  /** Limits matches to these rows; null for all. */
  keys: readonly string[] | null
  leftOut?: readonly string[]
  /** Limits matches to those after this row in the query's order, whether or not the row still matches. */
  behind?: string
}

export interface Showing<T extends ListTypes> extends Reading<T> {
  facts: T['facts']
  texts: Texts
  /** Ids of visible columns. */
  shown: ReadonlySet<string>
  /** State of the list, added to row URLs so that they can link back. */
  from: string
}

export type Per<T extends ListTypes, Value> = Value | ((place: T['place']) => Value)

/**
 * Sorting of a column: table columns to compare in one direction, followed by the id; initial direction; words for the
 * directions (default `text`).
 */
interface ColumnSort {
  by: readonly string[]
  first: 'ascending' | 'descending'
  words?: 'text' | 'code' | 'number' | 'time' | 'due'
}

/** Narrows a cell to its own kind, so that a misspelled tone is a type error. */
type OfKind<Cell> = Cell extends { kind: unknown } ? Cell : Cell extends object ? Cell & { kind?: never } : Cell

export interface ListColumn<T extends ListTypes, Sort = unknown> {
  label: TextKey
  /** Cell content as small, serializable data; it is sent to the browser for each row and visible column. */
  cell: (row: T['row'], on: Showing<T>, head: T['head']) => OfKind<GridCell>
  /** Absent: not sortable. */
  sort?: Sort & ColumnSort
  /** Whether the reader may see it; defaults to true. */
  offered?: (place: T['place']) => boolean
  /** Whether it is visible by default. */
  shown?: Per<T, boolean>
  /** Cannot be hidden, because it identifies the row. */
  required?: boolean
  isKey?: boolean
  align?: GridColumn['align']
  width?: GridColumn['width']
  card?: Per<T, CardPlace | undefined>
  priority?: Per<T, GridColumn['priority']>
  /** Label of the inline editor; `{row}` is the row's title. */
  edit?: TextKey
}

export interface FilterValue {
  values: readonly string[]
  period: string | null
  from: string | null
  to: string | null
}

export type ListFilter<T extends ListTypes> = GridFilterRule & {
  /** Absent: not in the panel and no chip, because tabs set it. */
  label?: TextKey
  /** Clarifies the meaning; for days, defaults to the time zone. */
  hint?: (on: Showing<T>) => string | undefined
  /** Values of a `choice`, periods of a `date`. */
  options?: (on: Showing<T>) => readonly GridOption[]
  /** Currency of an `amount`; null if it is a count. */
  unit?: (on: Showing<T>) => string | null
  /** Whether the reader may use it; defaults to true. */
  offered?: (place: T['place']) => boolean
  /** Set by links; in the panel only while active. */
  onlyWhereSet?: boolean
  where: (value: FilterValue, on: Reading<T>) => SqlCondition[]
  /** The same condition on stored counts. `indexed`: sort indexes cover it, so that walking one is cheap. */
  kept?: { matches: (line: T['count'], value: FilterValue) => boolean; indexed: boolean }
}

/** A link to a filtered state of the list, with its exact count. */
export interface ListTab<T extends ListTypes> {
  id: string
  label: TextKey
  /** Page title, if the label alone is ambiguous. */
  name?: TextKey
  count: (facts: T['facts']) => number
  /** Filters it sets; none: everything on its page. */
  filters?: GridQuery['filters']
  /** Defaults to the page's sort. */
  sort?: GridSort
  /** Page of the tab, if tabs have their own pages. */
  place?: (here: T['place']) => T['place']
  /** Shows a count above 0 in the alert colour. */
  urgent?: boolean
  parts?: readonly ListTab<T>[]
}

type Sortable<Sorts> = { [Id in keyof Sorts]: Sorts[Id] extends object ? Id : never }[keyof Sorts] & string

export interface List<T extends ListTypes, Sort extends string = string, Filter extends string = string> extends Parts<
  T,
  Sort,
  Filter
> {
  columns: Readonly<Record<string, ListColumn<T>>>
}

interface Parts<T extends ListTypes, Sort extends string, Filter extends string> {
  access: Permission
  /** Key of its saved views: letters a to z and hyphens. */
  views: Per<T, string>
  place: (visit: ListVisit) => T['place']
  /** URL of its page (`lists` of `web/addresses.ts`), from which those of its export and its views follow. */
  path: Per<T, string>
  /** URL that receives actions on selected rows, with `step` in the query. */
  bulk?: Per<T, string>
  edits?: EditTargets
  concerns: readonly Changeable[]
  /** Heading; preceded by the tab's label. */
  title: TextKey
  /** In the order of URL and panel. */
  filters: Readonly<Record<Filter, ListFilter<T>>>
  sort: Per<T, { column: Sort; descending: boolean }>
  tabs?: readonly ListTab<T>[]
  /** Always show tabs above the list, because the navigation lacks them. */
  tabsAlone?: true
  /**
   * Search: a view with `terms`; a words-only view with `id` and the base columns; whether the first has the columns of
   * the tabs, to count them in the same run; the placeholder; conditions (default: contains each word), and those on
   * `table` on a cluster, without a words-only view; sets of keys whose rows are the matches; maximum matches counted
   * (default `maxCounted`).
   */
  search?: {
    in: string
    words?: string
    withTabs?: true
    placeholder: TextKey
    conditions?: (typed: string, on: Reading<T>, use: SearchUse) => SqlCondition[]
    foundRows?: (words: readonly string[], on: Reading<T>, use: SearchUse & { db: SellerDb }) => SqlCondition[]
    sets?: (typed: string, on: Reading<T>, db: SellerDb) => readonly SearchSet[]
    counted?: number
  }
  /** Table with `seller_id` and `id`; the column with the public key, and its parser. */
  table: string
  key: { column: string; parse: (text: string) => string | null }
  /** Conditions on every row of a page. */
  base?: (place: T['place'], on: Reading<T>) => SqlCondition[]
  /** A value of the request on which the columns of its rows depend. */
  bound?: (on: Reading<T>) => string
  rows: ListSource<T['row']>
  facts: (db: SellerDb, on: Reading<T>) => Promise<T['facts']>
  /** Stored counts of a page. Without them, totals are aggregated each time. */
  kept?: (facts: T['facts'], place: T['place']) => readonly T['count'][]
  /** Totals from further stored sums, for filters that `kept` lacks; null if they cannot tell. Not called with a search. */
  storedTotals?: (db: SellerDb, on: Reading<T>) => Promise<ListTotal[]> | null
  /** Totals over all matches: rows, units, and money by the `currency` column. */
  totals: {
    rows: TextKey
    units?: { of: Summed; text: TextKey }
    money?: Summed
    /** Whether units and money are shown; defaults to true. */
    sums?: (place: T['place']) => boolean
    /** Whether the reader may see the money; defaults to true. */
    moneyFor?: (place: T['place']) => boolean
  }
  /** Sort whose index is always walked, because it skips few rows per page. */
  walks: Sort
  head: (row: T['row'], on: Showing<T>) => T['head']
  /** Additions to the query in `from`; none by default. */
  from?: (query: string, place: T['place']) => string
  /** CSV export: name and columns in order. May have several records per row, ordered within it. */
  file: {
    name: TextKey
    columns: (place: T['place'], on?: Pick<Reading<T>, 'policyPack' | 'now'>) => readonly ExportColumn<T['record']>[]
    records?: RecordSource<T['record']>
  }
  /**
   * Bulk actions on selected rows besides the export. `path`: opens its own page, with `posts` by a form that changes
   * something; `key`: shortcut.
   */
  steps?: (place: T['place']) => readonly { id: string; label: TextKey; path?: string; posts?: boolean; key?: string }[]
  /** Version of the data shown, sent with bulk actions as `seen`; actions do not apply to later changes. */
  seen?: (facts: T['facts']) => string | null
  primary?: (on: Showing<T>) => GridModel['primary']
  /** What its totals lack, with a link to it. */
  gap?: (on: Showing<T>) => GridModel['gap']
  /** Empty state: what this list contains, and what to do first. */
  nothing: (on: Showing<T>) => { title: string; hint: string; actions?: GridEmpty['actions'] }
}

/** Defines a list: `defineList<Transactions>()({ … })`. Its sorts and filters become part of the type. */
export function defineList<T extends ListTypes>() {
  return <Sorts extends object, Filter extends string>(
    list: Parts<T, Sortable<Sorts>, Filter> & { columns: { [Id in keyof Sorts]: ListColumn<T, Sorts[Id]> } },
  ): List<T, Sortable<Sorts>, Filter> => list
}

export function pagePath<T extends ListTypes>({ path }: Pick<List<T>, 'path'>, place: T['place']): string {
  return at<T, string>(path, place)
}

export function at<T extends ListTypes, Value>(value: Per<T, Value>, place: T['place']): Value {
  return typeof value === 'function' ? (value as (place: T['place']) => Value)(place) : value
}
