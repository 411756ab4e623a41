import type { RawBuilder } from 'kysely'
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
import type { ExportColumn, Written } from './export-file.ts'
import type { SqlCondition } from './list-conditions.server.ts'

/**
 * The types of one list (a data table: paged, filtered, sorted, exported). A list names what it has:
 * `interface Transactions extends ListTypes { row: TransactionRow }`.
 */
export interface ListTypes {
  /** A row as it is read for a page. */
  row: object
  /** What its columns and filters depend on before anything is read: which of its pages, how much the reader may see. */
  place: unknown
  /** What is read beside the rows: counts of the tabs, values that filters offer. */
  facts: unknown
  /** What names and opens a row, and what several of its cells say, worked out once. */
  head: RowHead
  /** A line of the counts that the database keeps: from them, sums are known without reading the rows. */
  count: ListTotal
  /** A record of its file. */
  record: object
}

/** What names a row and opens it. */
export type RowHead = Pick<GridRow, 'key' | 'href' | 'title' | 'urgent' | 'cannot'>

/** Sums of rows, for one currency: currencies are never added to each other. */
export interface ListTotal {
  /** Empty where a list has no money. */
  currency: string
  rows: number
  units: number
  /** Minor units of the currency. */
  minor: number | bigint
}

/** Who asks for which page. */
export interface ListVisit {
  role: Role
  pathname: string
  params: URLSearchParams
}

/** A list as it is asked for: enough to say which rows match. Days are the shop's, `zone`. */
export interface Reading<T extends ListTypes> {
  place: T['place']
  sellerId: number
  now: Date
  zone: string
  /** The marketplace's numbers. */
  policyPack: PolicyPack
  /** The marketplace's categories; without them a category is called as it is stored. */
  taxonomy?: Taxonomy
  /** Who carries parcels; without them none is followed. */
  carriers?: readonly Carrier[]
  definition: GridDefinition
  query: GridQuery
  /** Parts of the address that were not understood. */
  problems: readonly GridProblem[]
  /** These rows alone, of those that match otherwise; null: all of them. */
  keys: readonly string[] | null
  /** Of those that match all but these. */
  leftOut?: readonly string[]
  /** Of those that match all that come behind this one in the query's order, whether it matches still or not. */
  behind?: string
}

/** The same with what is shown of it, in the reader's words and the shop's zone. */
export interface Showing<T extends ListTypes> extends Reading<T> {
  facts: T['facts']
  texts: Texts
  /** Ids of the columns. */
  shown: ReadonlySet<string>
  /** The list's state, for the address of a row that knows where it was opened. */
  from: string
}

/** One value, or one by place. */
export type Per<T extends ListTypes, Value> = Value | ((place: T['place']) => Value)

/**
 * How a column sorts: the columns of the table that are compared, each in the same direction, the id after them; the direction of
 * the first click; the words for the two directions, `text` by default.
 */
interface ColumnSort {
  by: readonly string[]
  first: 'ascending' | 'descending'
  words?: 'text' | 'code' | 'number' | 'time' | 'due'
}

/** A cell that says its kind is one of that kind alone: a tone that there is not would pass as a text with more to it. */
type OfKind<Cell> = Cell extends { kind: unknown } ? Cell : Cell extends object ? Cell & { kind?: never } : Cell

/** Everything about a column. */
export interface ListColumn<T extends ListTypes, Sort = unknown> {
  label: TextKey
  /**
   * What stands in it. A cell is data (a text, money as text, a status, a time), made on the server and small: it goes to the
   * browser with the page, once a row and shown column.
   */
  cell: (row: T['row'], on: Showing<T>, head: T['head']) => OfKind<GridCell>
  /** Without it the list cannot be sorted by the column. */
  sort?: Sort & ColumnSort
  /** Whether the reader may have it; by default everybody. */
  offered?: (place: T['place']) => boolean
  /** Whether it is shown unless the reader chose columns; by default it is. */
  shown?: Per<T, boolean>
  /** Cannot be hidden: what identifies the row. */
  required?: boolean
  isKey?: boolean
  align?: GridColumn['align']
  width?: GridColumn['width']
  card?: Per<T, CardPlace | undefined>
  priority?: Per<T, GridColumn['priority']>
  /** Names the field where a value is changed in its row; `{row}` is the row's title. */
  edit?: TextKey
}

