import { entryOf, type Entry } from '../entry.ts'

/** Money of an order that is held back, or released; the caller moves its transactions. */
export interface HeldFunds {
  holdId: number
  orderId: number
  at: Date
  currency: string
  /** Net of its transactions that are, or become, processing. */
  processingMinor: number
  /** Net of its transactions that are, or become, available. */
  availableMinor: number
}

export function postHoldPlaced(held: HeldFunds): Entry {
  const { processingMinor, availableMinor } = held
  return holdEntry(held, 'HOLD_PLACED', `hold ${held.holdId}`, [-processingMinor, -availableMinor])
}

export function postHoldReleased(released: HeldFunds): Entry {
  const { processingMinor, availableMinor } = released
  return holdEntry(released, 'HOLD_RELEASED', `release ${released.holdId}`, [processingMinor, availableMinor])
}

function holdEntry(
  { orderId, at, currency }: HeldFunds,
  kind: 'HOLD_PLACED' | 'HOLD_RELEASED',
  key: string,
  [processing, available]: [number, number],
): Entry {
  return entryOf({
    key,
    kind,
    at,
    currency,
    orderId,
    postings: [
      { account: 'funds:hold', amountMinor: -(processing + available) },
      { account: 'funds:processing', amountMinor: processing },
      { account: 'funds:available', amountMinor: available },
    ],
  })
}
