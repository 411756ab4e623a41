import { fundsAccount, nonZero, type Entry, type FundsPlace, type Posting } from '../entry.ts'

export interface DisputeEvent {
  disputeId: string
  orderId: number
  orderNumber: string
  at: Date
  currency: string
  amountMinor: number
  /** The place of the order's money, from which the amount is taken or to which it returns. */
  place: FundsPlace
}

/** Posts a dispute that was opened: its amount leaves the seller's funds. */
export const postDisputeOpened = (dispute: DisputeEvent): Entry =>
  disputeEntry(dispute, 'DISPUTE_OPENED', `dispute ${dispute.disputeId}`, {
    account: 'disputes',
    grossMinor: -dispute.amountMinor,
    feesMinor: 0,
  })

export const postDisputeWon = (dispute: DisputeEvent): Entry =>
  disputeEntry(dispute, 'DISPUTE_WON', `dispute ${dispute.disputeId} won`, {
    account: 'disputes',
    grossMinor: dispute.amountMinor,
    feesMinor: 0,
  })

/** Posts a dispute that the seller lost: its amount stays away, and the marketplace charges its fee. */
export const postDisputeLost = (dispute: DisputeEvent & { feeMinor: number }): Entry =>
  disputeEntry(dispute, 'DISPUTE_LOST', `dispute ${dispute.disputeId} lost`, {
    account: 'fees:dispute',
    grossMinor: 0,
    feesMinor: -dispute.feeMinor,
  })

function disputeEntry(
  { orderId, orderNumber, at, currency, place }: DisputeEvent,
  kind: 'DISPUTE_OPENED' | 'DISPUTE_WON' | 'DISPUTE_LOST',
  key: string,
  { account, grossMinor, feesMinor }: Pick<Posting, 'account'> & { grossMinor: number; feesMinor: number },
): Entry {
  const net = grossMinor + feesMinor
  return {
    key,
    kind,
    at,
    currency,
    orderId,
    feeSchedule: null,
    reversesId: null,
    postings: nonZero([
      { account, amountMinor: -net },
      { account: fundsAccount(place.state), amountMinor: net },
    ]),
    transaction: { kind: 'DISPUTE', orderNumber, description: null, grossMinor, feesMinor, ...place },
  }
}
