import type { TextInput } from '../text/text-model.ts'

/** How pressing something is; always with words, never colour alone. */
export type GridTone = 'neutral' | 'good' | 'warn' | 'bad'

/**
 * What stands in a cell.
 * - a text model: words, a link, styles;
 * - `two-line`: what, then whose; `second` is quiet, `image` a picture's URL, or null for its placeholder;
 * - `status`: a dot and words; `money`: already formatted, right-aligned; `time`: words, with the moment for machines;
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

/** A value that can be changed where it stands. Without script, or without `Grid`'s `edit`, it is a link to what the row opens. */
export interface GridEditCell {
  kind: 'edit'
  text: string
  /** As it is typed: "1249.00". */
  value: string
  /** Of the row, as the reader saw it: what `edit` is told. */
  version: number
}

/** A change that was typed into a row: by the row's key and the column's id. */
export type GridEdit = Pick<GridEditCell, 'version' | 'value'> & { row: string; column: string }

/** What became of it. With `version`, somebody else changed the value, and it can be sent once more from that version. */
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
  /** Present where the list can be sorted by it: the address that does, and how it is sorted now. */
  sort?: { href: string; state: 'ascending' | 'descending' | null } | null
  /** Names the field where a value is changed in its row: "Price of {row}". */
  edit?: string
  /** Names the row: its cell is the row's header and holds the link. One column of a grid. */
  isKey?: boolean
  /** Room its content wants; `wide` takes what is left and is cut with an ellipsis. */
  width?: 'narrow' | 'normal' | 'wide'
  card?: CardPlace
  /** Left out first where the table gets narrow: 1 never (default), 2 below 1000 px of room, 3 below 1210 px, or 1150 px where the others leave room. Ignored for columns the reader chose. */
  priority?: 1 | 2 | 3
}

export interface GridRow {
  /** Unique in the grid, stable, without comma: what selection and actions send. */
  key: string
  /** What the row opens. */
  href: string
  /** Names the row to screen readers: "Order 14-20931-77120, Leica M3 body". */
  title: string
  /** By column id; a missing one is empty. */
  cells: Readonly<Record<string, GridCell>>
  /** Marks the row as one to act on now. */
  urgent?: boolean
  /** Since the list was opened: it reads otherwise now, or the list does not have it any more. */
  mark?: 'changed' | 'gone'
  /** Ids of the actions that it cannot take, one space between: a button that none of the rows selected can take is not shown. */
  cannot?: string
}

/** A link to the same list seen otherwise, with its count. */
export interface GridTab {
  id: string
  label: string
  /** Already formatted. */
  count?: string | null
  href: string
  active?: boolean
  /** Draws the count in the colour of what must be done now. */
  urgent?: boolean
  /** Parts of this tab, shown beside it. */
  children?: readonly GridTab[]
}

export interface GridOption {
  value: string
  label: string
  count?: string | null
}

/** One question of the filter panel, with its present answer. `name` is its key in the URL. */
export type GridFilterModel = { name: string; label: string; hint?: string | null } & (
  | { kind: 'choice'; options: readonly GridOption[]; values: readonly string[]; many?: boolean }
  | { kind: 'toggle'; on: boolean }
  /** `hint` names the zone in which days are meant. */
  | { kind: 'date'; periods: readonly GridOption[]; period: string | null; from: string | null; to: string | null }
  /** `unit` is the currency where there is one. */
  | { kind: 'amount'; unit?: string | null; from: string | null; to: string | null }
)

/** A filter that is set, and the address without it. */
export interface GridChip {
  label: string
  removeHref: string
}

export interface GridTotal {
  text: string
  tone?: 'strong' | 'quiet'
}

export interface GridPaging {
  /** Already formatted; "0" where there are no rows. */
  from: string
  to: string
  total: string
  /** null where there is no such page. */
  firstHref: string | null
  previousHref: string | null
  nextHref: string | null
  lastHref: string | null
  /** Rows a page: the choices and the present one; none where all of them have the same rows. */
  limits: readonly { limit: number; href: string; active: boolean }[]
}

