import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { applyPatches, type PatchOutcome } from '#features/selling/listing-changes/apply-patches-db.server.ts'
import { patchFields, targetKey, type PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import { stepListings } from '#features/selling/listings/listing-actions-db.server.ts'
import { lockSkus } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Hub } from '#web/hub.ts'
import { createDrafts } from './create-drafts.server.ts'
import { rowProblem } from './planned-row.ts'
import { replacePictures } from './revised-pictures-db.server.ts'
import type { PlannedRow, RowAction, RowProblem, RowRule } from './upload-plan.ts'
import { createdDrafts, type RowOutcome, type UploadKey } from './upload-rows-db.server.ts'

export interface Applying extends UploadKey {
  hub: Hub
}

export type ListingRow = PlannedRow & { listingId: number }

/**
 * Applies checked rows in the caller's transaction; returns what became of each. A listing that changed since the file
 * was checked is left alone.
 */
export async function applyRows(db: SellerDb, args: Applying, rows: readonly PlannedRow[]): Promise<RowOutcome[]> {
  const ofListings = rows.flatMap((row) => (row.listingId === null ? [] : { ...row, listingId: row.listingId }))
  const of = (action: RowAction) => ofListings.filter((row) => row.action === action)
  if (rows.some(({ action, patch }) => patch.sku || action === 'CREATE')) await lockSkus(db, args.sellerId)
  await lockListings(db, args.sellerId, ofListings)
  return [
    ...(await create(
      db,
      args,
      rows.filter(({ action }) => action === 'CREATE'),
    )),
    ...(await reviseRows(db, args, of('REVISE'))),
    ...(await end(db, args, of('END'))),
  ]
}

/** Locks the listings of all rows by id, since the steps below lock theirs one after another. */
export async function lockListings(db: SellerDb, sellerId: number, rows: readonly ListingRow[]): Promise<void> {
  const ids = rows.map(({ listingId }) => listingId)
  await sql`
    select from listings where seller_id = ${sellerId} and id = any (${ids}::bigint[]) order by id for update`.execute(
    db,
  )
}

/** Creates drafts; rows of variations share the outcome of the row above that creates their listing. */
async function create(db: SellerDb, args: Applying, rows: readonly PlannedRow[]): Promise<RowOutcome[]> {
  const made = await createDrafts(
    db,
    args,
    rows.filter(({ head }) => head === null),
  )
  const byLine = new Map(made.map((each) => [each.line, each.listingId] as const))
  const below = rows.flatMap(({ line, head }) => (head === null ? [] : [{ line, head }]))
  const earlier = below.map(({ head }) => head).filter((head) => !byLine.has(head))
  const drafts = await createdDrafts(db, { ...args, lines: [...new Set(earlier)] })
  const variations = below.map(({ line, head }): RowOutcome => {
    const listingId = byLine.get(head) ?? drafts.get(head)
    return listingId === undefined
      ? { line, verdict: 'REFUSED', problems: [rowProblem('ofListing', { line: head })] }
      : { line, verdict: 'DONE', problems: [], listingId }
  })
  return [...made, ...variations]
}

/** Applies patches to listings and their variations; each expects the values before. */
export async function reviseRows(
  db: SellerDb,
  { hub, sellerId }: Applying,
  rows: readonly ListingRow[],
): Promise<RowOutcome[]> {
  if (rows.length === 0) return []
  const outcomes = await applyPatches(db, {
    sellerId,
    patches: rows.filter(hasPatch).map((row) => ({ ...targetOf(row), expected: row.before, patch: row.patch })),
    taxonomy: hub.config.taxonomy,
    limits: hub.config.policyPack.limits,
    now: hub.now(),
  })
  const byTarget = new Map(outcomes.map((outcome) => [targetKey(outcome), outcome]))
  const revised = rows.map((row) => {
    const outcome = hasPatch(row)
      ? assertDefined(byTarget.get(targetKey(targetOf(row))), 'each patch has an outcome')
      : null
    return { row, outcome: outcomeOf(row, outcome ? patchProblemsOf(row, outcome) : []) }
  })
  const pictured = revised.flatMap(({ row, outcome }) =>
    row.pictures.length > 0 && outcome.verdict === 'DONE' ? [row] : [],
  )
  const before = await replacePictures(db, { sellerId, rows: pictured, now: hub.now() })
  const replaced = new Set(pictured.map(({ line }) => line))
  return revised.map(({ row, outcome }) =>
    replaced.has(row.line) ? { ...outcome, picturesBefore: before.get(row.listingId) ?? [] } : outcome,
  )
}

const targetOf = ({ listingId, variation }: ListingRow) => ({ listingId, variation: variation ?? '' })

/** Whether a row changes more than the pictures of its listing. */
const hasPatch = ({ patch }: PlannedRow) => patchFields(patch).length > 0

function patchProblemsOf(row: ListingRow, outcome: PatchOutcome): RowProblem[] {
  if (outcome.ok) return []
  if (outcome.reason === 'problems')
    return outcome.problems.map(({ field, problem, values }) => ({
      ...problemOf(row, field, problem),
      ...(values ? { values } : {}),
    }))
  const [first = null] = Object.keys(row.patch) as PatchField[]
  return [problemOf(row, first, outcome.reason === 'gone' ? 'gone' : 'changedSince')]
}

async function end(db: SellerDb, { hub, sellerId }: Applying, rows: readonly ListingRow[]): Promise<RowOutcome[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ listingId }) => listingId)
  const results = await stepListings(db, { sellerId, ids, event: 'end', now: hub.now() })
  const byId = new Map(results.map((result) => [result.id, result]))
  return rows.map((row) => {
    const result = byId.get(row.listingId)
    if (result?.ok) return { ...outcomeOf(row, []), ended: result.before }
    const rule = result === undefined ? 'gone' : result.reason === 'sku-taken' ? 'skuTaken' : result.reason
    return outcomeOf(row, [problemOf(row, 'action', rule)])
  })
}

const outcomeOf = ({ line }: PlannedRow, problems: readonly RowProblem[]): RowOutcome => ({
  line,
  verdict: problems.length === 0 ? 'DONE' : 'REFUSED',
  problems,
})

const problemOf = ({ patch }: PlannedRow, column: RowProblem['column'], rule: RowRule): RowProblem => {
  const value = column === null ? undefined : Object.entries(patch).find(([field]) => field === column)?.[1]
  return { column, value: String(value ?? ''), rule }
}
