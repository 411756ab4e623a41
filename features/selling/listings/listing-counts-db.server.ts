import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import type { ListTotal } from '#features/machinery/grid/list.ts'
import { exactInteger } from '#lib/exact-sums.ts'
import type { ListingState } from '#features/core/listing/listing.ts'

export interface StateCountRow extends ListTotal {
  state: ListingState
  category: string
}

export function countByState(db: SellerDb, sellerId: number): Promise<StateCountRow[]> {
  return readBatchPart(db, listingCounts, { sellerId })
}

export const listingCounts: BatchPart<{ sellerId: number }, StateCountRow[]> = {
  statement: (at) => sql`
    select state, category, currency, listings as rows, units, value_minor::text as minor from listing_counts
    where seller_id = ${at((on) => on.sellerId)} and listings > 0 order by state, category, currency`,
  read: (rows: (Omit<StateCountRow, 'minor'> & { minor: string })[]) =>
    rows.map((row) => ({ ...row, minor: exactInteger(BigInt(row.minor)) })),
}

export type StateRows = Pick<StateCountRow, 'state' | 'rows'>

export const listingsByState: BatchPart<{ sellerId: number }, StateRows[]> = {
  statement: (at) => sql`
    select state, sum(listings)::integer as rows from listing_counts
    where seller_id = ${at((on) => on.sellerId)} group by state`,
  read: (rows: StateRows[]) => rows,
}

export function countIn(states: readonly ListingState[], counts: readonly StateRows[]): number {
  return counts.reduce((sum, row) => (states.includes(row.state) ? sum + row.rows : sum), 0)
}
