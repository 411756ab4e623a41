import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import type { TakenRun } from '#features/machinery/file-runs/file-run.ts'
import type { FileWorker } from '#features/machinery/file-runs/file-worker.ts'
import { workOnParts, type PartProgress } from '#features/machinery/file-runs/work-on-part.server.ts'
import { applyPatches, type PatchOutcome } from '#features/selling/listing-changes/apply-patches-db.server.ts'
import { patchFields } from '#features/selling/listing-changes/listing-patch.ts'
import { pairs } from '#lib/pairs.ts'
import type { Hub } from '#web/hub.ts'
import type { BulkEditPlan } from './bulk-edit.ts'
import { bulkEditKind, keepCounts, lastRows, listRows, type BulkRow, type EditKey } from './bulk-edits-db.server.ts'
import { sinceProblems } from './row-patch.ts'

/** Rows per part. One part is one transaction, kept short to hold locks briefly. */
const rowsOfPart = 500

export const bulkEditWorker: FileWorker = {
  direction: 'UPLOAD',
  kind: bulkEditKind,
  access: 'listings.edit',
  async work(work) {
    const slice = await workOnParts(work, (db, run) => changePart(db, run, work.hub))
    return slice.outcome === 'through' ? { outcome: 'done', errorRows: slice.run.errorRows } : slice
  },
}

/**
 * Applies or undoes the next rows; null if none is left. Undo runs from the end, because later changes may build on
 * earlier ones.
 */
export async function changePart(
  db: SellerDb,
  run: TakenRun,
  { config, now }: Pick<Hub, 'config' | 'now'>,
): Promise<PartProgress<never> | null> {
  const { sellerId, id } = run
  const key = { sellerId, id }
  // Only `queueEdit` writes plans of this kind.
  const { isUndo } = run.plan as BulkEditPlan
  const rows = isUndo
    ? await lastRows(db, { ...key, state: 'DONE', limit: rowsOfPart })
    : await listRows(db, { ...key, states: ['CHANGE'], limit: rowsOfPart })
  if (rows.length === 0) {
    await keepCounts(db, key)
    return null
  }
  await nameStockCause(db, { kind: 'BULK_EDIT', edit: id })
  const outcomes = await applyPatches(db, {
    taxonomy: config.taxonomy,
    limits: config.policyPack.limits,
    now: now(),
    sellerId,
    patches: rows.map(({ listing_id: listingId, variation, before, after }) =>
      isUndo
        ? { listingId, variation, expected: after, patch: before }
        : { listingId, variation, expected: before, patch: after },
    ),
    costs: { key: `bulk ${id}`, enteredBy: run.memberName, isUndo },
  })
  const results = pairs(rows, outcomes).map(([row, outcome]) => resultOf(row, outcome, isUndo))
  await markRows(db, key, results)
  return {
    position: null,
    doneRows: run.doneRows + rows.length,
    errorRows: run.errorRows + outcomes.filter(({ ok }) => !ok).length,
  }
}

type RowResult = ReturnType<typeof resultOf>

function resultOf({ position, before, after }: BulkRow, outcome: PatchOutcome, isUndo: boolean) {
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
