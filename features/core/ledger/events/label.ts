import { fundsAccount, nonZero, type Entry } from '../entry.ts'

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
export const postLabel = (label: LabelEvent): Entry => labelEntry(label, `label ${label.labelId}`, label.costMinor)

export const postLabelVoided = (label: LabelEvent): Entry =>
  labelEntry(label, `label ${label.labelId} voided`, -label.costMinor)

function labelEntry(
  { orderId, orderNumber, at, currency, description }: LabelEvent,
  key: string,
  costMinor: number,
): Entry {
  return {
    key,
    kind: 'LABEL',
    at,
    currency,
    orderId,
    feeSchedule: null,
    reversesId: null,
    postings: nonZero([
      { account: 'labels', amountMinor: costMinor },
      { account: fundsAccount('AVAILABLE'), amountMinor: -costMinor },
    ]),
    transaction: {
      kind: 'LABEL',
      orderNumber,
      description,
      grossMinor: -costMinor,
      feesMinor: 0,
      state: 'AVAILABLE',
      availableAt: at,
      holdId: null,
    },
  }
}

/**
 * A label bought from a provider: its cost counts, and the funds get it back, since the seller pays it from other money.
 * A negative cost is a refund or a credit.
 */
export function postOwnLabel(label: LabelEvent): Entry[] {
  const cost = labelEntry(label, `label own ${label.labelId}`, label.costMinor)
  const { orderNumber, description, at, currency, orderId, costMinor } = label
  const place = { state: 'AVAILABLE', availableAt: at, holdId: null } as const
  const paid: Entry = {
    key: `own payment label own ${label.labelId}`,
    kind: 'OWN_PAYMENT',
    at,
    currency,
    orderId,
    feeSchedule: null,
    reversesId: null,
    postings: nonZero([
      { account: fundsAccount(place.state), amountMinor: costMinor },
      { account: 'buyer_clearing', amountMinor: -costMinor },
    ]),
    transaction: { kind: 'OWN_PAYMENT', orderNumber, description, grossMinor: costMinor, feesMinor: 0, ...place },
  }
  return costMinor === 0 ? [] : [cost, paid]
}
