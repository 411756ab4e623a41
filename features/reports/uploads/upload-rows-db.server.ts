import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { ChosenPicture } from '#features/core/listing-pictures/picture.ts'
import type { ListingBefore } from '#features/selling/listings/listing-undo.ts'
import { claimOf } from './planned-row.ts'
import type { Listing, RecordVerdict } from '#features/machinery/records/record-kind.ts'
import type { AppliedRow, PlannedRow, RowProblem } from './upload-plan.ts'

export interface UploadKey {
  sellerId: number
  id: string
}

export async function keepRows(db: SellerDb, { sellerId, id }: UploadKey, rows: readonly PlannedRow[]): Promise<void> {
  const stored = rows.map(({ listingId, startsAt, ...row }) => ({
    seller_id: sellerId,
    run_id: id,
    listing_id: listingId,
    starts_at: startsAt,
    ...row,
  }))
  await insertRows(db, 'listing_upload_rows', stored, { json: ['variations', 'patch', 'before', 'problems'] })
}

/** Lines of earlier parts by what they change (`claimOf`): these listings, and SKUs that are created. */
export async function claimedLines(
  db: SellerDb,
  { sellerId, id, listingIds, skus }: UploadKey & { listingIds: readonly number[]; skus: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ listingId: number | null; variation: string | null; sku: string | null; line: number }>`
    select listing_id as "listingId", variation, null as sku, line from listing_upload_rows
    where seller_id = ${sellerId} and run_id = ${id} and listing_id = any (${[...listingIds]}::bigint[])
      and verdict <> 'SKIPPED' and (verdict <> 'PROBLEM' or action is not null)
    union all
    select null, null, patch ->> 'sku', line from listing_upload_rows
    where seller_id = ${sellerId} and run_id = ${id} and action = 'CREATE' and verdict = 'CHANGE'
      and patch ->> 'sku' = any (${[...skus]}::text[])`.execute(db)
  return new Map(
    rows.map(({ listingId, variation, sku, line }) => [
      listingId === null ? claimOf.sku(sku ?? '') : claimOf.listing(listingId, variation),
      line,
    ]),
  )
}

export interface ShownRow extends PlannedRow {
  itemNumber: string | null
  title: string | null
  sku: string | null
  currency: string | null
}

/** Lists rows in the order of the file. */
export async function listRows(
  db: SellerDb,
  { sellerId, id, verdicts, action, offset, limit }: Omit<Listing, 'currency'>,
): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select r.line, r.action, r.listing_id as "listingId", r.variation, r.verdict, r.patch, r.before, r.problems,
      r.head, r.variations, r.format, r.pictures, r.starts_at as "startsAt", r.product,
      l.item_number as "itemNumber", l.title, coalesce(v.sku, l.sku) as sku, l.currency
    from (
      select * from listing_upload_rows
      where seller_id = ${sellerId} and run_id = ${id} and verdict = any (${[...verdicts]}::text[])
        and (${action ?? null}::text is null or action = ${action ?? null})
      order by line offset ${offset} limit ${limit}
    ) r
    left join listings l on l.seller_id = ${sellerId} and l.id = r.listing_id
    left join listing_variations v
      on v.seller_id = ${sellerId} and v.listing_id = r.listing_id and array_to_string(v.axis_values, e'\\n') = r.variation
    order by r.line`.execute(db)
  return rows
}

/** Reads the next rows with a verdict, below `after`, in the order of the file. */
export async function nextRows(
  db: SellerDb,
  { sellerId, id, verdict, after, limit }: UploadKey & { verdict: RecordVerdict; after: number; limit: number },
): Promise<AppliedRow[]> {
  return selectOfSeller(db, 'listing_upload_rows', sellerId)
    .select(['line', 'action', 'listing_id as listingId', 'variation', 'verdict', 'patch', 'before', 'problems'])
    .select(['head', 'variations', 'format', 'pictures', 'starts_at as startsAt', 'product', 'ended'])
    .select('pictures_before as picturesBefore')
    .where('run_id', '=', id)
    .where('verdict', '=', verdict)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .$castTo<AppliedRow>()
    .execute()
}

export interface RowOutcome {
  line: number
  verdict: 'DONE' | 'REFUSED' | 'UNDONE' | 'KEPT'
  problems: readonly RowProblem[]
  /** The draft that was created. */
  listingId?: number
  ended?: ListingBefore | null
  /** Pictures that its own replace. */
  picturesBefore?: readonly ChosenPicture[]
}

export async function markRows(db: SellerDb, { sellerId, id }: UploadKey, rows: readonly RowOutcome[]): Promise<void> {
  const lines = rows.map(({ line }) => line)
  // `line = any(…)` repeats the join condition: without statistics, PostgreSQL would scan all rows of a new file.
  await sql`
    update listing_upload_rows r set verdict = m.verdict, problems = m.problems,
      listing_id = coalesce(m.listing_id, r.listing_id), ended = coalesce(m.ended, r.ended),
      pictures_before = coalesce(m.pictures_before, r.pictures_before)
    from unnest(${lines}::int[], ${rows.map(({ verdict }) => verdict)}::text[],
      ${rows.map(({ problems }) => JSON.stringify(problems))}::jsonb[],
      ${rows.map(({ listingId }) => listingId ?? null)}::bigint[],
      ${rows.map(({ ended }) => (ended ? JSON.stringify(ended) : null))}::jsonb[],
      ${rows.map(({ picturesBefore: before }) => (before ? JSON.stringify(before) : null))}::jsonb[])
      m (line, verdict, problems, listing_id, ended, pictures_before)
    where r.seller_id = ${sellerId} and r.run_id = ${id} and r.line = m.line and r.line = any(${lines}::int[])`.execute(
    db,
  )
}

/** The drafts that rows created, by line; rows that created none are left out. */
export async function createdDrafts(
  db: SellerDb,
  { sellerId, id, lines }: UploadKey & { lines: readonly number[] },
): Promise<Map<number, number>> {
  if (lines.length === 0) return new Map()
  const rows = await selectOfSeller(db, 'listing_upload_rows', sellerId)
    .select(['line', 'listing_id as listingId'])
    .where('run_id', '=', id)
    .where('line', 'in', lines)
    .execute()
  return new Map(rows.flatMap(({ line, listingId }) => (listingId === null ? [] : [[line, listingId] as const])))
}
