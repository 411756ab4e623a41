import type { FieldErrors } from '#web/form-answer.ts'
import type { PackageSize } from './package-sizes.tsx'
import type { StatusTone } from '#shui/status/status.tsx'

// The sheet on which labels are bought: its fields and its model.

const rowFields = ['weight', 'size', 'service', 'insured', 'signature', 'given'] as const
type RowField = (typeof rowFields)[number]

/** Name and id of a field of an order's row. */
export const rowField = (field: RowField, order: string) => `${field}.${order}` as const
/** The same for a line of the order: units in the parcel, and what customs ask. */
export const lineField = (field: 'units' | 'hs' | 'origin', order: string, line: number) =>
  `${field}.${order}.${line}` as const

export type SheetField = ReturnType<typeof rowField | typeof lineField>

/** Checkboxes of the orders that get a label. */
export const takenField = 'take'

/** What is typed in a row, as text. */
export interface LabelRowValues {
  isTaken: boolean
  weight: string
  size: string
  /** `account|code|cost|currency` of the chosen rate; empty before rates are known. */
  service: string
  insured: string
  signature: boolean
  /** What the fields had before the member typed, as `givenText` writes it. */
  given: string
  /** Units by position of their line; null: all. */
  units: Readonly<Record<number, string>> | null
}

export interface RateOption {
  value: string
  /** Carrier and service, days, price. */
  text: string
  minor: number
  currency: string
}

/** A line of an order as its row shows it; the customs part is null where nothing is to be said. */
export interface LabelLineModel {
  line: number
  title: string
  open: number
  customs: { hsCode: string; originCountry: string } | null
}

export interface LabelRowModel {
  order: string
  href: string
  buyer: string
  /** City and country of the destination. */
  to: string
  item: { title: string; detail: string | null; image: string | null }
  /** The service that the buyer paid for. */
  service: string | null
  weight: string
  size: string
  /** What its fields have before something is typed. */
  given: string
  lines: LabelLineModel[]
  /** What became of its label, or why it can have none; null if one can be bought. */
  state: { tone: StatusTone; text: string; detail: string | null } | null
  /** Whether a label can be bought now. */
  isOpen: boolean
  /** Why the label that was asked for was not bought. */
  problem: string | null
}

export interface LabelSheetModel {
  title: string
  rows: LabelRowModel[]
  sheetKey: string
  backHref: string
  /** Accounts and sender are there; otherwise where to enter them, or null if the reader may not. */
  setUp: { isReady: boolean; href: string | null }
  /** Labels that a job is buying, and all of the batch. */
  progress: { done: number; all: number } | null
  /** Prints the labels that are bought; null if none is. */
  printHref: string | null
  /** Where a POST prints them with the slips of their orders; null for returns. */
  slipsHref: string | null
  /** The same in picking order; null for one label. */
  pickingHref: string | null
  weightHint: string
  hasRules: boolean
  /** Whether the page follows a purchase. */
  isBought: boolean
  packages: readonly PackageSize[]
}

export interface LabelSheetAnswer {
  sheetKey: string
  values: Readonly<Record<string, LabelRowValues>>
  /** Rates by order; null before they were asked for. */
  rates: Readonly<Record<string, readonly RateOption[]>> | null
  /** By order: which rules chose, and what they add; null if none did. */
  ruled: Readonly<Record<string, string | null>>
  /** By order: what the provider doubts of its address. */
  addresses: Readonly<Record<string, string | null>>
  /** `rules`, `cheapest` or `fastest`. */
  wish: string
  ships: boolean
  errors: FieldErrors<SheetField>
}
