import { entryOf, type Entry } from '../entry.ts'
import { revisedKey } from './cost-of-goods.ts'

/** Why the value of stock changed, other than by goods that were sold or came back. */
export const stockReasons = ['received', 'counted', 'recosted'] as const
export type StockReason = (typeof stockReasons)[number]

export interface ChangedStock extends Readonly<Record<`${StockReason}Minor`, number>> {
  /** Id of the SKU's row in `costed_skus`. */
  skuId: number
  /** A day of UTC, such as `2026-11-30`. */
  day: string
  /** Number of postings of the day, including this one: each adds what the ones before lack. */
  revision: number
  currency: string
}

/** Posts why the inventory is worth more or less than the day before. It changes no funds. */
export function postStock({ skuId, day, revision, currency, ...change }: ChangedStock): Entry {
  const amounts = stockReasons.map((reason) => ({ reason, minor: change[`${reason}Minor`] }))
  return entryOf({
    key: revisedKey(`stock ${skuId} ${day}`, revision),
    kind: 'STOCK',
    at: new Date(`${day}T00:00:00Z`),
    currency,
    postings: [
      { account: 'inventory', amountMinor: amounts.reduce((sum, { minor }) => sum + minor, 0) },
      ...amounts.map(({ reason, minor }) => ({ account: `stock:${reason}` as const, amountMinor: 0 - minor })),
    ],
  })
}
