import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { createRun, queueRun, type RunAt } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { reopenRun, setPlan } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { runOf } from '#features/machinery/file-runs/run-row.ts'
import type { ListingPatch } from '#features/selling/listing-changes/listing-patch.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { permissions } from '#web/roles.ts'
import type { BulkEdit, BulkEditForm, BulkEditPlan, BulkRowState, RowCounts } from './bulk-edit.ts'
import type { Cells, RowProblem } from './row-patch.ts'

export type EditKey = RunKey

/** Places of a bulk edit, as PostgreSQL writes arrays: of 100,000 rows none is read into memory. */
export interface EditPlaces {
  listingIds: string
  variations: string
  listings: number
  rows: number
}

interface NewEdit {
  sellerId: number
  member: { id: string; name: string }
  places: EditPlaces
  openedFrom: string
  form: BulkEditForm
  now: Date
}

export const bulkEditKind = 'bulk-edit'

/** Stores a new bulk edit; returns its id. Nothing changes before it is applied. */
export async function addEdit(db: SellerDb, given: NewEdit): Promise<string> {
  const { sellerId, member, places, openedFrom, form, now } = given
  const plan: BulkEditPlan = { form, openedFrom, isUndo: false }
  const made = await createRun(db, {
    sellerId,
    direction: 'UPLOAD',
    kind: bulkEditKind,
    state: 'CREATED',
    fileName: bulkEditKind,
    format: 'CSV',
    plan,
    readers: permissions['listings.edit'],
    hasBuyers: false,
    member,
    now,
  })
  const id = assertDefined(made, 'no schedule makes it')
  await db
    .insertInto('bulk_edits')
    .values({
      seller_id: sellerId,
      id,
      listing_ids: sql<string[]>`${places.listingIds}::bigint[]`,
      variations: places.rows > places.listings ? sql<string[]>`${places.variations}::text[]` : null,
      listings: places.listings,
      // Nothing changes yet.
      checked: form.operations.length === 0 ? places.rows : 0,
    })
    .execute()
  return id
}

/** Finds a seller's bulk edit; null if there is none. `locks` makes others wait. */
export async function findEdit(db: SellerDb, { sellerId, id, now }: RunAt, locks = false): Promise<BulkEdit | null> {
  const row = await db
    .selectFrom('file_runs')
    .innerJoin('bulk_edits', (join) =>
      join.on('bulk_edits.seller_id', '=', sellerId).onRef('bulk_edits.id', '=', 'file_runs.id'),
    )
    .selectAll('file_runs')
    .select(['listings', 'checked', sql<number>`cardinality(listing_ids)`.as('rows')])
    .select((of) => of.ref('counts').$castTo<RowCounts | null>().as('counts'))
    .where('file_runs.seller_id', '=', sellerId)
    .where('file_runs.id', '=', id)
    .where('kept_until', '>', now)
    .$if(locks, (query) => query.forUpdate('file_runs'))
    .executeTakeFirst()
  if (!row) return null
  const { listings, checked, rows, counts } = row
  // Only `addEdit` and these functions write plans of this kind.
  return { ...runOf(row), plan: row.plan as BulkEditPlan, listings, checked, rows, counts }
}

