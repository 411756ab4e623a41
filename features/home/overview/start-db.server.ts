import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OfSeller } from '#db/compile-once.ts'
import { firstRow } from '#db/one-row.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import type { StepFacts } from './first-steps.ts'

export interface StartFacts extends Omit<StepFacts, 'language'> {
  /** Whether there is a listing, a draft too, or an order. */
  hasBusiness: boolean
  /** Whether it sold so much that nobody would call it new, such as a shop that moved in. */
  isEstablished: boolean
}

const ordersOfEstablished = 100

/** What a shop has done of its first steps; by index, whatever the number of orders. */
export function readStart(db: SellerDb, sellerId: number): Promise<StartFacts> {
  return readBatchPart(db, start, { sellerId })
}

const start: BatchPart<OfSeller, StartFacts> = {
  statement: (at) => {
    const own = sql`seller_id = ${at((on) => on.sellerId)}`
    const sold = sql`exists (select from order_counts where ${own} and orders > 0)`
    return sql`
      select exists (select from print_settings where ${own} and sender <> '') as address,
        coalesce((select calendar_version > 1 from sellers where id = ${at((on) => on.sellerId)}), false) as calendar,
        (select count(distinct kind) = 3 from seller_policies where ${own}) as policies,
        exists (select from payout_accounts where ${own}) as bank,
        exists (select from listing_counts where ${own} and state <> 'DRAFT' and listings > 0) as listing,
        ${sold} as sale, exists (select from shipments where ${own}) as parcel,
        exists (select from payouts where ${own}) as payout,
        ${sold} or exists (select from listings where ${own}) as "hasBusiness",
        (select coalesce(sum(orders), 0) >= ${ordersOfEstablished} from order_counts where ${own}) as "isEstablished"`
  },
  read: (rows: StartFacts[]) => firstRow({ rows }),
}
