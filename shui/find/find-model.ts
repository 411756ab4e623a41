/** The kind of a row; determines its icon. */
export type FindKind = 'step' | 'place' | 'create' | 'order' | 'listing' | 'search'

export interface FindRowModel {
  kind: FindKind
  href: string
  text: string
  /** Secondary texts, each with its own writing direction. */
  details?: readonly string[]
  /** Trailing text: a count or sum. */
  end?: string | null
}

/** Rows of one kind under a heading, best match first. */
export interface FindGroupModel {
  heading: string
  rows: readonly FindRowModel[]
}

export interface FindModel {
  /** The query as typed. */
  q: string
  groups: readonly FindGroupModel[]
  /** Announced result count. */
  status: string
}

export interface FindWords {
  label: string
  /** Placeholder of the menu's field. */
  what: string
  /** Shown without results. */
  none: string
  /** Shown after a failed request, and the retry button. */
  lost: string
  again: string
  /** Hints beside the arrow keys and Enter. */
  choose: string
  open: string
  /** Hint on query syntax. */
  hint: string
}
