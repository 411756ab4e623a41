import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** Tables whose rows each belong to a seller. */
export type SellerTable = { [T in keyof Schema]: 'seller_id' extends keyof Schema[T] ? T : never }[keyof Schema]

/** Begins a query of a seller's rows. */
export const selectOfSeller = <T extends SellerTable>(db: Kysely<Schema>, table: T, sellerId: number) =>
  // Kysely knows no columns of a table that is a parameter: any seller's table stands for it.
  db.selectFrom(table as 'orders').where('seller_id', '=', sellerId) as unknown as SelectQueryBuilder<Schema, T, object>