/** The number of listings that each of some bulk edits changed. */
export async function countChanged(
  db: SellerDb,
  { sellerId, ids }: { sellerId: number; ids: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select id, coalesce((counts ->> 'DONE')::integer, (select count(*) from bulk_edit_rows r
      where r.seller_id = ${sellerId} and r.edit_id = e.id and r.state = 'DONE'))::integer as n
    from bulk_edits e where seller_id = ${sellerId} and id = any (${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Changes columns and operations of a locked edit that was not applied; rows are checked anew. */
export async function setForm(db: SellerDb, edit: BulkEdit, form: BulkEditForm): Promise<void> {
  await setPlan(db, { ...edit, plan: { ...edit.plan, form } })
  await ofEdit(db, edit).set({ checked: 0, counts: null }).execute()
}

export async function setChecked(db: SellerDb, { checked, ...key }: EditKey & { checked: number }) {
  await ofEdit(db, key).set({ checked, counts: null }).execute()
}

/** Queues a locked bulk edit to be applied or undone, as a member wants; returns whether there is something to do. */
export async function queueEdit(
  db: SellerDb,
  edit: BulkEdit,
  { isUndo, by, now }: { isUndo: boolean; by: { id: string; name: string }; now: Date },
): Promise<boolean> {
  const { CHANGE, DONE } = await countRows(db, edit)
  const totalRows = isUndo ? DONE : CHANGE
  if (totalRows === 0) return false
  if (!isUndo) await reopenRun(db, edit)
  await ofEdit(db, edit).set({ counts: null }).execute()
  const { sellerId, id } = edit
  const event = isUndo ? 'UNDO' : 'QUEUE'
  return queueRun(db, { sellerId, id, event, plan: { ...edit.plan, isUndo }, totalRows, by, now })
}

export interface BulkRow {
  position: number
  listing_id: number
  /** As in `PatchTarget`. */
  variation: string
  cells: Cells | null
  state: BulkRowState
  before: ListingPatch
  after: ListingPatch
  problems: RowProblem[]
}

/** A place of a bulk edit, from 1. */
interface Place {
  position: number
  listing_id: number
  variation: string
}

/** The listings and variations at places from `from` on, with their rows if they have one. */
export async function listPlaces(
  db: SellerDb,
  { sellerId, id, from, limit }: EditKey & { from: number; limit: number },
): Promise<(Place & { row: BulkRow | null })[]> {
  const { rows } = await sql<Place & { row: BulkRow | null }>`
    select p.place::integer as position, p.listing_id, coalesce(p.variation, '') as variation,
      case when r.position is not null then json_build_object('position', r.position, 'listing_id', r.listing_id,
        'variation', r.variation, 'cells', r.cells, 'state', r.state, 'before', r.before, 'after', r.after, 'problems', r.problems) end as row
    from (
      select listing_id, variation, place + ${from - 1} as place
      from bulk_edits e cross join lateral unnest(e.listing_ids[${from}::integer:${from + limit - 1}::integer],
        e.variations[${from}::integer:${from + limit - 1}::integer]) with ordinality as each (listing_id, variation, place)
      where e.seller_id = ${sellerId} and e.id = ${id}
    ) p
    left join bulk_edit_rows r on r.seller_id = ${sellerId} and r.edit_id = ${id} and r.position = p.place
    order by p.place`.execute(db)
  return rows
}

/** The rows at some places, which may have no row of their own yet. */
export async function rowsAt(
  db: SellerDb,
  { sellerId, id, positions }: EditKey & { positions: readonly number[] },
): Promise<(Place & { cells: Cells | null })[]> {
  const { rows } = await sql<Place & { cells: Cells | null }>`
    select p.position, p.listing_id, p.variation, r.cells
    from (
      select place as position, e.listing_ids[place] as listing_id, coalesce(e.variations[place], '') as variation
      from bulk_edits e cross join lateral unnest(${[...positions]}::integer[]) place
      where e.seller_id = ${sellerId} and e.id = ${id} and place between 1 and cardinality(e.listing_ids)
    ) p
    left join bulk_edit_rows r on r.seller_id = ${sellerId} and r.edit_id = ${id} and r.position = p.position
    order by p.position`.execute(db)
  return rows
}

/** Rows in some of these states, in the order of the list. */
export async function listRows(
  db: SellerDb,
  {
    sellerId,
    id,
    states,
    limit,
    offset = 0,
    after = 0,
  }: EditKey & {
    states: readonly BulkRowState[]
    limit: number
    offset?: number
    /** Only rows at later places. */
    after?: number
  },
): Promise<BulkRow[]> {
  // A single state of an `in` list is an equality, by which the index gives the rows in their order.
  const { rows } = await sql<BulkRow>`
    select position, listing_id, variation, cells, state, before, after, problems from bulk_edit_rows
    where seller_id = ${sellerId} and edit_id = ${id} and state in (${sql.join([...states])}) and position > ${after}
    order by position limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The last rows in a state, from the end of the list. */
export async function lastRows(
  db: SellerDb,
  { sellerId, id, state, limit }: EditKey & { state: BulkRowState; limit: number },
): Promise<BulkRow[]> {
  return selectOfSeller(db, 'bulk_edit_rows', sellerId)
    .select(['position', 'listing_id', 'variation', 'cells', 'state', 'before', 'after', 'problems'])
    .where('edit_id', '=', id)
    .where('state', '=', state)
    .orderBy('position', 'desc')
    .limit(limit)
    .$castTo<BulkRow>()
    .execute()
}

/** The rows by state, as they were counted last or now. */
export const readCounts = async (db: SellerDb, edit: BulkEdit): Promise<RowCounts> => edit.counts ?? countRows(db, edit)

/** Counts the rows of a locked bulk edit for its pages: of 50,000, each page would take as long again. */
export async function keepCounts(db: SellerDb, key: EditKey): Promise<void> {
  await ofEdit(db, key)
    .set({ counts: JSON.stringify(await countRows(db, key)) })
    .execute()
}

const ofEdit = (db: SellerDb, { sellerId, id }: EditKey) =>
  updateOfSeller(db, 'bulk_edits', sellerId).where('id', '=', id)

async function countRows(db: SellerDb, { sellerId, id }: EditKey): Promise<RowCounts> {
  const { rows } = await sql<{ state: BulkRowState; n: number; before: string; after: string }>`
    select state, count(*) as n, coalesce(sum((before ->> 'price')::bigint), 0)::text as before,
      coalesce(sum((after ->> 'price')::bigint), 0)::text as after
    from bulk_edit_rows where seller_id = ${sellerId} and edit_id = ${id} group by state`.execute(db)
  const counts: RowCounts = {
    SAME: 0,
    CHANGE: 0,
    PROBLEM: 0,
    DONE: 0,
    LEFT: 0,
    UNDONE: 0,
    KEPT: 0,
    priceBefore: '0',
    priceAfter: '0',
  }
  for (const { state, n, before, after } of rows) {
    counts[state] = n
    if (state === 'CHANGE') Object.assign(counts, { priceBefore: before, priceAfter: after })
  }
  return counts
}
