import { fundsEntry, type Entry, type FundsPlace } from '../entry.ts'

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
export const postDisputeOpened = ({ disputeId, amountMinor, ...dispute }: DisputeEvent): Entry =>
  fundsEntry({
    ...dispute,
    key: `dispute ${disputeId}`,
    kind: 'DISPUTE_OPENED',
    as: 'DISPUTE',
    account: 'disputes',
    grossMinor: -amountMinor,
  })

export const postDisputeWon = ({ disputeId, amountMinor, ...dispute }: DisputeEvent): Entry =>
  fundsEntry({
    ...dispute,
    key: `dispute ${disputeId} won`,
    kind: 'DISPUTE_WON',
    as: 'DISPUTE',
    account: 'disputes',
    grossMinor: amountMinor,
  })

/** Posts a dispute that the seller lost: its amount stays away, and the marketplace charges its fee. */
export const postDisputeLost = ({
  disputeId,
  feeMinor,
  ...dispute
}: Omit<DisputeEvent, 'amountMinor'> & { feeMinor: number }): Entry =>
  fundsEntry({
    ...dispute,
    key: `dispute ${disputeId} lost`,
    kind: 'DISPUTE_LOST',
    as: 'DISPUTE',
    account: 'fees:dispute',
    feesMinor: -feeMinor,
  })