export interface GridView {
  id: string
  label: string
  href: string
  active?: boolean
  /** Whether this member may delete it. */
  deletable?: boolean
}

/** Saved views: links, and a POST form to `action` (`srt`, `intent=save|delete`, `name`, `shared`, `id`, `query`, `back`). */
export interface GridViews {
  items: readonly GridView[]
  action: string
  /** The canonical query to save. */
  query: string
  /** Whether the present query is worth saving: it narrows, sorts or chooses something, and no view says the same. */
  savable: boolean
  /** Asks whether everybody is to see the view (`shared=1`); absent: views are for oneself. */
  shareLabel?: string | null
}

export interface GridColumnChoice {
  id: string
  label: string
  shown: boolean
  required?: boolean
}

/**
 * What can be done with the rows selected. Sends a form to `url`: the grid's query, and either `all=1` for all that match,
 * or `keys`: several of that name, each one key or some joined by commas. `post` sends `srt` too.
 */
export interface GridAction {
  id: string
  /** The verb: "Export". */
  label: string
  url: string
  method: 'get' | 'post'
  primary?: boolean
  /** Sent too, where several actions go to the same place; only with `get`. */
  send?: { name: string; value: string }
  /** The single key that does it too, with the rows selected or else the one that has the focus: `s`. */
  key?: string
  /** Done on this page, where the grid is told how (`act`); the form is sent where it is not. */
  inPlace?: boolean
}

/**
 * What a swipe draws out of a row on a phone: a link, in which `%7Bkey%7D` stands for the row's key, or one of `actions`, by
 * its id. A row does not have those that its `cannot` names. Each of them has to stand elsewhere too.
 */
export interface GridDrawn {
  id: string
  label: string
  href?: string
}

/** Stands where the rows would: nothing there at all, or nothing that matches. */
export interface GridEmpty {
  kind: 'nothing' | 'no-match'
  title: string
  hint: string
  /** What to do next. */
  actions: readonly { label: string; href: string; primary?: boolean }[]
}

/** Everything a grid shows. Its whole state is its URL: every link and form leads to another state of it. */
export interface GridModel {
  /** The page's heading and the grid's name: "Awaiting shipment". */
  title: string
  /** What is done here first of all: "Create listing". */
  primary?: { label: string; href: string } | null
  /** Quiet, beside the heading: the zone of its times. */
  note?: string | null
  /** Where the grid lives; the key of its selection too. */
  path: string
  /** The whole state as name and value pairs, without offset, for the hidden inputs of GET forms. */
  fields: readonly (readonly [name: string, value: string])[]
  /** Says which rows match: a selection is dropped when it changes. */
  match: string
  tabs?: readonly GridTab[] | null
  /** Beside a wide page the navigation has the same tabs with the same counts: there they are left out. */
  tabsBeside?: boolean
  search?: { value: string; placeholder: string } | null
  filters: readonly GridFilterModel[]
  chips: readonly GridChip[]
  /** Removes every chip and the search. */
  clearHref?: string | null
  /** Filters of the URL that were not understood, in words. */
  problems?: readonly string[]
  /** "Sorted by ship-by, soonest first", and the other ways to sort. */
  sorting?: { text: string; options: readonly { label: string; href: string; active: boolean }[] } | null
  columns: readonly GridColumn[]
  /** Whether the reader chose the columns: then none is left out for want of room. */
  columnsChosen?: boolean
  columnChoices?: readonly GridColumnChoice[] | null
  rows: readonly GridRow[]
  /** How many rows match, for "select all". */
  total: number
  /** Present where counting stopped at `total`, and says so: "more than 10,000". */
  more?: string | null
  totals: readonly GridTotal[]
  paging: GridPaging
  views?: GridViews | null
  /** Exports all that match. */
  export?: { href: string; label: string } | null
  /** With rows selected; none: rows cannot be selected. */
  actions?: readonly GridAction[] | null
  /** The first three that a row can take are drawn out of it. */
  drawn?: readonly GridDrawn[]
  empty?: GridEmpty | null
}
