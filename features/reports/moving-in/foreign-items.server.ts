import type { SellerDb } from '#db/client.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { rememberColumns, rememberedColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { uploadKind } from '#features/reports/uploads/upload-plans-db.server.ts'
import { columnKinds, findColumns, namedColumns } from '#features/selling/listing-files/file-columns.ts'
import { openTable, sampleColumns } from '#lib/table-file.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'

/** Nothing of the shop: columns are found by their headers and their values alone. */
const nothing = { has: () => false }

/**
 * Leaves the column of item numbers out if none of them is a listing here: they are those of another marketplace. Rows
 * with a title and a SKU then become drafts. The seller's own choice of columns stays.
 */
export async function ignoreForeignItems(
  { hub, seller, read, write }: Pick<SellerActionArgs, 'hub' | 'seller' | 'read' | 'write'>,
  bytes: Uint8Array,
): Promise<void> {
  const opened = await openTable(bytes, namedColumns)
  if (!opened.ok) return
  const { header } = opened.file
  const of = { sellerId: seller.id, kind: uploadKind, header } as const
  const sampled = sampleColumns(opened.file)
  const { item, ...columns } = findColumns(sampled, { items: nothing, skus: nothing, categories: nothing })
  if (item === undefined || columns.sku === undefined || columns.action !== undefined) return
  const numbers = (sampled[item]?.values ?? []).flatMap((value) => parseItemNumber(value) ?? [])
  const isForeign = await read(
    async (db) =>
      !(await rememberedColumns(db, { ...of, meanings: columnKinds })) && !(await hasAnyOf(db, seller.id, numbers)),
  )
  if (isForeign) await write((db) => rememberColumns(db, { ...of, columns, now: hub.now() }))
}

async function hasAnyOf(db: SellerDb, sellerId: number, numbers: readonly string[]): Promise<boolean> {
  if (numbers.length === 0) return false
  const found = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('item_number', 'in', numbers)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
