import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { lockSkus } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import type { ListingBefore } from '#features/selling/listings/listing-undo.ts'
import { restoreListings } from '#features/selling/listings/listing-undo-db.server.ts'
import { lockListings, reviseRows, type Applying, type ListingRow } from './apply-rows.server.ts'
import { rowProblem } from './planned-row.ts'
import { createdRevision } from './create-drafts.server.ts'
import { restorePictures } from './revised-pictures-db.server.ts'
import type { AppliedRow, PlannedRow, RowRule } from './upload-plan.ts'
import type { RowOutcome } from './upload-rows-db.server.ts'

/**
 * Undoes applied rows in the caller's transaction: by the inverse patch, by restoring what ended, and by deleting drafts.
 * Whatever changed since stays as it is.
 */
export async function undoRows(db: SellerDb, args: Applying, rows: readonly AppliedRow[]): Promise<RowOutcome[]> {
  const listings = rows.flatMap((row) => (row.listingId === null ? [] : [{ ...row, listingId: row.listingId }]))
  await lockSkus(db, args.sellerId)
  await lockListings(db, args.sellerId, listings)
  const of = (action: PlannedRow['action']) => listings.filter((row) => row.action === action)
  const inverse = of('REVISE').map((row) => ({ ...row, patch: row.before, before: row.patch, pictures: [] }))
  const revised = (await reviseRows(db, args, inverse)).map(undone)
  return [
    ...(await showFormer(db, args, of('REVISE'), revised)),
    ...(await restoreEnded(db, args, of('END'))),
    ...(await deleteDrafts(db, args, of('CREATE'))),
  ]
}

async function showFormer(
  db: SellerDb,
  { hub, sellerId }: Applying,
  rows: readonly (ListingRow & AppliedRow)[],
  outcomes: readonly RowOutcome[],
): Promise<RowOutcome[]> {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const shown: RowOutcome[] = []
  for (const revised of outcomes) {
    const row = byLine.get(revised.line)
    const before = row?.picturesBefore
    const isKept = row && before && !(await restorePictures(db, { sellerId, ...row, before, now: hub.now() }))
    shown.push(isKept ? outcome(row, 'changedAfter') : revised)
  }
  return shown
}

function undone({ line, verdict, problems }: RowOutcome): RowOutcome {
  if (verdict === 'DONE') return { line, verdict: 'UNDONE', problems }
  return {
    line,
    verdict: 'KEPT',
    problems: problems.map((each) => (each.rule === 'changedSince' ? { ...each, rule: 'changedAfter' } : each)),
  }
}

const outcome = ({ line }: PlannedRow, kept: RowRule | null): RowOutcome => ({
  line,
  verdict: kept ? 'KEPT' : 'UNDONE',
  problems: kept ? [rowProblem(kept)] : [],
})

/** Puts ended listings back on sale. An auction stays ended: its bidders are gone. */
async function restoreEnded(
  db: SellerDb,
  { sellerId }: Applying,
  rows: readonly (ListingRow & { ended: ListingBefore | null })[],
): Promise<RowOutcome[]> {
  if (rows.length === 0) return []
  await restoreListings(db, { sellerId, inverse: { before: rows.flatMap(({ ended }) => ended ?? []) } })
  const { rows: open } = await sql<{ id: number }>`
    select id from listings
    where seller_id = ${sellerId} and id = any (${rows.map(({ listingId }) => listingId)}::bigint[]) and state <> 'ENDED'`.execute(
    db,
  )
  const isOpen = new Set(open.map(({ id }) => id))
  return rows.map((row) =>
    outcome(row, isOpen.has(row.listingId) ? null : row.ended === null ? 'staysEnded' : 'changedAfter'),
  )
}

/** Deletes created drafts, unless they were edited or published; fetched pictures are no edit. */
async function deleteDrafts(db: SellerDb, { sellerId }: Applying, rows: readonly ListingRow[]): Promise<RowOutcome[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ listingId }) => listingId))]
  await sql`
    delete from listings l
    where seller_id = ${sellerId} and id = any (${ids}::bigint[]) and state = 'DRAFT'
      and not exists (
        select from listing_drafts d
        left join picture_fetches f on f.seller_id = ${sellerId} and f.listing_id = d.listing_id
        where d.seller_id = ${sellerId} and d.listing_id = l.id and d.revision <> coalesce(f.revision, ${createdRevision}))`.execute(
    db,
  )
  const { rows: left } = await sql<{ id: number }>`
    select id from listings where seller_id = ${sellerId} and id = any (${ids}::bigint[])`.execute(db)
  const isLeft = new Set(left.map(({ id }) => id))
  return rows.map((row) => outcome(row, isLeft.has(row.listingId) ? 'changedAfter' : null))
}
