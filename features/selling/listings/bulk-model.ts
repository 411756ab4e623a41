import type { ToastModel } from '#shui/toast/toast.ts'
import type { BulkModel } from './bulk-model.server.ts'

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
