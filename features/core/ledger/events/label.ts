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
