import { sql } from 'kysely'
import { deleteOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { noCustoms, type CustomsDetails } from './customs-details.ts'

/** Details by SKU; a value in another currency is left out. */
export async function readCustoms(
  db: SellerDb,
  sellerId: number,
  { skus, currency }: { skus: readonly string[]; currency: string },
): Promise<Map<string, CustomsDetails>> {
  if (skus.length === 0) return new Map()
  const rows = await selectOfSeller(db, 'customs_details', sellerId).selectAll().where('sku', 'in', skus).execute()
  return new Map(
    rows.map((row) => [
      row.sku,
      {
        hsCode: row.hs_code,
        originCountry: row.origin_country,
        description: row.description,
        valueMinor: row.currency === currency ? row.value_minor : null,
      },
    ]),
  )
}

export interface CustomsChange {
  sku: string
  /** Of the value. */
  currency: string
  change: Partial<CustomsDetails>
}

/** Changes details of SKUs, the last of a SKU counting; others stay. What has none left is removed. */
export async function storeCustoms(db: SellerDb, sellerId: number, changes: readonly CustomsChange[]): Promise<void> {
  const bySku = new Map<string, CustomsChange>()
  for (const each of changes)
    bySku.set(each.sku, { ...each, change: { ...bySku.get(each.sku)?.change, ...each.change } })
  const skus = [...bySku.keys()].toSorted()
  if (skus.length === 0) return
  const stored = await selectOfSeller(db, 'customs_details', sellerId)
    .selectAll()
    .where('sku', 'in', skus)
    .orderBy('sku')
    .forUpdate()
    .execute()
  const rows = [...bySku.values()].map(({ sku, currency, change }) => {
    const before = stored.find((row) => row.sku === sku)
    const { hsCode, originCountry, description } = {
      ...noCustoms,
      ...(before && {
        hsCode: before.hs_code,
        originCountry: before.origin_country,
        description: before.description,
      }),
      ...change,
    }
    const value =
      change.valueMinor === undefined
        ? { value_minor: before?.value_minor ?? null, currency: before?.currency ?? null }
        : { value_minor: change.valueMinor, currency: change.valueMinor === null ? null : currency }
    return { seller_id: sellerId, sku, hs_code: hsCode, origin_country: originCountry, description, ...value }
  })
  const isEmpty = (row: (typeof rows)[number]) =>
    [row.hs_code, row.origin_country, row.description, row.value_minor].every((value) => value === null)
  const gone = rows.filter(isEmpty).map(({ sku }) => sku)
  if (gone.length > 0) await deleteOfSeller(db, 'customs_details', sellerId).where('sku', 'in', gone).execute()
  await insertRows(
    db,
    'customs_details',
    rows.filter((row) => !isEmpty(row)),
    {
      ending: sql`on conflict (seller_id, sku) do update set hs_code = excluded.hs_code,
        origin_country = excluded.origin_country, description = excluded.description,
        value_minor = excluded.value_minor, currency = excluded.currency`,
    },
  )
}
