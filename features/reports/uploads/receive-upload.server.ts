import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { createRun, queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { namesBuyers } from '#features/machinery/file-runs/personal-columns.ts'
import type { SentFile } from '#features/machinery/file-runs/sent-file.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import {
  columnKinds,
  findColumns,
  type ColumnChoice,
  type ShopFacts,
} from '#features/selling/listing-files/file-columns.ts'
import { hasUnknownColumn } from '#features/selling/listing-files/file-dialects.ts'
import {
  openListingFile,
  type ListingFile,
  type UnreadableFile,
} from '#features/selling/listing-files/open-listing-file.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { FileColumn } from '#lib/match-columns.ts'
import { sampleColumns, shownValues } from '#lib/table-file.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { permissions } from '#web/roles.ts'
import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { listingUploads } from './listing-uploads.server.ts'
import {
  forgetColumns,
  rememberColumns,
  rememberedColumns,
} from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import type { UploadPlan } from './upload-plan.ts'
import { uploadKind, type Upload } from './upload-plans-db.server.ts'
import { keepUploadedFile, uploadedSample } from '#features/machinery/file-runs/uploaded-file.server.ts'

/** Stores a file and begins to check its rows. Changes no listings. `isMovedIn` if it comes from another marketplace. */
export async function receiveUpload(
  args: SellerActionArgs,
  { name, bytes }: SentFile,
  { isMovedIn = false }: { isMovedIn?: boolean } = {},
): Promise<{ ok: true; id: string } | { ok: false; reason: UnreadableFile }> {
  const { hub, seller, member, texts, read, write } = args
  const opened = await openListingFile(bytes)
  if (!opened.ok) return opened
  const choice = await read((db) => chooseColumns(db, args, { ...opened.file, isMovedIn }))
  const plan = planOf(opened.file, { ...choice, isMovedIn, locale: texts.locale })
  const id = await write(async (db) => {
    const made = await createRun(db, {
      sellerId: seller.id,
      direction: 'UPLOAD',
      kind: uploadKind,
      state: 'QUEUED',
      fileName: name,
      format: 'CSV',
      plan,
      totalRows: plan.lines,
      readers: [...permissions['listings.edit']],
      hasBuyers: mayNameBuyers(plan),
      member,
      now: hub.now(),
    })
    const run = assertDefined(made, 'no schedule makes it')
    await keepUploadedFile(db, { sellerId: seller.id, id: run }, bytes)
    return run
  })
  await beginAtOnce(args, { id, worker: listingUploads })
  return { ok: true, id }
}

/** Whether a file must go when a buyer is erased: one of the seller's own may say anything. */
const mayNameBuyers = (plan: UploadPlan): boolean => namesBuyers(plan.header) || hasUnknownColumn(plan.header, plan)

/** Checks a file again, with other columns: the chosen ones, or those that are found without a choice. */
export async function recheckUpload(
  args: SellerActionArgs,
  { upload, chosen }: { upload: Upload; chosen: ColumnChoice | null },
): Promise<void> {
  const { hub, seller, read, write } = args
  const { id, plan } = upload
  const of = { sellerId: seller.id, kind: uploadKind, header: plan.header } as const
  await write((db) =>
    chosen ? rememberColumns(db, { ...of, columns: chosen, now: hub.now() }) : forgetColumns(db, of),
  )
  const sample = chosen ? [] : await uploadedSample(read, upload)
  const choice = await read((db) => chooseColumns(db, args, { ...plan, sample }))
  const next: UploadPlan = { ...plan, ...choice, check: crypto.randomUUID(), isChecked: false }
  const queued = { sellerId: seller.id, id, event: 'QUEUE', plan: next, totalRows: plan.lines, now: hub.now() } as const
  const buyers = mayNameBuyers(next) ? ({ hasBuyers: true } as const) : {}
  if (await write((db) => queueRun(db, { ...queued, ...buyers })))
    await beginAtOnce(args, { id, worker: listingUploads })
}

/**
 * The columns that the seller chose for files with this header, else those that the values show. Item numbers of another
 * marketplace name nothing here: rows with a title and a SKU then become drafts.
 */
async function chooseColumns(
  db: SellerDb,
  { hub, seller }: Pick<SellerActionArgs, 'hub' | 'seller'>,
  { isMovedIn = false, ...file }: Pick<ListingFile, 'header' | 'sample'> & Pick<UploadPlan, 'isMovedIn'>,
): Promise<Pick<UploadPlan, 'columns' | 'isChosen'>> {
  const of = { sellerId: seller.id, kind: uploadKind, header: file.header, meanings: columnKinds } as const
  const remembered = await rememberedColumns(db, of)
  if (remembered) return { columns: remembered.columns, isChosen: true }
  const columns = sampleColumns(file)
  const facts = await shopFacts(db, seller.id, columns)
  const categories = { has: (name: string) => findLeaf(hub.config.taxonomy, name) !== null }
  const { item, ...others } = findColumns(columns, { ...facts, categories })
  const numbers = item === undefined ? [] : (columns[item]?.values ?? [])
  const isForeign =
    isMovedIn &&
    others.sku !== undefined &&
    others.action === undefined &&
    !numbers.some((value) => facts.items.has(value.trim()))
  return { columns: { ...others, ...(item === undefined || isForeign ? {} : { item }) }, isChosen: false }
}

/** Longest SKU. */
const longestSku = 50
/** Rows whose values are looked up. */
const mostLookedUp = 200

/** Values of a file that are item numbers and SKUs of the shop. */
async function shopFacts(
  db: SellerDb,
  sellerId: number,
  columns: readonly FileColumn[],
): Promise<Omit<ShopFacts, 'categories'>> {
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

function planOf(
  file: ListingFile,
  choice: Pick<UploadPlan, 'columns' | 'isChosen' | 'isMovedIn' | 'locale'>,
): UploadPlan {
  return {
    dialect: file.dialect,
    form: file.form,
    header: file.header,
    skipped: file.skipped,
    samples: shownValues(file),
    lines: file.count,
    check: crypto.randomUUID(),
    isChecked: false,
    isUndo: false,
    ...choice,
  }
}
