import type { SellerDb } from '#db/client.ts'
import { headerName } from '#lib/header-name.ts'
import type { DayOrder } from '#lib/written-day.ts'
import type { ColumnChoice } from './meanings.ts'

/** Maximum headers remembered per seller, latest first. */
const mostRemembered = 100

/** A seller's column choice for files with one header. */
export interface RememberedColumns {
  columns: ColumnChoice
  dayOrder: DayOrder | null
  chosenAt: Date
}

/** Reads a seller's column choices, by header key. */
export async function rememberedColumns(
  db: SellerDb,
  sellerId: number,
): Promise<ReadonlyMap<string, RememberedColumns>> {
  const rows = await db
    .selectFrom('tracking_columns')
    .select((of) => of.ref('columns').$castTo<ColumnChoice>().as('columns'))
    .select(['header', 'day_order as dayOrder', 'chosen_at as chosenAt'])
    .where('seller_id', '=', sellerId)
    .orderBy('chosen_at', 'desc')
    .limit(mostRemembered)
    .execute()
  return new Map(rows.map(({ header, ...remembered }) => [header, remembered]))
}

interface Choosing extends RememberedColumns {
  sellerId: number
  header: readonly string[]
}

/** Stores the column choice for a header. */
export async function rememberColumns(
  db: SellerDb,
  { sellerId, header, columns, dayOrder, chosenAt }: Choosing,
): Promise<void> {
  const values = { columns: JSON.stringify(columns), day_order: dayOrder, chosen_at: chosenAt }
  await db
    .insertInto('tracking_columns')
    .values({ seller_id: sellerId, header: headerName(header), ...values })
    .onConflict((conflict) => conflict.columns(['seller_id', 'header']).doUpdateSet(values))
    .execute()
}

/** Deletes the column choice for a header. */
export async function forgetColumns(db: SellerDb, sellerId: number, header: readonly string[]): Promise<void> {
  await db
    .deleteFrom('tracking_columns')
    .where('seller_id', '=', sellerId)
    .where('header', '=', headerName(header))
    .execute()
}
