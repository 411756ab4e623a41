import { nonZero, type Entry } from '../entry.ts'

/** A fee of the marketplace that belongs to no sale, such as a subscription or an advertisement. */
export interface Charge {
  /** The marketplace's id of it. */
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
export function postCharge({ chargeId, at, currency, amountMinor, account, description, order }: Charge): Entry {
  return {
    key: `charge ${chargeId}`,
    kind: 'CHARGE',
    at,
    currency,
    orderId: order?.id ?? null,
    feeSchedule: null,
    reversesId: null,
    postings: nonZero([
      { account, amountMinor },
      { account: 'funds:available', amountMinor: -amountMinor },
    ]),
    transaction: {
      kind: 'CHARGE',
      orderNumber: order?.number ?? null,
      description,
      grossMinor: 0,
      feesMinor: -amountMinor,
      state: 'AVAILABLE',
      availableAt: at,
      holdId: null,
    },
  }
}
