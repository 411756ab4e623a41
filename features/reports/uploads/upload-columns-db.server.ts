import type { SellerDb } from '#db/client.ts'
import { headerName } from '#lib/header-name.ts'
import { isOneOf } from '#lib/is-one-of.ts'

interface OfHeader {
  sellerId: number
  header: readonly string[]
}

/** Column index by what it means, from 0. */
type Columns<Kind extends string> = Partial<Record<Kind, number>>

/**
 * The columns that a seller chose for files with this header; null if none, or if they were chosen for a file about
 * something else, with other `kinds` of columns.
 */
export async function rememberedColumns<Kind extends string>(
  db: SellerDb,
  { sellerId, header, kinds }: OfHeader & { kinds: readonly Kind[] },
): Promise<Columns<Kind> | null> {
  const row = await db
    .selectFrom('listing_upload_columns')
    .select((of) => of.ref('columns').$castTo<Columns<string>>().as('columns'))
    .where('seller_id', '=', sellerId)
    .where('header', '=', headerName(header))
    .executeTakeFirst()
  return row && areOf(kinds, row.columns) ? row.columns : null
}

const areOf = <Kind extends string>(kinds: readonly Kind[], columns: Columns<string>): columns is Columns<Kind> =>
  Object.keys(columns).every((kind) => isOneOf(kinds, kind))

/** Stores the columns that a seller chose for files with this header. */
export async function rememberColumns(
  db: SellerDb,
  { sellerId, header, columns, now }: OfHeader & { columns: Readonly<Columns<string>>; now: Date },
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
