import type { ToastModel } from '#shui/toast/toast.ts'
import type { SellerStep } from './listings-bulk.ts'

/** One of the listings that a step is about to hit. */
export interface BulkItem {
  /** Its item number. */
  key: string
  title: string
  /** Empty where it has none yet. */
  price: string
  image: string | null
  /** Why it cannot; null where it can. */
  refusal: string | null
}

/** What is about to happen to many listings. */
export interface BulkModel {
  step: SellerStep
  title: string
  /** In the browser's tab: of which list. */
  name: string
  /** "12 listings end now." */
  what: string
  /** Which cannot, and why. */
  notes: string[]
  /** The first of them. */
  items: BulkItem[]
  /** How many can. */
  possible: number
  isDanger: boolean
  /** How many there are; more where they were too many to be judged. */
  total: number
  /** Where the step begins, sealed: what is made while it runs is not taken with it. */
  place: string
  /** Where a start is asked for: in which zone. */
  asksStart: string | null
  address: string
  /** Takes part after part of the step. */
  partsHref: string
  /** The list, and the address of what it showed. */
  path: string
  backHref: string
  from: string
}

/** What became of one listing, in words. */
export interface RowResult {
  itemNumber: string
  title: string
  ok: boolean
  text: string
}

/** What became of a part of the listings, and the sealed place at which the next part begins; null where there is none. */
export interface PartAnswer {
  /** Why nothing was done. */
  error: string | null
  results: RowResult[]
  next: string | null
  /** The start that was asked for, as it was typed: it goes on with the rest. Null where none was. */
  start: { date: string; time: string } | null
  /** What takes the part back: its id, and of how many listings; null where nothing does. */
  undo: { id: string; n: number } | null
}

/** What became of a step that the list asked for. */
export type StepAnswer =
  /** Done; `failed` are those that were left out with what is wrong with them. */
  | { outcome: 'done'; toast: ToastModel; failed: RowResult[] }
  /** It cannot be taken back, or needs an answer: to be asked over the list where it is short, else on its page. */
  | { outcome: 'ask'; model: BulkModel }
  | { outcome: 'refused'; error: string }
