import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import { findColumns, type ShopFacts } from '#features/selling/listing-files/file-columns.ts'
import type { FileColumn } from '#lib/match-columns.ts'
import { sampleColumns } from '#lib/table-file.ts'
import type { ColumnsOf, FoundColumns, RecordReading } from '#features/machinery/records/record-kind.ts'

/**
 * The columns that the values of a file show. Item numbers of another marketplace name nothing here: rows with a title and
 * a SKU then become drafts.
 */
export async function findListingColumns(
  { hub, read }: RecordReading,
  { seller, chosen, ...file }: ColumnsOf,
): Promise<FoundColumns> {
  if (chosen) return { columns: chosen }
  const columns = sampleColumns(file)
  const facts = await read((db) => shopFacts(db, seller.id, columns))
  const categories = { has: (name: string) => findLeaf(hub.config.taxonomy, name) !== null }
  const { item, ...others } = findColumns(columns, { ...facts, categories, currency: seller.currency })
  const numbers = item === undefined ? [] : (columns[item]?.values ?? [])
  const isForeign =
    others.sku !== undefined &&
    others.action === undefined &&
    numbers.some((value) => /^\s*\d+\s*$/.test(value)) &&
    !numbers.some((value) => facts.items.has(value.trim()))
  return { columns: { ...others, ...(item === undefined || isForeign ? {} : { item }) } }
}

const longestSku = 50
const mostLookedUp = 200

async function shopFacts(
  db: SellerDb,
  sellerId: number,
  columns: readonly FileColumn[],
): Promise<Pick<ShopFacts, 'items' | 'skus'>> {
  const values = columns.flatMap((column) => column.values.slice(0, mostLookedUp).map((value) => value.trim()))
  const short = [...new Set(values)].filter((value) => value !== '' && value.length <= longestSku)
  const items = short.filter((value) => parseItemNumber(value) !== null)
  const { rows } = await sql<{ item: string | null; sku: string | null }>`
    select item_number as item, null as sku from listings
    where seller_id = ${sellerId} and item_number = any (${items}::text[])
    union all
    select null, sku from listings
    where seller_id = ${sellerId} and tab in ('active', 'scheduled', 'drafts', 'ended') and sku = any (${short}::text[])
    union all
    select null, sku from listing_variations where seller_id = ${sellerId} and sku = any (${short}::text[])`.execute(db)
  return {
    items: new Set(rows.flatMap(({ item }) => item ?? [])),
    skus: new Set(rows.flatMap(({ sku }) => sku ?? [])),
  }
}
