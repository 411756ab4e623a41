import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { ListTotal } from '#features/machinery/grid/list.ts'
import type { TransactionKind, TransactionState } from './transaction.ts'

export interface TransactionCount extends ListTotal {
  state: TransactionState
  kind: TransactionKind
}

/** Counts a seller's transactions, from stored sums. */
export async function countTransactions(db: SellerDb, sellerId: number): Promise<TransactionCount[]> {
  const rows = await selectOfSeller(db, 'transaction_counts', sellerId)
    .select(['state', 'kind', 'currency', 'transactions as rows', 'net_minor as minor'])
    .where('transactions', '>', 0)
    .orderBy('state')
    .orderBy('kind')
    .orderBy('currency')
    .$narrowType<{ state: TransactionState; kind: TransactionKind }>()
    .execute()
  return rows.map((row) => ({ ...row, units: 0 }))
}

/** Number of transactions, of one state or of all. */
export const countIn = (counts: readonly TransactionCount[], state: TransactionState | null): number =>
  counts.reduce((sum, count) => (state === null || count.state === state ? sum + count.rows : sum), 0)
