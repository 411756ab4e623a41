import type { SellerDb } from '#db/client.ts'
import { hasValues, patchFields, patchOf, valueOf } from '#features/selling/listing-changes/listing-patch.ts'
import { readPageNumber } from '#lib/page-number.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import {
  bulkTabs,
  rowsOfPage,
  tabStates,
  type BulkEdit,
  type BulkRowState,
  type BulkTab,
  type RowCounts,
} from './bulk-edit.ts'
import { findEdit, listPlaces, listRows, readCounts, type BulkRow, type EditKey } from './bulk-edits-db.server.ts'
import { checkRows, type CheckedRow } from './check-rows-db.server.ts'
import { editSetting, type EditSetting } from './open-edit.server.ts'
import { sinceProblems, type Cells } from './row-patch.ts'

export interface PageRow extends Omit<CheckedRow, 'state'> {
  position: number
  cells: Cells | null
  state: BulkRowState | 'since'
}

export interface EditPage {
  edit: BulkEdit
  setting: EditSetting
  counts: RowCounts
  tab: BulkTab
  page: number
  /** Number of the last page of the tab. */
  last: number
  rows: readonly PageRow[]
}

/** Reads the page that the address asks for; null if the seller has no such bulk edit. */
export async function readEditPage(db: SellerDb, args: SellerArgs): Promise<EditPage | null> {
  const { searchParams } = args.url
  const key = { sellerId: args.seller.id, id: searchParams.get('edit') ?? '' }
  const edit = await findEdit(db, { ...key, now: args.hub.now() })
  if (!edit) return null
  const setting = await editSetting(db, args, edit.plan.form)
  const counts = await readCounts(db, edit)
  const tab = bulkTabs.find((name) => name === searchParams.get('show')) ?? 'all'
  const total = tab === 'all' ? edit.rows : tabStates[tab].reduce((sum, state) => sum + counts[state], 0)
  const last = Math.max(1, Math.ceil(total / rowsOfPage))
  const page = Math.min(last, readPageNumber(searchParams.get('page')))
  const rows = await readRows(db, { key, edit, setting, tab, offset: (page - 1) * rowsOfPage })
  return { edit, setting, counts, tab, page, last, rows }
}

interface RowsOfPage {
  key: EditKey
  edit: BulkEdit
  setting: EditSetting
  tab: BulkTab
  offset: number
}

async function readRows(db: SellerDb, { key, edit, setting, tab, offset }: RowsOfPage): Promise<PageRow[]> {
  const places: (Pick<BulkRow, 'position' | 'listing_id' | 'variation'> & { row: BulkRow | null })[] =
    tab === 'all'
      ? await listPlaces(db, { ...key, from: offset + 1, limit: rowsOfPage })
      : (await listRows(db, { ...key, states: tabStates[tab], limit: rowsOfPage, offset })).map((row) => ({
          ...row,
          row,
        }))
  const { changes, facts, withDescription } = setting
  const rows = places.map(({ row, ...place }) => ({ ...place, cells: row?.cells ?? null }))
  const checked = await checkRows(db, { sellerId: key.sellerId, rows, changes, facts, withDescription })
  return places.flatMap(({ position, row }, index) => {
    const now = checked[index]
    return now ? [{ position, cells: row?.cells ?? null, ...pageRow(edit, position, row, now) }] : []
  })
}

/** A stored row shows what will be or was applied; before it is checked, what would be. */
function pageRow(
  edit: BulkEdit,
  position: number,
  row: BulkRow | null,
  now: CheckedRow,
): Omit<PageRow, 'position' | 'cells'> {
  const { listing } = now
  const isReview = edit.state === 'CREATED'
  if (isReview && position > edit.checked) return now
  if (!row) return isReview ? now : { listing, before: {}, after: {}, problems: [], state: 'SAME' }
  const { before, after, problems, state } = row
  if (state === 'CHANGE' && listing && !hasValues(listing, before)) {
    const present = patchOf(patchFields(before).map((field) => [field, valueOf(listing, field)]))
    return { listing, before, after, problems: sinceProblems(before, present), state: 'since' }
  }
  return { listing, before, after, problems, state }
}
