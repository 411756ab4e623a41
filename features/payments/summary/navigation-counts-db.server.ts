import { sql } from 'kysely'
import { firstRow } from '#db/one-row.ts'
import type { BatchPart } from '#db/read-batch.ts'

export interface PaymentCounts {
  transactions: number
  payouts: number
  /** Orders whose money is on hold. */
  held: number
  /** Disputes that wait for the seller. */
  disputes: number
}

/** Counts for the navigation, of every page: from stored sums and by index. */
export const paymentCounts: BatchPart<{ sellerId: number }, PaymentCounts> = {
  statement: (at) => {
    const ofSeller = sql`seller_id = ${at((on) => on.sellerId)}`
    return sql`
      select (select coalesce(sum(transactions), 0)::integer from transaction_counts where ${ofSeller}) as transactions,
        (select count(*)::integer from payouts where ${ofSeller}) as payouts,
        (select count(*)::integer from holds where ${ofSeller} and state = 'HELD') as held,
        (select count(*)::integer from disputes where ${ofSeller} and state = 'ACTION_NEEDED') as disputes`
  },
  read: (rows: PaymentCounts[]) => firstRow({ rows }),
}
