import type { TextInput } from '../text/text-model.ts'

/** Urgency of a state; always accompanied by words. */
export type GridTone = 'neutral' | 'good' | 'warn' | 'bad'

/**
 * Content of a cell:
 * - a text model: words, a link, styles;
 * - `two-line`: a second, quieter line; `image` is a picture URL, or null for a placeholder;
 * - `status`: a dot and words; `money`: formatted, right-aligned; `time`: words with a machine-readable time;
 * - `tags`: short words in a row.
 */
export type GridCell =
  | TextInput
  | { kind: 'two-line'; main: TextInput; second?: TextInput | null; image?: string | null; tone?: GridTone }
  | { kind: 'status'; tone: GridTone; text: TextInput; second?: TextInput | null }
  | { kind: 'money'; text: string; second?: string | null }
  | { kind: 'time'; text: string; dateTime: string }
  | { kind: 'tags'; texts: readonly string[] }
  | GridEditCell
  | null

/** An inline-editable value. Without script or `Grid`'s `edit`, it links to the row's page. */
export interface GridEditCell {
  kind: 'edit'
  text: string
  /** Input value: "1249.00". */
  value: string
  /** Version of the row the user saw, passed to `edit`. */
  version: number
  /** Not only digits are typed, which is what phones offer otherwise. */
  hasLetters?: boolean
}

/** An inline edit, by row key and column id. */
export type GridEdit = Pick<GridEditCell, 'version' | 'value'> & { row: string; column: string }

/** The result of an edit. `version` is set after a conflict: the edit can be resent with it. */
export type GridEditOutcome = { ok: true } | { ok: false; message: string; version?: number }

/**
 * The place of a column on a card, which a row becomes where there is no room for a table:
 *
 *     lead ........ amount
 *     title ........ count
 *     party ......... key
 *     line (labelled), one below the other
 *
 * Each place but `line` takes one column; a column without a place is not on the card.
 */
export type CardPlace = 'lead' | 'amount' | 'title' | 'count' | 'party' | 'key' | 'line'

export interface GridColumn {
  id: string
  label: string
  align?: 'start' | 'end'
  /** Set if the list can be sorted by the column: the sorting URL and the current order. */
  sort?: { href: string; state: 'ascending' | 'descending' | null } | null
  /** Label of the inline input: "Price of {row}". */
  edit?: string
  /** The row header with the link; one column per grid. */
  isKey?: boolean
  /** Takes the space that others leave; they are as wide as their texts. */
  width?: 'wide'
  card?: CardPlace
  /**
   * Order in which columns are hidden where there is no room for all: 3 first, then 2, 1 never (default). Ignored for
   * columns the user chose.
   */
  priority?: 1 | 2 | 3
}

export interface GridRow {
  /** Unique in the grid, stable, without comma; sent by selections and actions. */
  key: string
  href: string
  /** Accessible name: "Order 14-20931-77120, Leica M3 body". */
  title: string
  /** Cells by column id; missing ones are empty. */
  cells: Readonly<Record<string, GridCell>>
  /** Requires action now. */
  urgent?: boolean
  /** Changed or removed since the list was loaded. */
  mark?: 'changed' | 'gone'
  /** Ids of impossible actions, space-separated: an action impossible for all selected rows is hidden. */
  cannot?: string
}

export interface GridTab {
  id: string
  label: string
  /** Already formatted. */
  count?: string | null
  href: string
  active?: boolean
  /** Emphasises the count. */
  urgent?: boolean
  /** Subdivisions of this tab, shown beside it. */
  children?: readonly GridTab[]
}

export interface GridOption {
  value: string
  label: string
  count?: string | null
}

/** A filter and its current answer. `name` is its URL key. */
export type GridFilterModel = { name: string; label: string; hint?: string | null } & (
  | { kind: 'choice'; options: readonly GridOption[]; values: readonly string[]; many?: boolean }
  | { kind: 'toggle'; on: boolean }
  /** `hint` names the time zone of days. */
  | { kind: 'date'; periods: readonly GridOption[]; period: string | null; from: string | null; to: string | null }
  /** `unit` is the currency, if any. */
  | { kind: 'amount'; unit?: string | null; from: string | null; to: string | null }
)

