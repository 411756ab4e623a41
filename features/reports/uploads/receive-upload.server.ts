import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { createRun, queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { namesBuyers } from '#features/machinery/file-runs/personal-columns.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import {
  columnKinds,
  findColumns,
  type ColumnChoice,
  type ShopFacts,
} from '#features/selling/listing-files/file-columns.ts'
import {
  openListingFile,
  type ListingFile,
  type UnreadableFile,
} from '#features/selling/listing-files/open-listing-file.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { textOf } from '#lib/form-fields.ts'
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

/** Reads an uploaded or pasted file, stores it, and begins to check its rows. Changes no listings. */
export async function receiveUpload(
  args: SellerActionArgs,
): Promise<{ ok: true; id: string } | { ok: false; reason: UnreadableFile }> {
  const { form, hub, seller, member, texts, read, write } = args
  const chosen = form.get('file')
  const file = chosen instanceof File && chosen.size > 0 ? chosen : null
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(textOf(form, 'pasted'))
  const opened = await openListingFile(bytes)
  if (!opened.ok) return opened
  const choice = await read((db) => chooseColumns(db, args, opened.file))
  const plan = planOf(opened.file, { ...choice, locale: texts.locale })
  const id = await write(async (db) => {
    const made = await createRun(db, {
      sellerId: seller.id,
      direction: 'UPLOAD',
      kind: uploadKind,
      state: 'QUEUED',
      fileName: file?.name || texts.t('uploads.pastedName'),
      format: 'CSV',
      plan,
      totalRows: plan.lines,
      readers: [...permissions['listings.edit']],
      hasBuyers: namesBuyers(plan.header),
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
  const choice = await read((db) => chooseColumns(db, args, { header: plan.header, sample }))
  const next: UploadPlan = { ...plan, ...choice, check: crypto.randomUUID(), isChecked: false }
  const queued = { sellerId: seller.id, id, event: 'QUEUE', plan: next, totalRows: plan.lines, now: hub.now() } as const
  if (await write((db) => queueRun(db, queued))) await beginAtOnce(args, { id, worker: listingUploads })
}

/** The columns that the seller chose for files with this header, else those that the values show. */
async function chooseColumns(
  db: SellerDb,
  { hub, seller }: Pick<SellerActionArgs, 'hub' | 'seller'>,
  file: Pick<ListingFile, 'header' | 'sample'>,
): Promise<Pick<UploadPlan, 'columns' | 'isChosen'>> {
  const of = { sellerId: seller.id, kind: uploadKind, header: file.header, meanings: columnKinds } as const
  const remembered = await rememberedColumns(db, of)
  if (remembered) return { columns: remembered.columns, isChosen: true }
  const columns = sampleColumns(file)
  const facts = await shopFacts(db, seller.id, columns)
  const categories = { has: (name: string) => findLeaf(hub.config.taxonomy, name) !== null }
  return { columns: findColumns(columns, { ...facts, categories }), isChosen: false }
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
  { columns, isChosen, locale }: Pick<UploadPlan, 'columns' | 'isChosen' | 'locale'>,
): UploadPlan {
  return {
    dialect: file.dialect,
    form: file.form,
    header: file.header,
    skipped: file.skipped,
    columns,
    samples: shownValues(file),
    isChosen,
    lines: file.count,
    check: crypto.randomUUID(),
    isChecked: false,
    isUndo: false,
    locale,
  }
}
