import type { Unmapped } from './source.ts'
import type { Named } from './source.ts'

export interface PlannedRow extends Named {
  kind: 'listing' | 'order' | 'to the shop'
  /** Title, amount or parcel. */
  name: string
  would: 'add' | 'add as a draft' | 'change' | 'end' | 'leave as it is' | 'refuse' | 'tell'
  /** Reason for a refusal or a draft, or the matched listing. */
  reason: string | null
}

export const unmappedRow = (kind: 'listing' | 'order', { seller, id, reason }: Unmapped): PlannedRow => ({
  kind,
  seller,
  id,
  name: 'cannot be read',
  would: 'refuse',
  reason: reason.reason,
})