export interface GridChip {
  label: string
  removeHref: string
}

export interface GridTotal {
  text: string
  tone?: 'strong' | 'quiet'
}

export interface GridPaging {
  /** Formatted; "0" without rows. */
  from: string
  to: string
  total: string
  /** Null if there is no such page. */
  firstHref: string | null
  previousHref: string | null
  nextHref: string | null
  lastHref: string | null
  /** Page sizes and the current one; empty if all show the same rows. */
  limits: readonly { limit: number; href: string; active: boolean }[]
}

export interface GridView {
  id: string
  label: string
  href: string
  active?: boolean
  deletable?: boolean
}

/** Saved views: links, and a POST form to `action` (`srt`, `intent=save|delete`, `name`, `shared`, `id`, `query`, `back`). */
export interface GridViews {
  items: readonly GridView[]
  action: string
  /** The canonical query to save. */
  query: string
  /** Whether the current query is worth saving: not the default, and not saved yet. */
  savable: boolean
  /** Label for sharing the view (`shared=1`); absent: views are private. */
  shareLabel?: string | null
}

export interface GridColumnChoice {
  id: string
  label: string
  shown: boolean
  required?: boolean
}

/**
 * An action on selected rows. Submits to `url` the grid's query and either `all=1` or `keys`: repeated, each one key or
 * several joined by commas. `post` adds `srt`.
 */
export interface GridAction {
  id: string
  /** The verb: "Export". */
  label: string
  url: string
  method: 'get' | 'post'
  primary?: boolean
  /** Additional field for actions with the same URL; `get` only. */
  send?: { name: string; value: string }
  /** Shortcut for the selected rows, or the focused one: `s`. */
  key?: string
  /** Performed by `act` on this page if available; otherwise the form is submitted. */
  inPlace?: boolean
}

/** Empty state: no rows at all, or no matches. */
export interface GridEmpty {
  kind: 'nothing' | 'no-match'
  title: string
  hint: string
  actions: readonly { label: string; href: string; primary?: boolean }[]
}

/** The model of a grid. Its state is its URL: every link and form leads to another state. */
export interface GridModel {
  /** Page heading and name of the grid: "Awaiting shipment". */
  title: string
  /** The primary action: "Create listing". */
  primary?: { label: string; href: string } | null
  /** Secondary text beside the heading: the time zone. */
  note?: string | null
  /** What its totals lack, as a link to it: "17 SKUs in stock have no cost". */
  gap?: { text: string; href: string } | null
  /** Path of the grid, also the key of its selection. */
  path: string
  /** The state as name and value pairs without offset, for hidden inputs of GET forms. */
  fields: readonly (readonly [name: string, value: string])[]
  /** Identifies the matching rows: a change clears the selection. */
  match: string
  tabs?: readonly GridTab[] | null
  /** On wide pages the navigation shows the same tabs, so these are hidden. */
  tabsBeside?: boolean
  search?: { value: string; placeholder: string } | null
  filters: readonly GridFilterModel[]
  chips: readonly GridChip[]
  clearHref?: string | null
  problems?: readonly string[]
  /** "Sorted by ship-by, soonest first", and alternatives. */
  sorting?: { text: string; options: readonly { label: string; href: string; active: boolean }[] } | null
  columns: readonly GridColumn[]
  /** The user chose the columns, so none is hidden for lack of space. */
  columnsChosen?: boolean
  columnChoices?: readonly GridColumnChoice[] | null
  rows: readonly GridRow[]
  /** Number of matching rows, for "select all". */
  total: number
  /** Set if counting stopped at `total`: "more than 10,000". */
  more?: string | null
  totals: readonly GridTotal[]
  paging: GridPaging
  views?: GridViews | null
  export?: { href: string; label: string } | null
  /** Actions on selected rows; without any, rows are not selectable. */
  actions?: readonly GridAction[] | null
  empty?: GridEmpty | null
}
