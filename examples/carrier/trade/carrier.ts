import type { Store } from '../store/open-store.ts'

/** What the carrier's parts share. */
export interface Carrier {
  store: Store
  now: () => Date
  /** Its address for browsers. */
  publicUrl: () => string
  /** Minutes in which a label may be voided, and milliseconds until the refund. */
  voidMinutes: number
  refundAfterMs: number
  /** Milliseconds between the steps of a parcel's way; null: parcels move on command only. */
  stepMs: number | null
  /** Sends the events of labels to their accounts' webhooks. */
  tell: (event: ParcelEvent) => void
}

export interface ParcelEvent {
  id: number
  label: string
  kind: string
  at: number
  text: string
}
