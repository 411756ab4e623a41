/** What a row leads to, or does with the selection; it decides the icon. */
export type FindKind = 'step' | 'place' | 'create' | 'order' | 'listing' | 'search'

/** A row of what was found. */
export interface FindRowModel {
  kind: FindKind
  href: string
  text: string
  /** Quiet, after the text: each may be written in a direction of its own. */
  details?: readonly string[]
  /** At the end: a count, a sum. */
  end?: string | null
}

/** Rows of one kind under a heading, best first. */
export interface FindGroupModel {
  heading: string
  rows: readonly FindRowModel[]
}

/** What was found for a text. */
export interface FindModel {
  /** What was asked, as typed. */
  q: string
  groups: readonly FindGroupModel[]
  /** Read out when it has come: how many there are. */
  said: string
}

/** The words around the field and its menu. */
export interface FindWords {
  /** Names the field, and stands in it while it is empty. */
  label: string
  /** Stands in the menu's field: what can be looked for. */
  what: string
  /** Where nothing was found. */
  none: string
  /** Where no answer came, and on the button that asks again. */
  lost: string
  again: string
  /** Beside the arrow keys, and beside Enter. */
  choose: string
  open: string
  /** What more can be typed. */
  hint: string
}
