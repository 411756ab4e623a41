import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { ListingContent } from '#features/core/listing/listing-content.ts'
import { pairs } from '#lib/pairs.ts'
import type { Typed } from '../form/typed-form.ts'
import { draftColumns } from './drafts-db.server.ts'

export interface NewDraft {
  typed: Typed
  /** The parsed content, for lists. */
  content: ListingContent
}

/** Saves new forms as drafts, all at once; returns the ids of their listings in the same order. */
export async function addDrafts(
  db: SellerDb,
  { sellerId, drafts, now }: { sellerId: number; drafts: readonly NewDraft[]; now: Date },
): Promise<number[]> {
  if (drafts.length === 0) return []
  const products = await productIds(db, drafts)
  const listings = drafts.map(({ content }) => ({
    ...draftColumns(content, products.get(content.epid ?? '') ?? null),
    seller_id: sellerId,
    state: 'DRAFT' as const,
    created_at: now,
  }))
  const inserted = await db.insertInto('listings').values(listings).returning('id').execute()
  // Ids are drawn in the order of the rows.
  const ids = inserted.map(({ id }) => id).toSorted((a, b) => a - b)
  const forms = pairs(drafts, ids).map(([{ typed }, id]) => ({
    seller_id: sellerId,
    listing_id: id,
    form_key: crypto.randomUUID(),
    mode: 'AddItem',
    typed,
    saved_at: now,
  }))
  await insertRows(db, 'listing_drafts', forms, { json: ['typed'] })
  return ids
}

async function productIds(db: SellerDb, drafts: readonly NewDraft[]): Promise<Map<string, number>> {
  const epids = [...new Set(drafts.flatMap(({ content }) => content.epid ?? []))]
  if (epids.length === 0) return new Map()
  const rows = await db.selectFrom('products').select(['epid', 'id']).where('epid', 'in', epids).execute()
  return new Map(rows.map(({ epid, id }) => [epid, id]))
}
