import type { SellerDb } from '#db/client.ts'
import type { Hub } from './hub.ts'

/** Access to one seller's rows. Each call is a transaction bound to the seller by row-level security. */
export interface OwnRows {
  /** Read-only. `statementMs` overrides the statement timeout. */
  read: <T>(work: (db: SellerDb) => Promise<T>, statementMs?: number) => Promise<T>
  /** Rolls back if `work` throws. */
  write: <T>(work: (db: SellerDb) => Promise<T>) => Promise<T>
}

/** Binds to a seller; the caller must have authorized the reader. */
export function ownRows({ db }: Pick<Hub, 'db'>, sellerId: number): OwnRows {
  return {
    read: (work, statementMs) => db.asSeller(sellerId, 'read', work, statementMs),
    write: (work) => db.asSeller(sellerId, 'write', work),
  }
}
