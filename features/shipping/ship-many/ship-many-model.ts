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

export interface ShipRowModel {
  order: string
  href: string
  due: Words | null
  buyer: string
  country: string | null
  item: { title: string; detail: string | null; image: string | null }
  /** The buyer's note, for roles that may see addresses. */
  note: string | null
  units: number
  /** Lines that can be divided into parcels; may be empty. */
  lines: readonly OpenLine[]
  service: string | null
  /** The total, unless the reader may see none. */
  money: MoneySum | null
  /** Why the order cannot be shipped here; null if it can. */
  cannot: { isShipped: boolean; state: Words; why: string; link: { label: string; href: string } | null } | null
}

export interface ShipManyModel {
  /** Note on the page's time zone. */
  note: string
  /** URL of this page, without the result of the last action. */
  address: string
  /** Seed of the parcel keys. */
  sheetKey: string
  /** Storage prefix for unsent input, unique to seller and member. */
  copies: string
  rows: readonly ShipRowModel[]
  carriers: readonly Carrier[]
  today: LocalDate
  /** Earliest shipping day: the day of the oldest order. */
  earliest: LocalDate
  backHref: string
  printHref: string
  recentHref: string
  /** Link to more orders: the rest of the selection, or all others awaiting shipment. */
  next: { href: string; text: string } | null
}

export interface ShipManyAnswer {
  sheet: Sheet
  service: string
  shipped: string
  errors: FieldErrors<SheetField>
  /** By order: why it was not shipped although the input was valid. */
  refused: Readonly<Record<string, string>>
  toast: ToastModel | null
}
