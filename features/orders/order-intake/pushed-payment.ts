import type { NewRow } from '#db/schema.ts'

export interface PushedPayment {
  id: string
  method: NewRow<'payments'>['method']
  state: NewRow<'payments'>['state']
  /** Null for the outstanding amount. */
  amountMinor: number | null
  currency: string
  paidAt: Date | null
}
