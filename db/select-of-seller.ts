import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** Tables whose rows each belong to a seller. */
type SellerTable = { [T in keyof Schema]: 'seller_id' extends keyof Schema[T] ? T : never }[keyof Schema]

/** Begins a query of a seller's rows. */
export const ofSeller = <T extends SellerTable>(db: Kysely<Schema>, table: T, sellerId: number) =>
  // Kysely resolves no columns of a table that is not known yet.
  (db as Kysely<any>).selectFrom(table).where('seller_id', '=', sellerId) as SelectQueryBuilder<Schema, T, {}>
