import type { SellerDb } from '#db/client.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { offerFields, takesOffers } from '#features/core/offer/takes-offers-db.server.ts'
import type { FileWork } from '#features/machinery/file-runs/file-worker.ts'
import { namesBuyers } from '#features/machinery/file-runs/personal-columns.ts'
import { workOnParts } from '#features/machinery/file-runs/work-on-part.server.ts'
import {
  columnKinds,
  isEnough,
  findColumns,
  type ShopFacts,
  namedColumns,
} from '#features/selling/listing-files/file-columns.ts'
import {
  hasUnknownColumn,
  isOfOrders,
  recogniseDialect,
  type Dialect,
} from '#features/selling/listing-files/file-dialects.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type {
  AppliedSlice,
  RecordKind,
  RowModel,
  TabRows,
  ColumnsOf,
  FoundColumns,
  RecordReading,
} from '#features/machinery/records/record-kind.ts'
import { positionOf } from '#features/machinery/records/record-plan.ts'
import { wrongRows } from '#features/machinery/records/records-db.server.ts'
import { shopForm } from '#features/machinery/records/shop-form.server.ts'
import { applyRows, type Applying } from './apply-rows.server.ts'
import { checkRows } from './check-rows.server.ts'
import { readListingRows } from './read-listing-rows.server.ts'
import { undoRows } from './undo-rows.server.ts'
import type { AppliedRow } from './upload-plan.ts'
import { keepRows, listRows, markRows, nextRows, type RowOutcome } from './upload-rows-db.server.ts'
import { listingWords, rowWords } from './upload-words.ts'
import { sql } from 'kysely'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import type { FileColumn } from '#lib/match-columns.ts'
import { sampleColumns, openTable, type TableFile, type UnreadableTable } from '#lib/table-file.ts'
import { recogniseOrders } from '#features/orders/order-files/order-reports.ts'
import { unquoted } from '#lib/cell-text.ts'

const tabs: Readonly<Record<string, TabRows>> = {
  done: { verdicts: ['DONE'] },
  undone: { verdicts: ['UNDONE'] },
  create: { verdicts: ['CHANGE'], action: 'CREATE' },
  revise: { verdicts: ['CHANGE'], action: 'REVISE' },
  end: { verdicts: ['CHANGE'], action: 'END' },
  problems: wrongRows,
  same: { verdicts: ['SAME'] },
  skipped: { verdicts: ['SKIPPED'] },
}

const amountColumns = ['price', 'cost', 'minimumOffer', 'autoAccept'] as const
const unreadAmounts = ['price', 'cost'] as const

export const listingsKind: RecordKind = {
  run: 'listings',
  access: 'listings.edit',
  table: 'listing_upload_rows',
  columnKinds,
  hiddenColumns: async (db, sellerId) => ((await takesOffers(db, sellerId)) ? [] : offerFields),
  tabs,
  async open(bytes) {
    const opened = await openListingFile(bytes)
    return opened.ok ? { ...opened, dialect: opened.file.dialect } : opened
  },
  // One of the seller's own may say anything.
  mayNameBuyers: (plan) => namesBuyers(plan.header) || hasUnknownColumn(plan.header, plan),
  findColumns: findListingColumns,
  missing: (columns) => (isEnough(columns) ? [] : ['item', 'sku']),
  async *check(of, upload, { from, head = null }) {
    const { sellerId, id } = upload
    const { form, shop } = await shopForm(of, upload)
    const { currency } = shop
    for await (const { rows, records, position } of readListingRows(of, upload, { form, shop, from, head }))
      yield {
        rows: records,
        position,
        keep: async (db) =>
          keepRows(db, { sellerId, id }, await checkRows(db, { hub: of.hub, sellerId, id, currency, rows })),
      }
  },
  apply: (work) => changeListings(work, 'CHANGE', applyRows),
  undo: (work) => changeListings(work, 'DONE', undoRows),
  list: async (db, { currency, ...of }, texts) =>
    (await listRows(db, of)).map((row): RowModel => ({
      ...rowWords({ ...row, currency: row.currency ?? currency }, texts),
    })),
  isShownOnly: ({ column, rule }) => isOneOf(amountColumns, column) && !isOneOf(unreadAmounts, rule),
  words: listingWords,
}

/** Rows that are applied in one transaction. */
const rowsAtOnce = 500

const changeListings = (
  work: FileWork,
  verdict: 'CHANGE' | 'DONE',
  change: (db: SellerDb, args: Applying, rows: readonly AppliedRow[]) => Promise<RowOutcome[]>,
): Promise<AppliedSlice> =>
  workOnParts(work, async (db, run) => {
    const { sellerId, id } = run
    const after = positionOf(run)?.line ?? 0
    const rows = await nextRows(db, { sellerId, id, verdict, after, limit: rowsAtOnce })
    const last = rows.at(-1)
    if (!last) return null
    await nameStockCause(db, { kind: 'UPLOAD', file: id })
    const outcomes = await change(db, { hub: work.hub, sellerId, id }, rows)
    await markRows(db, { sellerId, id }, outcomes)
    return {
      position: { line: last.line },
      doneRows: run.doneRows + rows.length,
      errorRows: run.errorRows + outcomes.filter((row) => wrongRows.verdicts.includes(row.verdict)).length,
    }
  })

/**
 * The columns that the values of a file show. Item numbers of another marketplace name nothing here: rows with a title and
 * a SKU then become drafts.
 */
async function findListingColumns(
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

interface ListingFile extends TableFile {
  dialect: Dialect | null
}

type UnreadableFile = UnreadableTable | 'orders'

/** Reads the form of a file of listings: its text, separator, header, first records, and the program that wrote it. */
export async function openListingFile(
  bytes: Uint8Array,
): Promise<{ ok: true; file: ListingFile } | { ok: false; reason: UnreadableFile }> {
  const opened = await openTable(bytes, namedColumns, { isRow })
  if (!opened.ok) return opened
  const { file } = opened
  if (isOfOrders(file) || recogniseOrders(file)) return { ok: false, reason: 'orders' }
  return { ok: true, file: { ...file, dialect: recogniseDialect(file.header) } }
}

/** A line with an item number is a row, so the file has no header. */
const isRow = (fields: readonly string[]) => fields.some((field) => parseItemNumber(unquoted(field)) !== null)
