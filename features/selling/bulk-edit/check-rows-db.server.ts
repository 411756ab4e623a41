import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { patchFields, targetKey, type PatchableListing } from '#features/selling/listing-changes/listing-patch.ts'
import { patchProblems } from '#features/selling/listing-changes/patch-problems.ts'
import {
  readSellerFacts,
  skusInUse,
  type SellerFacts,
} from '#features/selling/listing-changes/patch-facts-db.server.ts'
import { readTargets } from '#features/selling/listing-changes/patch-targets-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import type { BulkEdit, BulkRowState } from './bulk-edit.ts'
import { keepCounts, listPlaces, setChecked, type EditKey } from './bulk-edits-db.server.ts'
import { rowPatch, type Cells, type RowChanges, type RowPatch } from './row-patch.ts'

export interface CheckedRow extends RowPatch {
  /** Null if the listing is gone. */
  listing: PatchableListing | null
  state: Extract<BulkRowState, 'SAME' | 'CHANGE' | 'PROBLEM'>
}

/** What decides about rows, without what is read from the database. */
export type CheckFacts = Omit<SellerFacts, 'policies'>

interface Checking {
  sellerId: number
  rows: readonly { listing_id: number; variation: string; cells: Cells | null }[]
  changes: RowChanges
  facts: CheckFacts
  withDescription: boolean
}

/** Computes rows from the present values of their listings, with all problems by the guards of the form. Changes nothing. */
export async function checkRows(
  db: SellerDb,
  { sellerId, rows, changes, facts, withDescription }: Checking,
): Promise<CheckedRow[]> {
  const targets = rows.map(({ listing_id: listingId, variation }) => ({ listingId, variation }))
  const { byKey } = await readTargets(db, { sellerId, targets, withDescription })
  const planned = pairs(rows, targets).map(([{ cells }, target]) => {
    const listing = byKey.get(targetKey(target))?.listing ?? null
    return { listing, patch: listing && rowPatch(listing, cells, changes) }
  })
  const users = await skusInUse(
    db,
    sellerId,
    planned.flatMap(({ patch }) => patch?.after.sku ?? []),
  )
  const all = await readSellerFacts(db, { sellerId, ...facts })
  return planned.map(({ listing, patch }) => {
    if (!listing || !patch) return { listing: null, before: {}, after: {}, problems: [], state: 'SAME' }
    const isSkuTaken = [...(users.get(patch.after.sku ?? '') ?? [])].some((id) => id !== listing.id)
    const problems = [...patch.problems, ...patchProblems(listing, patch.after, { ...all, isSkuTaken })]
    const isChanged = patchFields(patch.after).length > 0
    return { ...patch, listing, problems, state: problems.length > 0 ? 'PROBLEM' : isChanged ? 'CHANGE' : 'SAME' }
  })
}

/** Rows per part of a check. One part is one transaction. */
const rowsOfPart = 1_000

/** Checks the next rows of a locked bulk edit and stores them; returns whether more remain. */
export async function checkPart(
  db: SellerDb,
  { sellerId, edit }: { sellerId: number; edit: BulkEdit },
  { changes, facts, withDescription }: Omit<Checking, 'sellerId' | 'rows'>,
): Promise<boolean> {
  const key = { sellerId, id: edit.id }
  if (edit.state !== 'CREATED' || edit.checked >= edit.rows) return false
  const places = await listPlaces(db, { ...key, from: edit.checked + 1, limit: rowsOfPart })
  const rows = places.map(({ row, ...place }) => ({ ...place, cells: row?.cells ?? null }))
  const checked = await checkRows(db, { sellerId: key.sellerId, rows, changes, facts, withDescription })
  await replaceRows(
    db,
    key,
    rows.map((row, index) => ({ ...row, checked: checked[index] })),
  )
  const reached = edit.checked + places.length
  await setChecked(db, { ...key, checked: reached })
  if (reached < edit.rows) return true
  await keepCounts(db, key)
  return false
}

interface NewRow {
  position: number
  listing_id: number
  variation: string
  cells: Cells | null
  checked: CheckedRow | undefined
}

/** Replaces the rows at these places; listings that stay as they are have none. */
export async function replaceRows(db: SellerDb, { sellerId, id }: EditKey, rows: readonly NewRow[]): Promise<void> {
  await sql`
    delete from bulk_edit_rows where seller_id = ${sellerId} and edit_id = ${id}
      and position = any (${rows.map(({ position }) => position)}::integer[])`.execute(db)
  await insertRows(
    db,
    'bulk_edit_rows',
    rows.flatMap(({ position, listing_id, variation, cells, checked }) =>
      checked && (cells || checked.state !== 'SAME')
        ? [
            {
              seller_id: sellerId,
              edit_id: id,
              position,
              listing_id,
              variation,
              cells,
              state: checked.state,
              before: checked.before,
              after: checked.after,
              problems: checked.problems,
            },
          ]
        : [],
    ),
    { json: ['cells', 'before', 'after', 'problems'] },
  )
}
