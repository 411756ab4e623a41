import type { SellerDb } from '#db/client.ts'
import type { ColumnChoice } from '#features/selling/listing-files/file-columns.ts'
import { headerName } from '#lib/header-name.ts'

interface OfHeader {
  sellerId: number
  header: readonly string[]
}

/** The columns that a seller chose for files with this header; null if none. */
export async function rememberedColumns(db: SellerDb, { sellerId, header }: OfHeader): Promise<ColumnChoice | null> {
  const row = await db
    .selectFrom('listing_upload_columns')
    .select((of) => of.ref('columns').$castTo<ColumnChoice>().as('columns'))
    .where('seller_id', '=', sellerId)
    .where('header', '=', headerName(header))
    .executeTakeFirst()
  return row?.columns ?? null
}

/** Stores the columns that a seller chose for files with this header. */
export async function rememberColumns(
  db: SellerDb,
  { sellerId, header, columns, now }: OfHeader & { columns: ColumnChoice; now: Date },
): Promise<void> {
  const values = { columns: JSON.stringify(columns), chosen_at: now }
  await db
    .insertInto('listing_upload_columns')
    .values({ seller_id: sellerId, header: headerName(header), ...values })
    .onConflict((conflict) => conflict.columns(['seller_id', 'header']).doUpdateSet(values))
    .execute()
}

/** Deletes the choice for a header. */
export async function forgetColumns(db: SellerDb, { sellerId, header }: OfHeader): Promise<void> {
  await db
    .deleteFrom('listing_upload_columns')
    .where('seller_id', '=', sellerId)
    .where('header', '=', headerName(header))
    .execute()
}
