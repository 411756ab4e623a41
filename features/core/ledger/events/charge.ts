import { fundsEntry, type Entry } from '../entry.ts'

/** A fee of the marketplace that belongs to no sale, such as a subscription or an advertisement. */
export interface Charge {
  chargeId: string
  at: Date
  currency: string
  amountMinor: number
  account: 'fees:other' | 'advertising'
  /** The marketplace's words. */
  description: string
  order: { id: number; number: string } | null
}

/** Posts a charge. A negative amount is a credit. */
export const postCharge = ({ chargeId, amountMinor, order, ...charge }: Charge): Entry =>
  fundsEntry({
    ...charge,
    key: `charge ${chargeId}`,
    kind: 'CHARGE',
    feesMinor: 0 - amountMinor,
    orderId: order?.id ?? null,
    orderNumber: order?.number ?? null,
  })
