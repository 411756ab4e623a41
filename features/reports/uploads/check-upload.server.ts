import { findAspects } from '#features/selling/listing-files/aspect-columns.ts'
import { findVariants } from '#features/selling/listing-files/variant-columns.ts'
import type { ColumnChoice } from '#features/selling/listing-files/file-columns.ts'
import type { ListingFile } from '#features/selling/listing-files/open-listing-file.ts'
import { createRowReader, type FileRow } from '#features/selling/listing-files/read-rows.ts'
import { unquoted } from '#lib/cell-text.ts'
import { decimalMarkOf } from '#lib/written-amount.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { checkRows } from './check-rows.server.ts'
import type { UploadPlan } from './upload-plan.ts'
import { isCheckCurrent, setPlan } from './upload-plans-db.server.ts'
import { keepRows, removeRows } from './upload-rows-db.server.ts'

/** Rows that are checked in one transaction. */
const rowsAtOnce = 1_000

type Checking = Pick<SellerActionArgs, 'hub' | 'seller' | 'write'>

/**
 * Checks all rows of a file and stores what each would change, part by part. A check that was interrupted is not
 * complete; a later one replaces it. Changes no listings.
 */
export async function checkUpload(
  { hub, seller, write }: Checking,
  { id, file, plan: given }: { id: string; file: ListingFile; plan: UploadPlan },
): Promise<void> {
  const own = { sellerId: seller.id, id }
  const plan: UploadPlan = { ...given, check: crypto.randomUUID(), isChecked: false }
  const isBegun = await write(async (db) => {
    if (!(await setPlan(db, { ...own, plan }))) return false
    await removeRows(db, own)
    return true
  })
  if (!isBegun) return
  const lines = new Map<string, number>()
  const check = async (rows: readonly FileRow[]) => {
    const part = await write(async (db) => {
      if (!(await isCheckCurrent(db, { ...own, check: plan.check }))) return null
      const checked = await checkRows(db, { hub, sellerId: seller.id, currency: seller.currency, rows, before: lines })
      await keepRows(db, own, checked.rows)
      return checked
    })
    for (const [key, line] of part?.lines ?? []) lines.set(key, line)
    return part !== null
  }
  for await (const rows of partsOf(file, plan.columns, { hub, seller })) if (!(await check(rows))) return
  await write(async (db) => {
    if (await isCheckCurrent(db, { ...own, check: plan.check }))
      await setPlan(db, { ...own, plan: { ...plan, isChecked: true } })
  })
}

/** The rows of a file in parts. */
async function* partsOf(
  file: ListingFile,
  columns: ColumnChoice,
  { hub, seller }: Pick<Checking, 'hub' | 'seller'>,
): AsyncGenerator<FileRow[]> {
  const { price } = columns
  const prices = price === undefined ? [] : file.sample.map(({ fields }) => unquoted(fields[price] ?? ''))
  const read = createRowReader({
    columns,
    aspects: findAspects(file.header),
    isVariant: findVariants(file.header),
    mark: decimalMarkOf(prices),
    currency: seller.currency,
    limits: hub.config.policyPack.limits,
  })
  let rows: FileRow[] = []
  for await (const records of file.records()) {
    rows.push(...records.flatMap((record) => read(record) ?? []))
    while (rows.length >= rowsAtOnce) {
      yield rows.slice(0, rowsAtOnce)
      rows = rows.slice(rowsAtOnce)
    }
  }
  if (rows.length > 0) yield rows
}
