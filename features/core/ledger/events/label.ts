import { fundsEntry, type Entry } from '../entry.ts'

export interface LabelEvent {
  labelId: string
  orderId: number
  orderNumber: string
  at: Date
  currency: string
  costMinor: number
  /** Carrier and service. */
  description: string
}

/** A label of the marketplace, paid from the seller's funds. */
export const postLabel = ({ labelId, costMinor, ...label }: LabelEvent): Entry =>
  fundsEntry({ ...label, key: `label ${labelId}`, kind: 'LABEL', account: 'labels', grossMinor: -costMinor })

export const postLabelVoided = ({ labelId, costMinor, ...label }: LabelEvent): Entry =>
  fundsEntry({ ...label, key: `label ${labelId} voided`, kind: 'LABEL', account: 'labels', grossMinor: costMinor })

/**
 * A label bought from a provider: its cost counts, and the funds get it back, since the seller pays it from other money.
 * A negative cost is a refund or a credit.
 */
export function postOwnLabel({ labelId, costMinor, ...label }: LabelEvent): Entry[] {
  const key = `label own ${labelId}`
  const cost = { ...label, key, kind: 'LABEL', account: 'labels', grossMinor: -costMinor } as const
  const paid = { ...label, kind: 'OWN_PAYMENT', account: 'buyer_clearing', grossMinor: costMinor } as const
  return costMinor === 0 ? [] : [fundsEntry(cost), fundsEntry({ ...paid, key: `own payment ${key}` })]
}
