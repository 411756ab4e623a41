import type { FieldErrors } from '#web/form-answer.ts'
import type { SheetField } from './problem-words.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import type { LocalDate } from '#lib/zoned-time.ts'
import type { MoneySum } from '#lib/money.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { ToastModel } from '#shui/toast/toast.ts'
import type { OpenLine } from './plan-sheet.ts'
import type { Sheet } from './sheet.ts'

interface Words {
  tone: StatusTone
  text: string
}

/** An order of the sheet. */
export interface ShipRowModel {
  order: string
  href: string
  due: Words | null
  buyer: string
  country: string | null
  item: { title: string; detail: string | null; image: string | null }
  /** What the buyer wrote with it, for whoever sees where it goes. */
  note: string | null
  /** Units that are still to be shipped. */
  units: number
  /** Of which lines; none where there is nothing to divide. */
  lines: readonly OpenLine[]
  service: string | null
  money: MoneySum
  /** Why it is not shipped here; null where it can be. */
  cannot: { isShipped: boolean; state: Words; why: string; link: { label: string; href: string } | null } | null
}

/** The page on which many orders are shipped. */
export interface ShipManyModel {
  /** The zone of the page's times. */
  note: string
  /** This page, without what was done just now. */
  address: string
  /** From which the keys of its parcels follow. */
  sheetKey: string
  /** Under which name the browser keeps what is typed and not sent: the seller's and the member's own. */
  copies: string
  rows: readonly ShipRowModel[]
  carriers: readonly Carrier[]
  today: LocalDate
  /** No parcel left before the first of them was placed. */
  earliest: LocalDate
  backHref: string
  printHref: string
  /** What was shipped in the last day, to take it back. */
  recentHref: string
  /** More orders: the rest of those chosen; with nothing left to ship here, all others that wait. */
  next: { href: string; text: string } | null
}

/** A sheet that was sent and comes back. */
export interface ShipManyAnswer {
  sheet: Sheet
  service: string
  shipped: string
  errors: FieldErrors<SheetField>
  /** By order: why it was not shipped, though nothing was wrong with what was typed. */
  refused: Readonly<Record<string, string>>
  toast: ToastModel | null
}
