import type { PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import type { PagesModel } from '#features/machinery/file-runs/pages-model.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { BulkEditState, BulkTab } from './bulk-edit.ts'
import type { OperationKind, Rounding } from './column-operations.ts'
import type { Choice } from './typed-value.ts'

// View models of bulk edits: texts are in the reader's language.

export interface SheetColumn {
  field: PatchField
  label: string
  isNumber: boolean
  /** Its choices; null for typed text. */
  choices: readonly Choice[] | null
}

export interface SheetCell {
  now: string
  /** Null if it stays. */
  next: string | null
  /** Text to begin editing with. */
  typed: string
  /** A note in small print: the length of a title. */
  note: string | null
  problem: string | null
  /** Whether it belongs to the listing's variations, or to the variation's listing. */
  isLocked: boolean
}

export interface SheetRow {
  position: number
  /** The listing's title. */
  name: string
  /** SKU or item number; the title, if it is no column. */
  lead: string
  isVariation: boolean
  href: string | null
  image: string | null
  cells: readonly SheetCell[]
  status: { text: string; tone: StatusTone }
}

export interface OperationModel {
  field: PatchField
  kind: OperationKind
  text: string
  find: string
  rounding: Rounding
  kinds: readonly Choice[]
  /** Choices of the value; null for typed text. */
  choices: readonly Choice[] | null
  roundings: readonly Choice[] | null
  hint: string | null
  error: string | null
}

export interface EditModel {
  id: string
  state: BulkEditState
  title: string
  note: string | null
  status: { text: string; tone: StatusTone } | null
  listHref: string
  columns: readonly SheetColumn[]
  /** Header of the first column. */
  leadLabel: string
  offered: readonly { field: PatchField; label: string; isShown: boolean }[]
  operations: readonly OperationModel[]
  /** Columns for operations. */
  fields: readonly Choice[]
  rows: readonly SheetRow[]
  tab: BulkTab
  tabs: readonly { label: string; n: string; href: string; active: boolean }[]
  /** Shown instead of rows. */
  nothing: string | null
  pages: PagesModel | null
  foot: { changes: string; problems: string | null; same: string; sums: string | null }
  /** How many listings `Apply` changes. */
  change: number
  /** Not null while listings are being checked. */
  checking: string | null
  progress: {
    done: number
    all: number
    text: string
    /** The time that is left; null if nothing tells yet. */
    timeLeft: string | null
    /** Why it stopped; null if a member stopped it, or it did not stop. */
    stopped: string | null
    figures: readonly { label: string; n: string; tone: StatusTone }[]
    started: string
  } | null
  /** How many listings can be restored; null if none. */
  undo: { n: number; until: string } | null
  resultHref: string | null
  /** Whether some rows changed since they were checked. */
  isStale: boolean
}