/** What a filter is set to: values of a choice, the named period or the ends of a range. */
export interface FilterValue {
  values: readonly string[]
  period: string | null
  from: string | null
  to: string | null
}

/** Everything about a filter (a facet): what it accepts, how it is asked for, and which rows it leaves. */
export type ListFilter<T extends ListTypes> = GridFilterRule & {
  /** Without it the filter has no place in the panel and no chip: the tabs set it. */
  label?: TextKey
  /** Says what is meant: what counts as several items. Of days it is their zone by default. */
  hint?: (on: Showing<T>) => string | undefined
  /** For a `choice`: its values. For a `date`: its periods. */
  options?: (on: Showing<T>) => readonly GridOption[]
  /** For an `amount`: the currency, or null where it counts something. */
  unit?: (on: Showing<T>) => string | null
  /** Whether the reader may ask for it; by default everybody. */
  offered?: (place: T['place']) => boolean
  /** Links set it; the panel has it only where it is set. */
  onlyWhereSet?: boolean
  where: (value: FilterValue, on: Reading<T>) => SqlCondition[]
  /** The same said of a line of the kept counts. `indexed`: the indexes of the sorts hold it too, so that following one costs little. */
  kept?: { matches: (line: T['count'], value: FilterValue) => boolean; indexed: boolean }
}

/** A link to the same list seen otherwise, with its count; it leads to exactly the rows that it counts. */
export interface ListTab<T extends ListTypes> {
  id: string
  label: TextKey
  /** In the browser's tab, where the label alone does not say of what. */
  name?: TextKey
  count: (facts: T['facts']) => number
  /** What it sets; none: everything on its page. */
  filters?: GridQuery['filters']
  /** Its page's usual one by default. */
  sort?: GridSort
  /** The page it is on, where tabs have pages of their own. */
  place?: (here: T['place']) => T['place']
  /** Draws a count other than 0 in the colour of what must be done now. */
  urgent?: boolean
  parts?: readonly ListTab<T>[]
}

/** Where a list, its file and its views are; `bulk` takes steps with several rows: a form with `step` in its address. */
export interface ListPaths {
  list: string
  export: string
  views: string
  bulk?: string
}

/** Whose rows are read, as a value of the statement. */
export interface SourceOf {
  sellerId: RawBuilder<unknown>
}

/** What is read of each row, and what is joined for it; `rowSource` makes one. */
export interface ListSource<Read> {
  select: (of: SourceOf) => RawBuilder<Read>
  join?: (of: SourceOf) => RawBuilder<unknown>
}

/**
 * What is read for a file, of thousands of rows at once, which are `o`: what is joined is best read for all of them together
 * (`any (array(select id from o))`) and outer. How the records of one row are ordered; `finish` says of each what follows from
 * those before.
 */
export interface RecordSource<Record> extends ListSource<Record> {
  order?: RawBuilder<unknown>
  finish?: (records: Written<Record>[]) => void
}

/** Ids of the columns that a list can be sorted by, of what each column's `sort` is. */
type Sortable<Sorts> = { [Id in keyof Sorts]: Sorts[Id] extends object ? Id : never }[keyof Sorts] & string

/** One list: everything that its page, its file, its saved views, its selection and its sums follow from. */
export interface List<T extends ListTypes, Sort extends string = string, Filter extends string = string> extends Parts<
  T,
  Sort,
  Filter
> {
  columns: Readonly<Record<string, ListColumn<T>>>
}

