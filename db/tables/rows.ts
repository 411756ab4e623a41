import type { Generated } from 'kysely'

/** A row that a seller owns. */
export interface SellerRow {
  seller_id: number
}

/** One that the database numbers. */
export interface NumberedRow extends SellerRow {
  id: Generated<number>
}
