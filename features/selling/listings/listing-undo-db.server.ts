import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { isOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import { lockSkus } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import type { CopiesInverse, ListingsInverse } from './listing-undo.ts'

interface Order<Inverse> {
  sellerId: number
  inverse: Inverse
}

/**
 * Restores listings to their state before a step or edit. Skips those changed since, relisted ones, those whose SKU is
 * active elsewhere, and drafts whose form was edited. Stock returned by cancelled orders does not change the version
 * and is kept. Units that the marketplace's shop counts, or that cover an oversold order since, are not restored. One
 * statement: see `db/group-sums.ts`.
 */
export async function restoreListings(
  db: SellerDb,
  { sellerId, inverse: { before } }: Order<ListingsInverse>,
): Promise<TakenBack> {
  const ids = before.map(({ id }) => id)
  const forms = formsOf(before)
  await lockSkus(db, sellerId)
  // Locked by id, as steps do, to avoid deadlocks.
  await sql`select from listings where seller_id = ${sellerId} and id = any (${ids}::bigint[]) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`
    update listings l set
      state = case when b.state = 'OUT_OF_STOCK' and l.state = 'ENDED' and l.quantity_available > 0 then 'ACTIVE' else b.state end,
      end_reason = b.end_reason, starts_at = b.starts_at, ends_at = b.ends_at, ended_at = b.ended_at,
      out_of_stock_since = case when l.state <> 'ENDED' or l.quantity_available = 0 then b.out_of_stock_since end,
      price_minor = b.price_minor,
      quantity_available = case when l.state = 'ENDED' then l.quantity_available else b.quantity_available end,
      version = l.version + 1
    from json_populate_recordset(null::listings, ${JSON.stringify(before)}::json) b
    left join json_populate_recordset(null::listing_drafts, ${JSON.stringify(forms)}::json) f on f.listing_id = b.id
    where l.seller_id = ${sellerId} and l.id = b.id and l.version = b.version
      and not ((${isOfShop(sellerId, sql`l.shop_counts`)} or l.reserved > b.reserved)
        and l.state <> 'ENDED' and l.quantity_available <> b.quantity_available)
      and not (l.state = 'ENDED' and exists (
        select from listings o where o.seller_id = ${sellerId} and o.relisted_from = l.id))
      and not (l.state in ('DRAFT', 'ENDED') and b.state not in ('DRAFT', 'ENDED') and ${hasTakenSku(sellerId)})
      and not (l.state = 'DRAFT' and exists (
        select from listing_drafts d where d.seller_id = ${sellerId} and d.listing_id = l.id
          and (d.form_key, d.revision) is distinct from (f.form_key, f.revision)))
    returning l.id`.execute(db)
  const back = new Set(rows.map(({ id }) => id))
  const restored = before.filter(({ id }) => back.has(id))
  await restoreVariations(db, sellerId, restored)
  await restoreRevisions(db, sellerId, restored)
  return { back: rows.length, left: before.length - rows.length }
}

/** Whether another active listing or variation uses a SKU of listing `l`. */
const hasTakenSku = (sellerId: number) => sql`exists (
  select from (
    select l.sku union all select v.sku from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = l.id
  ) own (sku)
  where exists (
    select from listings o
    where o.seller_id = ${sellerId} and o.sku = own.sku and o.id <> l.id and o.state not in ('DRAFT', 'ENDED')
      and not (o.shares_stock and l.shares_stock)
  ) or exists (
    select from listing_variations w join listings o on o.seller_id = ${sellerId} and o.id = w.listing_id
    where w.seller_id = ${sellerId} and w.sku = own.sku and o.id <> l.id and o.state not in ('DRAFT', 'ENDED')
  ))`

/** Prices and stock of variations of unchanged listings. */
async function restoreVariations(db: SellerDb, sellerId: number, before: ListingsInverse['before']): Promise<void> {
  const rows = before.flatMap(({ id, variations = [] }) => variations.map((row) => ({ listing_id: id, ...row })))
  if (rows.length === 0) return
  await sql`
    update listing_variations v set price_minor = b.price_minor, quantity = b.quantity
    from json_populate_recordset(null::listing_variations, ${JSON.stringify(rows)}::json) b
    where v.seller_id = ${sellerId} and v.listing_id = b.listing_id and v.position = b.position`.execute(db)
}

/** Revision forms after their listings are restored, which increments each version. A form that was stale before stays stale. */
const formsOf = (before: ListingsInverse['before']) =>
  before.flatMap(({ id, version, form }) =>
    form
      ? [{ listing_id: id, ...form, base_version: form.base_version === version - 1 ? version + 1 : form.base_version }]
      : [],
  )

async function restoreRevisions(db: SellerDb, sellerId: number, before: ListingsInverse['before']): Promise<void> {
  const forms = formsOf(before)
  if (forms.length === 0) return
  await sql`
    update listing_drafts d set mode = 'ReviseItem', base_version = f.base_version
    from json_populate_recordset(null::listing_drafts, ${JSON.stringify(forms)}::json) f
    where d.seller_id = ${sellerId} and d.listing_id = f.listing_id`.execute(db)
}

/** Deletes copied drafts unless they were edited or published. */
export async function removeCopies(
  db: SellerDb,
  { sellerId, inverse: { drafts } }: Order<CopiesInverse>,
): Promise<TakenBack> {
  // By id, as steps do. A separate statement: a delete that waited would not see a concurrent save.
  await sql`
    select from listings where seller_id = ${sellerId} and item_number = any (${drafts}::text[]) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`
    delete from listings l where seller_id = ${sellerId} and item_number = any (${drafts}::text[]) and state = 'DRAFT'
      and not exists (select from listing_drafts d where d.seller_id = ${sellerId} and d.listing_id = l.id and d.revision > 0)
    returning id`.execute(db)
  return { back: rows.length, left: drafts.length - rows.length }
}
