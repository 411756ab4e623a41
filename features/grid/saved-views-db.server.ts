import { prepared, type SellerDb } from '#db/client.ts'
import type { TakenBack } from '#features/undo/undo.ts'

/** A saved view as a member sees it. */
export interface SavedViewRow {
  /** Drawn at random; it stands in addresses. */
  id: string
  name: string
  query: string
  shared: boolean
  /** Whether the member made it. */
  own: boolean
}

/** The views a member kept of a list, and those that others of the team share; the member's own first, each by name. */
export async function listSavedViews(
  db: SellerDb,
  sellerId: number,
  memberId: string,
  resource: string,
): Promise<SavedViewRow[]> {
  const rows = await db
    .selectFrom('saved_views')
    .modifyFront(prepared)
    .select(['id', 'name', 'query', 'shared', 'member_id'])
    .where('seller_id', '=', sellerId)
    .where('resource', '=', resource)
    .where((or) => or.or([or('member_id', '=', memberId), or('shared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .execute()
  const views = rows.map(({ member_id, ...row }) => ({ ...row, own: member_id === memberId }))
  return [...views.filter((view) => view.own), ...views.filter((view) => !view.own)]
}

export type SaveViewOutcome = { ok: true; id: string } | { ok: false; reason: 'exists' }

interface NewView {
  resource: string
  sellerId: number
  memberId: string
  name: string
  query: string
  shared: boolean
}

/** Keeps a view. Each member's views of a list have different names. */
export async function saveView(db: SellerDb, view: NewView): Promise<SaveViewOutcome> {
  const { resource, sellerId, memberId, name, query, shared } = view
  const row = await db
    .insertInto('saved_views')
    .values({ seller_id: sellerId, member_id: memberId, resource, name, query, shared })
    .onConflict((conflict) => conflict.columns(['seller_id', 'member_id', 'resource', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? { ok: true, id: row.id } : { ok: false, reason: 'exists' }
}

/** A view that was deleted, of the kind `view`: what puts it back. */
export interface ViewInverse {
  view: { id: string; resource: string; name: string; query: string; shared: boolean }
}

/** Deletes a view of the member's own, and returns what puts it back; null where there is none such. */
export async function deleteView(
  db: SellerDb,
  { sellerId, memberId, id }: { sellerId: number; memberId: string; id: string },
): Promise<ViewInverse | null> {
  const view = await db
    .deleteFrom('saved_views')
    .where('seller_id', '=', sellerId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning(['id', 'resource', 'name', 'query', 'shared'])
    .executeTakeFirst()
  return view ? { view } : null
}

/** Puts a deleted view back under its address; it stays away where the member has another one of its name by now. */
export async function restoreView(
  db: SellerDb,
  { sellerId, memberId, inverse: { view } }: { sellerId: number; memberId: string; inverse: ViewInverse },
): Promise<TakenBack> {
  const row = await db
    .insertInto('saved_views')
    .values({ ...view, seller_id: sellerId, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? { back: 1, left: 0 } : { back: 0, left: 1 }
}
