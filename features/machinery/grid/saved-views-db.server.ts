import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { madeOnce, type At } from '#db/made-once.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import { mostViews } from './saved-views.ts'

/** A saved view as a member sees it. */
export interface SavedViewRow {
  /** Drawn at random; it stands in addresses. */
  id: string
  name: string
  query: string
  shared: boolean
  /** Whether the member made it. */
  own: boolean
  /** Whether who made it works for the seller no longer. */
  left: boolean
}

interface ViewsOf {
  sellerId: number
  memberId: string
  resource: string
}

const readViews = madeOnce((at: At<ViewsOf>) => {
  const [sellerId, memberId] = [at((on) => on.sellerId), at((on) => on.memberId)]
  return sql<SavedViewRow>`
    select v.id, v.name, v.query, v.shared, v.member_id = ${memberId} as own, author.role is null as left
    from saved_views v
    left join memberships author on author.seller_id = ${sellerId} and author.member_id = v.member_id
    where v.seller_id = ${sellerId} and v.resource = ${at((on) => on.resource)} and (v.member_id = ${memberId} or v.shared)
    order by v.name, v.id`
})

/** The views a member kept of a list, and those that others of the team share; the member's own first, each by name. */
export async function listSavedViews(
  db: SellerDb,
  sellerId: number,
  memberId: string,
  resource: string,
): Promise<SavedViewRow[]> {
  const views = await readViews(db, { sellerId, memberId, resource })
  return [...views.filter((view) => view.own), ...views.filter((view) => !view.own)]
}

export type SaveViewOutcome = { ok: true; id: string } | { ok: false; reason: 'exists' | 'many' }

interface NewView {
  resource: string
  sellerId: number
  memberId: string
  name: string
  query: string
  shared: boolean
}

/** Keeps a view. Each member's views of a list have different names, and are so many at most. */
export async function saveView(db: SellerDb, view: NewView): Promise<SaveViewOutcome> {
  const { resource, sellerId, memberId, name, query, shared } = view
  if (!(await hasRoom(db, view))) return { ok: false, reason: 'many' }
  const row = await db
    .insertInto('saved_views')
    .values({ seller_id: sellerId, member_id: memberId, resource, name, query, shared })
    .onConflict((conflict) => conflict.columns(['seller_id', 'member_id', 'resource', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? { ok: true, id: row.id } : { ok: false, reason: 'exists' }
}

/** Whether a member may keep one more view of a list. Of two that ask at once one waits for what becomes of the other. */
async function hasRoom(
  db: SellerDb,
  { resource, sellerId, memberId }: Pick<NewView, 'resource' | 'sellerId' | 'memberId'>,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(lock_number(${`views ${sellerId} ${memberId} ${resource}`}))`.execute(db)
  const { kept } = await db
    .selectFrom('saved_views')
    .select((select) => select.fn.countAll<number>().as('kept'))
    .where('seller_id', '=', sellerId)
    .where('member_id', '=', memberId)
    .where('resource', '=', resource)
    .executeTakeFirstOrThrow()
  return kept < mostViews
}

/** A view that was deleted, of the kind `view`: what puts it back. */
export interface ViewInverse {
  view: { id: string; resource: string; name: string; query: string; shared: boolean }
}

/**
 * Deletes a view of the member's own, or with `ofLeft` a shared one of who has left the team, and returns what puts it back; null where
 * there is none such.
 */
export async function deleteView(
  db: SellerDb,
  { sellerId, memberId, id, ofLeft }: { sellerId: number; memberId: string; id: string; ofLeft: boolean },
): Promise<ViewInverse | null> {
  const view = await db
    .deleteFrom('saved_views')
    .where('seller_id', '=', sellerId)
    .where((where) => {
      const isOwn = where('member_id', '=', memberId)
      const author = where
        .selectFrom('memberships as author')
        .select('author.role')
        .where('author.seller_id', '=', sellerId)
        .whereRef('author.member_id', '=', 'saved_views.member_id')
      const isLeft = where.and([where('shared', '=', true), where.not(where.exists(author))])
      return ofLeft ? where.or([isOwn, isLeft]) : isOwn
    })
    .where('id', '=', id)
    .returning(['id', 'resource', 'name', 'query', 'shared'])
    .executeTakeFirst()
  return view ? { view } : null
}

/** Puts a deleted view back under its address, as one of the member's own; it stays away where the member has another one of its name by now, or as many as may be. */
export async function restoreView(
  db: SellerDb,
  { sellerId, memberId, inverse: { view } }: { sellerId: number; memberId: string; inverse: ViewInverse },
): Promise<TakenBack> {
  if (!(await hasRoom(db, { resource: view.resource, sellerId, memberId }))) return { back: 0, left: 1 }
  const row = await db
    .insertInto('saved_views')
    .values({ ...view, seller_id: sellerId, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? { back: 1, left: 0 } : { back: 0, left: 1 }
}
