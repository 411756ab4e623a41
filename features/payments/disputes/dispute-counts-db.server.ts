import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { DisputeState } from '#features/after-sale/disputes/dispute.ts'
import type { ListTotal } from '#features/machinery/grid/list.ts'

/** Disputes of a state and currency, counted. */
export interface DisputeCount extends ListTotal {
  state: DisputeState
}

/** Counts a seller's disputes by state and currency. */
export async function countDisputes(db: SellerDb, sellerId: number): Promise<DisputeCount[]> {
  const { rows } = await sql<DisputeCount>`
    select state, currency, count(*) as rows, 0 as units, sum(amount_minor)::bigint as minor
    from disputes where seller_id = ${sellerId} group by state, currency order by state, currency`.execute(db)
  return rows
}
