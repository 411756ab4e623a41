import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import {
  applyPatches,
  type PatchesOrder,
  type PatchOutcome,
} from '#features/selling/listing-changes/apply-patches-db.server.ts'
import { patchFields } from '#features/selling/listing-changes/listing-patch.ts'
import { pairs } from '#lib/pairs.ts'
import { mayDo } from '#web/roles.ts'
import type { BulkRowState } from './bulk-edit.ts'
import {
  findEdit,
  keepCounts,
  lastRows,
  listRows,
  moveEdit,
  setWorked,
  type BulkRow,
  type EditKey,
} from './bulk-edits-db.server.ts'
import { sinceProblems, type RowProblem } from './row-patch.ts'

/** Rows per part. One part is one transaction, kept short to hold locks briefly. */
const rowsOfPart = 500

type ApplyFacts = Omit<PatchesOrder, 'sellerId' | 'patches' | 'costs'>

/**
 * Applies or undoes the next part of a running bulk edit; returns whether more remain. Locks the edit, so that
 * processes take turns, and stores each row's result in the same transaction. Undo runs from the end, because later
 * changes may build on earlier ones. Stops it if whoever wanted it may no longer edit listings.
 */
export async function applyPart(db: SellerDb, key: EditKey, facts: ApplyFacts): Promise<boolean> {
  const edit = await findEdit(db, key, true)
  if (edit?.state !== 'RUNNING' && edit?.state !== 'UNDOING') return false
  const { now } = facts
  if (!(await mayEdit(db, key.sellerId, edit.runBy.id))) {
    await moveEdit(db, { ...key, from: [edit.state], to: 'STOPPED', now, lacksRole: true })
    return false
  }
  const isUndo = edit.state === 'UNDOING'
  const rows = isUndo
    ? await lastRows(db, { ...key, state: 'DONE', limit: rowsOfPart })
    : await listRows(db, { ...key, states: ['CHANGE'], limit: rowsOfPart })
  if (rows.length === 0) {
    await moveEdit(db, { ...key, from: [edit.state], to: isUndo ? 'UNDONE' : 'DONE', now })
    await keepCounts(db, key)
    return false
  }
  await nameStockCause(db, { kind: 'BULK_EDIT', edit: key.id })
  const outcomes = await applyPatches(db, {
    ...facts,
    sellerId: key.sellerId,
    patches: rows.map(({ listing_id: listingId, variation, before, after }) =>
      isUndo
        ? { listingId, variation, expected: after, patch: before }
        : { listingId, variation, expected: before, patch: after },
    ),
    costs: { key: `bulk ${key.id}`, enteredBy: edit.runBy.name, isUndo },
  })
  const results = pairs(rows, outcomes).map(([row, outcome]) => resultOf(row, outcome, isUndo))
  await markRows(db, key, results)
  await setWorked(db, { ...key, now })
  return true
}

async function mayEdit(db: SellerDb, sellerId: number, memberId: string): Promise<boolean> {
  const membership = await db
    .selectFrom('memberships')
    .select('role')
    .where('seller_id', '=', sellerId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return membership !== undefined && mayDo(membership.role, 'listings.edit')
}

interface RowResult {
  position: number
  state: BulkRowState
  problems: RowProblem[]
}

function resultOf({ position, before, after }: BulkRow, outcome: PatchOutcome, isUndo: boolean): RowResult {
  if (outcome.ok) return { position, state: isUndo ? 'UNDONE' : 'DONE', problems: [] }
  const state = isUndo ? 'KEPT' : 'LEFT'
  switch (outcome.reason) {
    case 'problems':
      return { position, state, problems: outcome.problems }
    case 'gone':
      return { position, state, problems: patchFields(after).map((field) => ({ field, problem: 'gone' })) }
    case 'changed-since':
      return { position, state, problems: sinceProblems(isUndo ? after : before, outcome.now) }
  }
}

async function markRows(db: SellerDb, { sellerId, id }: EditKey, rows: readonly RowResult[]): Promise<void> {
  const positions = rows.map(({ position }) => position)
  // `position = any(…)` repeats the join condition: without statistics PostgreSQL would scan all rows of the edit.
  await sql`
    update bulk_edit_rows r set state = m.state, problems = m.problems
    from unnest(${positions}::integer[], ${rows.map(({ state }) => state)}::text[],
      ${rows.map(({ problems }) => JSON.stringify(problems))}::jsonb[]) m (position, state, problems)
    where r.seller_id = ${sellerId} and r.edit_id = ${id} and r.position = m.position
      and r.position = any (${positions}::integer[])`.execute(db)
}
