import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { applyPatches, type PatchOutcome } from '#features/selling/listing-changes/apply-patches-db.server.ts'
import { isSameValue, type PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import { stepListings } from '#features/selling/listings/listing-actions-db.server.ts'
import { editVariations } from '#features/selling/listings/listing-edits-db.server.ts'
import { lockSkus } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { groupBy } from '#lib/group-by.ts'
import type { Hub } from '#web/hub.ts'
import { createDrafts } from './create-drafts.server.ts'
import type { PlannedRow, RowProblem, RowRule } from './upload-plan.ts'
import type { RowOutcome } from './upload-rows-db.server.ts'

interface Applying {
  hub: Hub
  sellerId: number
}

/** A row of a listing. */
type ListingRow = PlannedRow & { listingId: number }

/**
 * Applies checked rows in the caller's transaction; returns what became of each. A listing that changed since the file
 * was checked is left alone.
 */
export async function applyRows(db: SellerDb, args: Applying, rows: readonly PlannedRow[]): Promise<RowOutcome[]> {
  const ofListings = rows.flatMap((row) => (row.listingId === null ? [] : { ...row, listingId: row.listingId }))
  if (rows.some(({ patch }) => patch.sku)) await lockSkus(db, args.sellerId)
  await lockListings(db, args.sellerId, ofListings)
  const of = (action: 'REVISE' | 'END', isVariation: boolean) =>
    ofListings.filter((row) => row.action === action && (row.variation !== null) === isVariation)
  return [
    ...(await createDrafts(
      db,
      args,
      rows.filter(({ action }) => action === 'CREATE'),
    )),
    ...(await revise(db, args, of('REVISE', false))),
    ...(await reviseVariations(db, args, of('REVISE', true))),
    ...(await end(db, args, of('END', false))),
  ]
}

/** Locks the listings of all rows by id, since the steps below lock theirs one after another. */
async function lockListings(db: SellerDb, sellerId: number, rows: readonly ListingRow[]): Promise<void> {
  const ids = rows.map(({ listingId }) => listingId)
  await sql`
    select from listings where seller_id = ${sellerId} and id = any (${ids}::bigint[]) order by id for update`.execute(
    db,
  )
}

async function revise(db: SellerDb, { hub, sellerId }: Applying, rows: readonly ListingRow[]): Promise<RowOutcome[]> {
  if (rows.length === 0) return []
  const outcomes = await applyPatches(db, {
    sellerId,
    patches: rows.map(({ listingId, patch, before: expected }) => ({ listingId, expected, patch })),
    taxonomy: hub.config.taxonomy,
    limits: hub.config.policyPack.limits,
    now: hub.now(),
  })
  const byListing = new Map(outcomes.map((outcome) => [outcome.listingId, outcome]))
  return rows.map((row) =>
    outcomeOf(row, patchProblemsOf(row, assertDefined(byListing.get(row.listingId), 'each patch has an outcome'))),
  )
}

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

/** Sets prices and quantities of variations, one listing after another. */
async function reviseVariations(db: SellerDb, args: Applying, rows: readonly ListingRow[]): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (const [listingId, own] of groupBy(rows, (row) => row.listingId))
    outcomes.push(...(await reviseOne(db, args, { listingId, rows: own })))
  return outcomes
}

async function reviseOne(
  db: SellerDb,
  { hub, sellerId }: Applying,
  { listingId, rows }: { listingId: number; rows: readonly ListingRow[] },
): Promise<RowOutcome[]> {
  const { rows: present } = await sql<{
    item: ItemNumber
    version: number
    position: number
    price: number
    quantity: number
  }>`
    select l.item_number as item, l.version, v.position, v.price_minor as price, v.quantity
    from listings l join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = l.id
    where l.seller_id = ${sellerId} and l.id = ${listingId} order by v.position`.execute(db)
  const [first] = present
  if (!first) return rows.map((row) => outcomeOf(row, [problemOf(row, 'item', 'gone')]))
  const byPosition = new Map(present.map((each) => [each.position, each]))
  const isAsChecked = ({ variation, before }: ListingRow) => {
    const now = byPosition.get(variation ?? 0)
    return (
      now !== undefined &&
      (['price', 'quantity'] as const).every((field) => isSameValue(before[field] ?? now[field], now[field]))
    )
  }
  const wanted = new Map(rows.filter(isAsChecked).map(({ variation, patch }) => [variation, patch]))
  const stale = rows
    .filter((row) => !isAsChecked(row))
    .map((row) => outcomeOf(row, [problemOf(row, 'variation', 'changedSince')]))
  if (wanted.size === 0) return stale
  const edited = await editVariations(db, {
    sellerId,
    itemNumber: first.item,
    version: first.version,
    now: hub.now(),
    rows: present.map(({ position, price, quantity }) => ({
      priceMinor: wanted.get(position)?.price ?? price,
      quantity: wanted.get(position)?.quantity ?? quantity,
    })),
  })
  const rule: RowRule | null = edited.ok ? null : edited.reason === 'broken-rule' ? edited.problem : 'notHere'
  return [
    ...stale,
    ...rows.filter(isAsChecked).map((row) => outcomeOf(row, rule ? [problemOf(row, 'variation', rule)] : [])),
  ]
}

async function end(db: SellerDb, { hub, sellerId }: Applying, rows: readonly ListingRow[]): Promise<RowOutcome[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ listingId }) => listingId)
  const results = await stepListings(db, { sellerId, ids, event: 'end', now: hub.now() })
  const byId = new Map(results.map((result) => [result.id, result]))
  return rows.map((row) => {
    const result = byId.get(row.listingId)
    const rule = result === undefined ? 'gone' : result.ok ? null : result.reason
    return outcomeOf(row, rule ? [problemOf(row, 'action', rule === 'sku-taken' ? 'skuTaken' : rule)] : [])
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
