import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { plainNumber } from '#features/core/carrier/carrier.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { newParcelKey } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import { unreadVerdict } from './check-rows.server.ts'
import type { GroupedRow } from './group-rows.server.ts'
import type { TypedCell } from './review-form.ts'
import type { Edits, RawRow } from './table-rows.ts'
import type { RowProblem, Verdict } from './verdict.ts'

// Rows of tracking files as they are read and checked, part by part.

/** Stores rows that were read, to be checked; those that are applied stay as they are. */
export async function keepReadRows(db: SellerDb, key: RunKey, rows: readonly GroupedRow[]): Promise<void> {
  const stored = rows.map((row) => ({
    seller_id: key.sellerId,
    run_id: key.id,
    row: row.row,
    fields: [...row.fields],
    edits: row.edits,
    order_text: row.orderText,
    order_group: row.group,
    verdict: 'PROBLEM',
    problems: unreadVerdict(row).problems,
  }))
  const ending = sql`
    on conflict (seller_id, run_id, row) do update set fields = excluded.fields, edits = excluded.edits,
      order_text = excluded.order_text, order_group = excluded.order_group, verdict = excluded.verdict,
      problems = excluded.problems, order_number = null, parcel_key = null, wish = null, notes = null
    where tracking_rows.verdict <> 'DONE'`
  await insertRows(db, 'tracking_rows', stored, { json: ['edits', 'problems'], ending })
}

/** Marks the rows of a file that is read again, to find those that it has no more. */
export async function markUnread(db: SellerDb, { sellerId, id }: RunKey): Promise<void> {
  await db
    .updateTable('tracking_rows')
    .set({ order_group: null })
    .where('seller_id', '=', sellerId)
    .where('run_id', '=', id)
    .where('order_group', 'is not', null)
    .execute()
}

/** Deletes rows that the file, read again, has no more. */
export async function removeUnread(db: SellerDb, { sellerId, id }: RunKey): Promise<void> {
  await db
    .deleteFrom('tracking_rows')
    .where('seller_id', '=', sellerId)
    .where('run_id', '=', id)
    .where('order_group', 'is', null)
    .where('verdict', '!=', 'DONE')
    .execute()
}

/** A row of the table; `problems` says whether it is broken. */
interface StoredAs {
  row: number
  fields: string[]
  edits: Edits | null
  problems: RowProblem[] | null
}

const rawRowOf = ({ row, fields, edits, problems }: StoredAs): RawRow => ({
  row,
  fields,
  edits,
  broken: problems?.[0]?.rule === 'broken' ? 'broken' : null,
})

/** Reads the next rows below a line, without those that are applied. */
export async function rowsBelow(
  db: SellerDb,
  { sellerId, id, row, limit }: RunKey & { row: number; limit: number },
): Promise<RawRow[]> {
  const rows = await db
    .selectFrom('tracking_rows')
    .select(['row', 'fields', 'edits', 'problems'])
    .where('seller_id', '=', sellerId)
    .where('run_id', '=', id)
    .where('row', '>', row)
    .where('verdict', '!=', 'DONE')
    .orderBy('row')
    .limit(limit)
    .$castTo<StoredAs>()
    .execute()
  return rows.map(rawRowOf)
}

export async function editsBetween(
  db: SellerDb,
  { sellerId, id, from, to }: RunKey & { from: number; to: number },
): Promise<Map<number, Edits>> {
  const { rows } = await sql<{ row: number; edits: Edits }>`
    select row, edits from tracking_rows
    where seller_id = ${sellerId} and run_id = ${id} and row between ${from} and ${to} and edits is not null`.execute(
    db,
  )
  return new Map(rows.map(({ row, edits }) => [row, edits]))
}

export interface GroupPlace {
  group: string
  row: number
}

const groupedRowOf = (row: StoredAs & { orderText: string | null; group: string }): GroupedRow => ({
  ...rawRowOf(row),
  orderText: row.orderText,
  group: row.group,
})

/** Reads the next rows to check behind a place: all rows of an order together, others at most `limit`. */
export async function rowsToCheck(
  db: SellerDb,
  { sellerId, id, group, row, limit }: RunKey & GroupPlace & { limit: number },
): Promise<GroupedRow[]> {
  const { rows } = await sql<StoredAs & { orderText: string | null; group: string }>`
    select row, fields, edits, problems, order_text as "orderText", order_group as "group" from tracking_rows
    where seller_id = ${sellerId} and run_id = ${id} and (order_group, row) > (${group}, ${row}::integer)
      and verdict <> 'DONE'
    order by order_group, row limit ${limit}`.execute(db)
  const last = rows.at(-1)
  if (!last || rows.length < limit || !last.group.startsWith('=')) return rows.map(groupedRowOf)
  const whole = rows.filter((each) => each.group !== last.group)
  return whole.length > 0 ? whole.map(groupedRowOf) : rowsOfGroups(db, { sellerId, id, groups: [last.group] })
}

