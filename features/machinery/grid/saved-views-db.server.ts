import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { compileOnce, type BindValue } from '#db/compile-once.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import { maxViews, type SavedViewRow } from './saved-views.ts'

interface ViewsOf {
  sellerId: number
  memberId: string
  resource: string
}

const readViews = compileOnce((at: BindValue<ViewsOf>) => {
  const [sellerId, memberId] = [at((on) => on.sellerId), at((on) => on.memberId)]
  return sql<SavedViewRow>`
    select v.id, v.name, v.query, v.shared, v.member_id = ${memberId} as own, author.role is null as left
    from saved_views v
    left join memberships author on author.seller_id = ${sellerId} and author.member_id = v.member_id
    where v.seller_id = ${sellerId} and v.resource = ${at((on) => on.resource)} and (v.member_id = ${memberId} or v.shared)
    order by v.name, v.id`
})

/** Lists a member's views of a list and those shared by the team; own views first, each by name. */
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

/** Saves a view. Names are unique per member and list, and their number is limited. */
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

/** Whether a member may save another view. Locks, so that concurrent requests wait. */
async function hasRoom(
  db: SellerDb,
  { resource, sellerId, memberId }: Pick<NewView, 'resource' | 'sellerId' | 'memberId'>,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(lock_number(${`views ${sellerId} ${memberId} ${resource}`}))`.execute(db)
  const { kept } = await selectOfSeller(db, 'saved_views', sellerId)
    .select((select) => select.fn.countAll<number>().as('kept'))
    .where('member_id', '=', memberId)
    .where('resource', '=', resource)
    .executeTakeFirstOrThrow()
  return kept < maxViews
}

/** Undo data of a deleted view (kind `view`). */
export type ViewInverse = NonNullable<Awaited<ReturnType<typeof deleteView>>>

/**
 * Deletes a member's own view, or with `ofLeft` a shared one of a former member. Returns its undo data; null if there
 * is none.
 */
export async function deleteView(
  db: SellerDb,
  { sellerId, memberId, id, ofLeft }: { sellerId: number; memberId: string; id: string; ofLeft: boolean },
) {
  const view = await deleteOfSeller(db, 'saved_views', sellerId)
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

/** Restores a deleted view under its URL as one of the member's own, unless the name is taken or the limit reached. */
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
