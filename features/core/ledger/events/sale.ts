import { orderFee, scheduleOf, surchargeFee, variableFee, type FeePack } from '#features/core/fees/fee.ts'
import { entryOf, fundsAccount, type Entry, type Posting } from '../entry.ts'
import { feeScheduleName, type LedgerPolicy } from '../ledger-policy.ts'

/** A line of a paid order, with its share of what belongs to the whole order. */
export interface SaleLine {
  lineItemId: number
  group: string
  itemMinor: number
  shippingMinor: number
  taxMinor: number
}

/** A paid order, or lines that were added to one. */
export interface Sale {
  orderId: number
  /** Number of the addition; null or absent for the order itself. */
  addition?: number | null
  orderNumber: string
  /** The hold that keeps back the order's money; null or absent if none does. */
  holdId?: number | null
  paidAt: Date
  currency: string
  lines: readonly SaleLine[]
  isInternational: boolean
  isBelowStandard: boolean
}

export const feeBase = ({ itemMinor, shippingMinor, taxMinor }: Omit<SaleLine, 'lineItemId' | 'group'>): number =>
  itemMinor + shippingMinor + taxMinor

/**
 * Posts a sale (seller-hubs 5.4). Percentage fees are of each line, rounded once; the fixed fee is of the order, once. Tax
 * that the marketplace collects is a pair beside the seller's funds, and part of what fees are worked out from.
 */
export function postSale(sale: Sale, { fees, taxCollectedBy, availableAfter }: LedgerPolicy): Entry {
  const { orderId, orderNumber, paidAt, currency, lines, addition = null, holdId = null } = sale
  const ofSeller = taxCollectedBy === 'SELLER'
  const gross = lines.reduce(
    (sum, line) => sum + line.itemMinor + line.shippingMinor + (ofSeller ? line.taxMinor : 0),
    0,
  )
  const state = holdId === null ? 'PROCESSING' : 'ON_HOLD'
  const funds = fundsAccount(state)
  const feePostings = fees ? feesOf(sale, fees) : []
  const feesMinor = feePostings.reduce((sum, { amountMinor }) => sum - amountMinor, 0)
  return entryOf({
    key: addition === null ? `sale ${orderId}` : `sale ${orderId} ${addition}`,
    kind: 'SALE',
    at: paidAt,
    currency,
    orderId,
    feeSchedule: fees && feeScheduleName(fees),
    postings: [
      { account: funds, amountMinor: gross },
      ...lines.flatMap((line) => revenueOf(line, ofSeller)),
      ...feePostings,
      { account: funds, amountMinor: feesMinor },
    ],
    transaction: {
      kind: 'SALE',
      orderNumber,
      description: null,
      grossMinor: gross,
      feesMinor,
      state,
      availableAt: new Date(paidAt.getTime() + availableAfter),
      holdId,
    },
  })
}

function revenueOf({ lineItemId, itemMinor, shippingMinor, taxMinor }: SaleLine, taxIsSellers: boolean): Posting[] {
  return [
    { account: 'revenue:item', amountMinor: -itemMinor, lineItemId },
    { account: 'revenue:shipping', amountMinor: -shippingMinor, lineItemId },
    ...(taxIsSellers
      ? [{ account: 'tax:seller', amountMinor: -taxMinor, lineItemId } as const]
      : [
          { account: 'tax:marketplace_collected', amountMinor: taxMinor, lineItemId } as const,
          { account: 'tax:marketplace_remitted', amountMinor: -taxMinor, lineItemId } as const,
        ]),
  ]
}

function feesOf({ lines, addition = null, isInternational, isBelowStandard }: Sale, fees: FeePack): Posting[] {
  const total = lines.reduce((sum, line) => sum + feeBase(line), 0)
  const ofLine = (line: SaleLine): Posting[] => {
    const { lineItemId } = line
    const base = feeBase(line)
    return [
      { account: 'fees:fvf_variable', amountMinor: variableFee(scheduleOf(fees, line.group), base), lineItemId },
      ...(isInternational
        ? [
            {
              account: 'fees:international',
              amountMinor: surchargeFee(fees, 'INTERNATIONAL', base),
              lineItemId,
            } as const,
          ]
        : []),
      ...(isBelowStandard
        ? [
            {
              account: 'fees:below_standard',
              amountMinor: surchargeFee(fees, 'BELOW_STANDARD', base),
              lineItemId,
            } as const,
          ]
        : []),
    ]
  }
  // An order for nothing has no fee.
  const fixed: Posting[] =
    addition === null && total > 0 ? [{ account: 'fees:fvf_fixed', amountMinor: orderFee(fees, total) }] : []
  return [...lines.flatMap(ofLine), ...fixed]
}