export async function rowsOfGroups(
  db: SellerDb,
  { sellerId, id, groups }: RunKey & { groups: readonly string[] },
): Promise<GroupedRow[]> {
  const { rows } = await sql<StoredAs & { orderText: string | null; group: string }>`
    select row, fields, edits, problems, order_text as "orderText", order_group as "group" from tracking_rows
    where seller_id = ${sellerId} and run_id = ${id} and order_group = any (${[...groups]}::text[])
      and verdict <> 'DONE'
    order by order_group, row`.execute(db)
  return rows.map(groupedRowOf)
}

/** Reads rows within ranges of lines; null if one is not read yet. */
export async function rowsWithin(
  db: SellerDb,
  { sellerId, id, ranges, limit }: RunKey & { ranges: readonly Pick<TypedCell, 'from' | 'to'>[]; limit: number },
): Promise<GroupedRow[] | null> {
  const [from, to] = [ranges.map((range) => range.from), ranges.map((range) => range.to)]
  const { rows } = await sql<StoredAs & { orderText: string | null; group: string | null }>`
    select row, fields, edits, problems, order_text as "orderText", order_group as "group" from tracking_rows
    where seller_id = ${sellerId} and run_id = ${id} and verdict <> 'DONE'
      and exists (select from unnest(${from}::int[], ${to}::int[]) r (first, last) where row between first and last)
    order by row limit ${limit}`.execute(db)
  const grouped = rows.flatMap(({ group, ...row }) => (group === null ? [] : groupedRowOf({ ...row, group })))
  return grouped.length === rows.length ? grouped : null
}

const mostSampled = 200

/** Reads rows from which the meaning of columns is found, spread over the whole file. */
export async function sampleRows(db: SellerDb, { sellerId, id }: RunKey): Promise<RawRow[]> {
  const { rows } = await sql<StoredAs>`
    select row, fields, edits, problems from (
      select row, fields, edits, problems, row_number() over (order by row) as nth, count(*) over () as n
      from tracking_rows where seller_id = ${sellerId} and run_id = ${id}
    ) r where (nth - 1) % greatest(1, n / ${mostSampled}::integer) = 0 order by row`.execute(db)
  return rows.map(rawRowOf)
}

export async function storeVerdicts(
  db: SellerDb,
  { sellerId, id }: RunKey,
  rows: readonly Pick<RawRow, 'row'>[],
  verdicts: readonly Verdict[],
): Promise<void> {
  const keys = new Map<string, ParcelKey>()
  const all = pairs(rows, verdicts).map(([{ row }, verdict]) => ({ row, ...keptVerdict(verdict, keys) }))
  const numbers = all.map(({ row }) => row)
  // `row = any(…)` repeats the join condition: without statistics for a new file, PostgreSQL would scan all of its
  // rows.
  await sql`
    update tracking_rows r
    set verdict = m.verdict, order_number = m.order_number, parcel_key = m.parcel_key, wish = m.wish,
      problems = m.problems, notes = m.notes
    from unnest(${numbers}::int[], ${all.map(({ verdict }) => verdict)}::text[],
      ${all.map((each) => each.order_number)}::text[], ${all.map((each) => each.parcel_key)}::text[],
      ${all.map(({ wish }) => wish)}::jsonb[], ${all.map(({ problems }) => problems)}::jsonb[],
      ${all.map(({ notes }) => notes)}::jsonb[]) m (row, verdict, order_number, parcel_key, wish, problems, notes)
    where r.seller_id = ${sellerId} and r.run_id = ${id} and r.row = m.row and r.row = any(${numbers}::int[])`.execute(
    db,
  )
}

/** Stored form of a verdict. Rows of one order and number share a parcel key. */
function keptVerdict(verdict: Verdict, keys: Map<string, ParcelKey>) {
  const base = { order_number: verdict.order, verdict: verdict.verdict, parcel_key: null, wish: null, notes: null }
  if (verdict.verdict === 'PROBLEM' || verdict.verdict === 'SKIPPED')
    return { ...base, problems: JSON.stringify(verdict.problems) }
  if (verdict.verdict === 'SAME') return { ...base, problems: null }
  const name = `${verdict.order} ${plainNumber(verdict.request.tracking)}`
  const key = keys.get(name) ?? newParcelKey()
  keys.set(name, key)
  const notes = verdict.notes.length > 0 ? JSON.stringify(verdict.notes) : null
  return { ...base, parcel_key: key, wish: JSON.stringify(verdict.request), notes, problems: null }
}
