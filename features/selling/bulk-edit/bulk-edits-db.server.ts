import { sql, type Kysely, type RawBuilder } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import type { ListingPatch } from '#features/selling/listing-changes/listing-patch.ts'
import { day } from '#lib/duration.ts'
import type { BulkEdit, BulkEditForm, BulkEditState, BulkRowState, RowCounts } from './bulk-edit.ts'
import type { Cells, RowProblem } from './row-patch.ts'

export interface EditKey {
  sellerId: number
  id: string
}

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

/** Stores a new bulk edit; returns its id. Nothing changes before it is applied. */
export async function addEdit(db: SellerDb, given: NewEdit): Promise<string> {
  const { places } = given
  const { id } = await db
    .insertInto('bulk_edits')
    .values({
      seller_id: given.sellerId,
      member_id: given.member.id,
      member_name: given.member.name,
      listing_ids: sql<string[]>`${places.listingIds}::bigint[]`,
      variations: places.rows > places.listings ? sql<string[]>`${places.variations}::text[]` : null,
      listings: places.listings,
      run_by: given.member.id,
      run_by_name: given.member.name,
      opened_from: given.openedFrom,
      form: JSON.stringify(given.form),
      // Nothing changes yet.
      checked: given.form.operations.length === 0 ? places.rows : 0,
      made_at: given.now,
      worked_at: given.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const editColumns = sql`id, member_id as "memberId", member_name as "memberName", state,
  json_build_object('id', run_by, 'name', run_by_name) as "runBy", lacks_role as "lacksRole",
  listings, cardinality(listing_ids) as rows, opened_from as "openedFrom", form, checked, counts, made_at as "madeAt",
  applied_at as "appliedAt", begun_at as "begunAt", begun_rows as "begunRows", ended_at as "endedAt"`

/** Finds a seller's bulk edit; null if there is none, or none that is kept at `now`. `locks` makes others wait. */
export async function findEdit(
  db: SellerDb,
  { sellerId, id, now }: EditKey & { now?: Date },
  locks = false,
): Promise<BulkEdit | null> {
  const { rows } = await sql<BulkEdit>`
    select ${editColumns} from bulk_edits where seller_id = ${sellerId} and id = ${id} ${now ? sql`and ${isKept(now)}` : sql``}
    ${locks ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** The latest bulk edits, with the number of listings that each changed. */
export async function listEdits(
  db: SellerDb,
  { sellerId, limit, now }: { sellerId: number; limit: number; now: Date },
): Promise<(BulkEdit & { changed: number })[]> {
  const { rows } = await sql<BulkEdit & { changed: number }>`
    select ${editColumns},
      coalesce((e.counts ->> 'DONE')::integer,
        (select count(*) from bulk_edit_rows r where r.seller_id = ${sellerId} and r.edit_id = e.id and r.state = 'DONE')) as changed
    from bulk_edits e where seller_id = ${sellerId} and ${isKept(now)} order by made_at desc, id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Changes columns and operations of an edit that was not applied; rows are checked anew. */
export async function setForm(db: SellerDb, { sellerId, id, form, now }: EditKey & { form: BulkEditForm; now: Date }) {
  await ofEdit(db, { sellerId, id })
    .set({ form: JSON.stringify(form), checked: 0, counts: null, worked_at: now })
    .where('state', '=', 'REVIEW')
    .execute()
}

export async function setChecked(db: SellerDb, { checked, ...key }: EditKey & { checked: number }) {
  await ofEdit(db, key).set({ checked, counts: null }).execute()
}

export async function setWorked(db: SellerDb, { now, ...key }: EditKey & { now: Date }) {
  await ofEdit(db, key).set({ worked_at: now, counts: null }).execute()
}

interface Move extends EditKey {
  from: readonly BulkEditState[]
  to: BulkEditState
  now: Date
  /** The member whose role lets it run. */
  by?: { id: string; name: string }
  /** It stops because that member no longer edits listings. */
  lacksRole?: boolean
}

/** Moves a bulk edit to another state if it is in one of `from`; returns whether it was. */
export async function moveEdit(
  db: SellerDb,
  { sellerId, id, from, to, now, by, lacksRole = false }: Move,
): Promise<boolean> {
  const isEnd = to === 'DONE' || to === 'STOPPED'
  const begunRows = await countThrough(db, { sellerId, id }, to)
  const { numUpdatedRows } = await ofEdit(db, { sellerId, id })
    .set({
      state: to,
      worked_at: now,
      lacks_role: lacksRole,
      ...(isEnd ? { ended_at: now } : {}),
      ...(begunRows === null ? {} : { begun_at: now, begun_rows: begunRows }),
      ...(by ? { run_by: by.id, run_by_name: by.name } : {}),
    })
    .$if(to === 'RUNNING', (update) => update.set({ applied_at: sql`coalesce(applied_at, ${now})` }))
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Rows that are through as one begins to apply or undo; null if it does neither. */
async function countThrough(db: SellerDb, { sellerId, id }: EditKey, to: BulkEditState): Promise<number | null> {
  if (to !== 'RUNNING' && to !== 'UNDOING') return null
  const { n } = await db
    .selectFrom('bulk_edit_rows')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('seller_id', '=', sellerId)
    .where('edit_id', '=', id)
    .where('state', 'in', to === 'RUNNING' ? ['DONE', 'LEFT'] : ['UNDONE', 'KEPT'])
    .executeTakeFirstOrThrow()
  return n
}

/** Deletes a bulk edit that was not applied; returns whether there was one. */
export async function discardEdit(db: SellerDb, { sellerId, id }: EditKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('bulk_edits')
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .where('state', '=', 'REVIEW')
    .executeTakeFirst()
  return numDeletedRows > 0n
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
  return db
    .selectFrom('bulk_edit_rows')
    .select(['position', 'listing_id', 'variation', 'cells', 'state', 'before', 'after', 'problems'])
    .where('seller_id', '=', sellerId)
    .where('edit_id', '=', id)
    .where('state', '=', state)
    .orderBy('position', 'desc')
    .limit(limit)
    .$castTo<BulkRow>()
    .execute()
}

/** The rows by state, as they were counted last or now. */
export const readCounts = async (db: SellerDb, key: EditKey, { counts }: BulkEdit): Promise<RowCounts> =>
  counts ?? countRows(db, key)

/** Counts the rows of a locked bulk edit for its pages: of 50,000, each page would take as long again. */
export async function keepCounts(db: SellerDb, key: EditKey): Promise<void> {
  await ofEdit(db, key)
    .set({ counts: JSON.stringify(await countRows(db, key)) })
    .execute()
}

const ofEdit = (db: SellerDb, { sellerId, id }: EditKey) =>
  db.updateTable('bulk_edits').where('seller_id', '=', sellerId).where('id', '=', id)

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

const keptDays = 30

export const keptUntil = (now: Date) => new Date(now.getTime() + keptDays * day)

const isKept = (now: Date): RawBuilder<boolean> =>
  sql`(worked_at > ${new Date(now.getTime() - keptDays * day)} or state in ('RUNNING', 'UNDOING'))`

/** Deletes old bulk edits of all sellers; run by a job (`server/jobs.ts`). */
export async function removeOldEdits(owner: Kysely<Schema>, now: Date): Promise<void> {
  await owner
    .deleteFrom('bulk_edits')
    .where(({ not }) => not(isKept(now)))
    .modifyEnd(overAllSellers)
    .execute()
}
