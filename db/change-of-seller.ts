import type { DeleteQueryBuilder, DeleteResult, Kysely, UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { Schema } from './schema.ts'
import type { SellerTable } from './select-of-seller.ts'

/** Begins an update of a seller's rows. */
export const updateOfSeller = <T extends SellerTable>(db: Kysely<Schema>, table: T, sellerId: number) =>
  (db as Kysely<Pick<Schema, 'orders'>>)
    .updateTable(table as 'orders')
    // As in `selectOfSeller`, one seller's table stands for all.
    .where('seller_id', '=', sellerId) as unknown as UpdateQueryBuilder<Schema, T, T, UpdateResult>

/** Begins to delete rows of a seller. */
export const deleteOfSeller = <T extends SellerTable>(db: Kysely<Schema>, table: T, sellerId: number) =>
  (db as Kysely<Pick<Schema, 'orders'>>)
    .deleteFrom(table as 'orders')
    // As in `selectOfSeller`, one seller's table stands for all.
    .where('seller_id', '=', sellerId) as unknown as DeleteQueryBuilder<Schema, T, DeleteResult>
