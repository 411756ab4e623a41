import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { ListTotal } from '#features/machinery/grid/list.ts'
import type { TransactionKind, TransactionState } from './transaction.ts'

/** Transactions of a state, kind and currency, and their net. */
export interface TransactionCount extends ListTotal {
  state: TransactionState
  kind: TransactionKind
}

/** Counts a seller's transactions, from stored sums. */
export async function countTransactions(db: SellerDb, sellerId: number): Promise<TransactionCount[]> {
  const { rows } = await sql<TransactionCount>`
    select state, kind, currency, transactions as rows, 0 as units, net_minor as minor
    from transaction_counts where seller_id = ${sellerId} and transactions > 0 order by state, kind, currency`.execute(
    db,
  )
  return rows
}

/** Number of transactions, of one state or of all. */
export const countIn = (counts: readonly TransactionCount[], state: TransactionState | null): number =>
  counts.reduce((sum, count) => (state === null || count.state === state ? sum + count.rows : sum), 0)
