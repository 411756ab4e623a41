import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { plainNumber } from '#features/core/carrier/carrier.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { Listing, RecordVerdict } from '#features/machinery/records/record-kind.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { newParcelKey } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import type { GroupedRow } from './group-rows.server.ts'
import type { Edits, RawRow } from './table-rows.ts'
import type { RowProblem, RowRequest, RowRule, Verdict } from './verdict.ts'

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
    problems: [{ column: null, value: '', rule: row.broken ? 'broken' : 'columns' }],
  }))
  const ending = sql`
    on conflict (seller_id, run_id, row) do update set fields = excluded.fields, edits = excluded.edits,
      order_text = excluded.order_text, order_group = excluded.order_group, verdict = excluded.verdict,
      problems = excluded.problems, order_number = null, parcel_key = null, wish = null, notes = null
    where tracking_rows.verdict <> 'DONE'`
  await insertRows(db, 'tracking_rows', stored, { json: ['edits', 'problems'], ending })
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
  return whole.length > 0 ? whole.map(groupedRowOf) : rowsOfGroup(db, { sellerId, id, group: last.group })
}

async function rowsOfGroup(db: SellerDb, { sellerId, id, group }: RunKey & { group: string }): Promise<GroupedRow[]> {
  const rows = await selectOfSeller(db, 'tracking_rows', sellerId)
    .select(['row', 'fields', 'edits', 'problems', 'order_text as orderText', 'order_group as group'])
    .where('run_id', '=', id)
    .where('order_group', '=', group)
    .where('verdict', '<>', 'DONE')
    .orderBy('row')
    .$castTo<StoredAs & { orderText: string | null; group: string }>()
    .execute()
  return rows.map(groupedRowOf)
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

/** A row as the page shows it. */
export interface ShownRow {
  row: number
  fields: string[]
  order: string | null
  verdict: RecordVerdict
  request: RowRequest | null
  problems: RowProblem[] | null
  notes: RowProblem[] | null
}

/** Lists rows with these verdicts, in file order; those with a note if that is their action. */
export async function listRows(
  db: SellerDb,
  { sellerId, id, verdicts, action, offset, limit }: Omit<Listing, 'currency'>,
): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select row, fields, order_number as "order", verdict, wish as request, problems, notes from tracking_rows
    where seller_id = ${sellerId} and run_id = ${id} and verdict = any (${[...verdicts]}::text[])
      and (notes is not null or not ${action === 'NOTED'})
    order by row limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Number of rows by rule, of those that are not through. */
export async function countRules(db: SellerDb, { sellerId, id }: RunKey): Promise<Partial<Record<RowRule, number>>> {
  const { rows } = await sql<{ rule: RowRule; n: number }>`
    select p ->> 'rule' as rule, count(distinct r.row) as n
    from tracking_rows r cross join lateral jsonb_array_elements(coalesce(r.problems, r.notes)) p
    where r.seller_id = ${sellerId} and r.run_id = ${id} and r.verdict in ('PROBLEM', 'CHANGE', 'REFUSED')
    group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ rule, n }) => [rule, n]))
}
