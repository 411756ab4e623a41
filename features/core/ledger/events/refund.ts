import { creditedFee } from '#features/core/fees/fee.ts'
import { entryOf, fundsAccount, type Entry, type FundsPlace, type Posting } from '../entry.ts'
import type { LedgerPolicy } from '../ledger-policy.ts'

/** A line as its sale and earlier refunds were posted. */
export interface RefundedLine {
  lineItemId: number
  /** The base of its percentage fee. */
  baseMinor: number
  feeMinor: number
  /** Part of the base that earlier refunds returned. */
  goneMinor: number
  /** Part of the fee that was credited for them. */
  creditedMinor: number
}

export interface LinePart {
  lineItemId: number
  kind: 'ITEM' | 'SHIPPING' | 'TAX'
  minor: number
}

export interface MadeRefund {
  refundId: number
  orderId: number
  orderNumber: string
  at: Date
  currency: string
  parts: readonly LinePart[]
  lines: readonly RefundedLine[]
  feeSchedule: string | null
  /** The place of the sale's money; available if it was paid out. */
  place: FundsPlace
}

/**
 * Posts a refund with its fee credit (seller-hubs 5.4). The percentage fee of a line is credited in proportion to what
 * all refunds together gave back of it, so that a full refund credits exactly the fee. The fixed fee stays.
 */
export function postRefund(refund: MadeRefund, { taxCollectedBy }: Pick<LedgerPolicy, 'taxCollectedBy'>): Entry {
  const { refundId, orderId, orderNumber, at, currency, parts, lines, feeSchedule, place } = refund
  const ofSeller = taxCollectedBy === 'SELLER'
  const sellers = parts.filter(({ kind }) => ofSeller || kind !== 'TAX')
  const gross = sellers.reduce((sum, { minor }) => sum + minor, 0)
  const credits = lines.map((line) => ({ lineItemId: line.lineItemId, minor: creditOf(line, parts) }))
  const credit = credits.reduce((sum, { minor }) => sum + minor, 0)
  const funds = fundsAccount(place.state)
  return entryOf({
    key: `refund ${refundId}`,
    kind: 'REFUND',
    at,
    currency,
    orderId,
    feeSchedule,
    postings: [
      ...parts.flatMap((part) => givenBack(part, ofSeller)),
      { account: funds, amountMinor: -gross },
      { account: funds, amountMinor: credit },
      ...credits.map(({ lineItemId, minor }): Posting => ({
        account: 'fees:fvf_variable',
        amountMinor: -minor,
        lineItemId,
      })),
    ],
    transaction: { kind: 'REFUND', orderNumber, description: null, grossMinor: -gross, feesMinor: credit, ...place },
  })
}

function givenBack({ lineItemId, kind, minor }: LinePart, taxIsSellers: boolean): Posting[] {
  if (kind !== 'TAX') return [{ account: 'refunds', amountMinor: minor, lineItemId }]
  if (taxIsSellers) return [{ account: 'tax:seller', amountMinor: minor, lineItemId }]
  return [
    { account: 'tax:marketplace_remitted', amountMinor: minor, lineItemId },
    { account: 'tax:marketplace_collected', amountMinor: -minor, lineItemId },
  ]
}

/** Credit of a line: of all refunds so far, less what was credited before. */
function creditOf(line: RefundedLine, parts: readonly LinePart[]): number {
  const back = parts.reduce((sum, part) => sum + (part.lineItemId === line.lineItemId ? part.minor : 0), 0)
  return back === 0 ? 0 : Math.max(0, creditedFee(line, line.goneMinor + back) - line.creditedMinor)
}