interface Parts<T extends ListTypes, Sort extends string, Filter extends string> {
  access: Permission
  /** Under which name its saved views are kept: words of a to z, with hyphens. */
  views: Per<T, string>
  place: (visit: ListVisit) => T['place']
  paths: (place: T['place']) => ListPaths
  /** Its heading; the label of the tab goes before it. */
  title: TextKey
  /** In the order of the address and of the panel. */
  filters: Readonly<Record<Filter, ListFilter<T>>>
  /** How it is sorted unless the reader chose. */
  sort: Per<T, { column: Sort; descending: boolean }>
  tabs?: readonly ListTab<T>[]
  /** The navigation does not have its tabs: they always stand above it. */
  tabsAlone?: true
  /**
   * The view in which words are searched for, with the column `terms`, and the view of the words alone, with `id` and what `base`
   * asks for; whether the former has what the tabs ask for, so that they are counted with what is found; what can be searched for; the
   * conditions of what was typed, by default that each word is held; how many matches are counted, `mostCounted` by default.
   */
  search?: {
    in: string
    words?: string
    withTabs?: true
    placeholder: TextKey
    conditions?: (typed: string, on: Reading<T>) => SqlCondition[]
    counted?: number
  }
  /** The table, with `seller_id` and `id`; the column that names a row to people, and how its value is read. */
  table: string
  key: { column: string; parse: (text: string) => string | null }
  /** What every row of a page of it is, whatever is asked for. */
  base?: (place: T['place']) => SqlCondition[]
  rows: ListSource<T['row']>
  facts: (db: SellerDb, on: Reading<T>) => Promise<T['facts']>
  /** The kept counts of a page's rows. Without them sums are added up each time. */
  kept?: (facts: T['facts'], place: T['place']) => readonly T['count'][]
  /** What is added up over all rows that match: how many there are, units, money in the column `currency`. */
  totals: {
    rows: TextKey
    units?: { of: RawBuilder<unknown>; text: TextKey }
    money?: RawBuilder<unknown>
    /** Where units and money are said; everywhere by default. */
    sums?: (place: T['place']) => boolean
  }
  /** The sort whose index is always followed: it leaves out few rows before a page is full. */
  walks: Sort
  head: (row: T['row'], on: Showing<T>) => T['head']
  /** What `from` says besides the query; by default nothing. */
  from?: (query: string, place: T['place']) => string
  /** Its file (CSV): the name, and its columns in their order. Its records may be finer than its rows, and are then ordered within one. */
  file: {
    name: TextKey
    columns: (place: T['place']) => readonly ExportColumn<T['record']>[]
    records?: RecordSource<T['record']>
  }
  /** What can be done with the rows selected, besides the file (bulk actions); `path` where that is a page of its own, `key` its single key. */
  steps?: (place: T['place']) => readonly { id: string; label: TextKey; path?: string; key?: string }[]
  /** Up to where what the list shows was known as it was drawn: sent with the steps of `bulk` as `seen`, which go no further. */
  seen?: (facts: T['facts']) => string | null
  /**
   * What a swipe draws out of a row on a phone: the first three that its `cannot` does not name. A step by its id, or a link
   * by the row's key. Each has to stand elsewhere too, for whoever does not swipe.
   */
  drawn?: (on: Showing<T>) => readonly (string | { id: string; label: TextKey; href: (key: string) => string })[]
  /** What is done here first of all: "Create listing". */
  primary?: (on: Showing<T>) => GridModel['primary']
  /** Where there is nothing: what this list is, and what to do first. */
  nothing: (on: Showing<T>) => { title: string; hint: string; actions?: GridEmpty['actions'] }
}

/** Defines a list of these types: `defineList<Transactions>()({ … })`. What it can be sorted and filtered by is in its type. */
export function defineList<T extends ListTypes>() {
  return <Sorts extends object, Filter extends string>(
    list: Parts<T, Sortable<Sorts>, Filter> & { columns: { [Id in keyof Sorts]: ListColumn<T, Sorts[Id]> } },
  ): List<T, Sortable<Sorts>, Filter> => list
}

/** What a list of one value or one by place has here. */
export function at<T extends ListTypes, Value>(value: Per<T, Value>, place: T['place']): Value {
  return typeof value === 'function' ? (value as (place: T['place']) => Value)(place) : value
}
