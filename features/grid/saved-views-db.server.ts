import type { SellerDb } from '#db/client.ts'

/** The lists of which views are kept. */
export type ViewResource = 'orders' | `listings-${'active' | 'drafts' | 'scheduled' | 'ended'}`

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
  resource: ViewResource,
): Promise<SavedViewRow[]> {
  const rows = await db
    .selectFrom('saved_views')
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
  resource: ViewResource
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

/** Deletes a view of the member's own; false where there is none such. */
export async function deleteView(
  db: SellerDb,
  { sellerId, memberId, id }: { sellerId: number; memberId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('seller_id', '=', sellerId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
