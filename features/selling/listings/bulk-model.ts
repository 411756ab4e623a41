import type { ToastModel } from '#shui/toast/toast.ts'
import type { SellerStep } from './listings-bulk.ts'

export interface BulkItem {
  /** Its item number. */
  key: string
  title: string
  /** Empty if it has none yet. */
  price: string
  image: string | null
  refusal: string | null
}

export interface BulkModel {
  step: SellerStep
  title: string
  /** The list's name, for the browser tab. */
  name: string
  /** "12 listings end now." */
  what: string
  /** Which listings are excluded, and why. */
  notes: string[]
  /** The first of them. */
  items: BulkItem[]
  /** Number of listings that can take the step. */
  possible: number
  isDanger: boolean
  /** Total number; more than were checked if there were too many. */
  total: number
  /** Sealed start position, so that listings created meanwhile are not included. */
  place: string
  /** The time zone, if a start time is asked for. */
  asksStart: string | null
  address: string
  /** URL that processes the step batch by batch. */
  partsHref: string
  /** Path of the list and its query. */
  path: string
  backHref: string
  from: string
}

export interface RowResult {
  itemNumber: string
  title: string
  ok: boolean
  text: string
}

/** The result of a batch, and the sealed position of the next; null if done. */
export interface PartAnswer {
  error: string | null
  results: RowResult[]
  next: string | null
  /** The start as typed, passed on to further batches. Null if not asked for. */
  start: { date: string; time: string } | null
  /** Undo id of the batch and its number of listings; null if it cannot be undone. */
  undo: { id: string; n: number } | null
}

export type StepAnswer =
  /** Done; `failed` are the skipped listings with their errors. */
  | { outcome: 'done'; toast: ToastModel; failed: RowResult[] }
  /** It needs confirmation or input: in a dialog if short, else on its page. */
  | { outcome: 'ask'; model: BulkModel }
  | { outcome: 'refused'; error: string }
