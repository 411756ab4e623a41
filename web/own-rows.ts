import type { SellerDb } from '#db/client.ts'
import type { Hub } from './hub.ts'

/** The way to one seller's rows: each call is a transaction of its own, bound to the seller (the tenant) by row-level security. */
export interface OwnRows {
  /** Refuses every write. A statement has as long as any, or `statementMs`. */
  read: <T>(work: (db: SellerDb) => Promise<T>, statementMs?: number) => Promise<T>
  /** Rolls back where `work` throws. */
  write: <T>(work: (db: SellerDb) => Promise<T>) => Promise<T>
}

/** Binds to a seller; whoever calls it has made sure that the reader may see that seller's rows. */
export function ownRows({ db }: Pick<Hub, 'db'>, sellerId: number): OwnRows {
  return {
    read: (work, statementMs) => db.asSeller(sellerId, 'read', work, statementMs),
    write: (work) => db.asSeller(sellerId, 'write', work),
  }
}
