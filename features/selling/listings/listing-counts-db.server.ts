import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import { readOfSeller } from '#db/shards.ts'
import type { ListTotal } from '#features/machinery/grid/list.ts'
import { exactInteger } from '#lib/exact-sums.ts'
import { endingSoonHours, unsoldDays, type ListingCounts, type ListingState } from '#features/core/listing/listing.ts'

export interface StateCountRow extends ListTotal {
  state: ListingState
  category: string
}

/** Counts a seller's listings by state, from stored sums and two index ranges. */
export async function countListings(db: SellerDb, sellerId: number, now: Date): Promise<ListingCounts> {
  const inState = (state: ListingState) =>
    sql`(select coalesce(sum(listings), 0)::integer from listing_counts where seller_id = ${sellerId} and state = ${state})`
  const statement = sql<ListingCounts>`
    select ${inState('ACTIVE')} as active, ${inState('OUT_OF_STOCK')} as "outOfStock", ${inState('ON_HOLD')} as "onHold",
      ${inState('SCHEDULED')} as scheduled, ${inState('DRAFT')} as drafts,
      (select count(*) from listings where seller_id = ${sellerId} and tab = 'active' and state = 'ACTIVE'
        and closes_at < ${now}::timestamptz + make_interval(hours => ${endingSoonHours})) as "endingSoon",
      (select count(*) from listings where seller_id = ${sellerId} and tab = 'ended' and quantity_sold = 0
        and closes_at >= ${now}::timestamptz - make_interval(days => ${unsoldDays})) as "endedUnsold"`
  return firstRow({ rows: await readOfSeller(db, sellerId, statement.compile(db)) })
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
