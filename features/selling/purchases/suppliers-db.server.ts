import { sql } from 'kysely'
import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { reckonAdvice } from '#features/selling/reorder/reckon-advice-db.server.ts'

export type Supplier = Pick<Row<'suppliers'>, 'id' | 'name' | 'email' | 'currency' | 'lead_days' | 'note'>

export const mostSuppliers = 500
export const mostSupplierSkus = 2_000

/** Reads the suppliers by name, with the number of their SKUs. */
export async function readSuppliers(db: SellerDb, sellerId: number): Promise<(Supplier & { skus: number })[]> {
  const { rows } = await sql<Supplier & { skus: number }>`
    select s.id, s.name, s.email, s.currency, s.lead_days, s.note, coalesce(n.skus, 0) as skus
    from suppliers s left join (
      select k.supplier_id, count(*)::integer as skus from supplier_skus k where k.seller_id = ${sellerId} group by 1
    ) n on n.supplier_id = s.id
    where s.seller_id = ${sellerId} and s.removed_at is null order by lower(s.name), s.id`.execute(db)
  return rows
}

export type SaveSupplierOutcome = 'saved' | 'not-found' | 'taken' | 'too-many'

/** Adds a supplier, or changes the one with this id; advice follows. Lock the seller's settings first. */
export async function saveSupplier(
  db: SellerDb,
  { sellerId, supplier, isNew, now }: { sellerId: number; supplier: Supplier; isNew: boolean; now: Date },
): Promise<SaveSupplierOutcome> {
  const all = await readSuppliers(db, sellerId)
  if (isNew && all.length >= mostSuppliers) return 'too-many'
  if (!isNew && !all.some(({ id }) => id === supplier.id)) return 'not-found'
  if (all.some(({ id, name }) => id !== supplier.id && name === supplier.name)) return 'taken'
  await insertRows(db, 'suppliers', [{ seller_id: sellerId, ...supplier }], {
    ending: sql`on conflict (seller_id, id) do update set name = excluded.name, email = excluded.email, currency = excluded.currency,
      lead_days = excluded.lead_days, note = excluded.note`,
  })
  const bought = await readSupplierSkus(db, sellerId, supplier.id)
  await reckonAdvice(db, { sellerId, skus: bought.map(({ sku }) => sku), now })
  return 'saved'
}

/** Removes a supplier; its orders stay, and its SKUs have none. Lock the seller's settings first. */
export async function removeSupplier(
  db: SellerDb,
  { sellerId, id, now }: { sellerId: number; id: string; now: Date },
): Promise<void> {
  const gone = await deleteOfSeller(db, 'supplier_skus', sellerId)
    .where('supplier_id', '=', id)
    .returning('sku')
    .execute()
  await updateOfSeller(db, 'suppliers', sellerId).set({ removed_at: now }).where('id', '=', id).execute()
  await reckonAdvice(db, { sellerId, skus: gone.map(({ sku }) => sku), now })
}

export interface SupplierSku extends Omit<Row<'supplier_skus'>, 'seller_id' | 'supplier_id'> {
  stock_number: string | null
  title: string | null
}

/** Reads the SKUs that are bought from a supplier. */
export async function readSupplierSkus(db: SellerDb, sellerId: number, supplier: string): Promise<SupplierSku[]> {
  const { rows } = await sql<SupplierSku>`
    select k.sku, k.code, k.price_minor, k.least_units, k.pack_units, i.stock_number, l.title from supplier_skus k
    left join stock_items i on i.seller_id = ${sellerId} and i.sku = k.sku
    left join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    where k.seller_id = ${sellerId} and k.supplier_id = ${supplier} order by k.sku limit ${mostSupplierSkus}`.execute(
    db,
  )
  return rows
}

export type OfferedSku = Omit<Row<'supplier_skus'>, 'seller_id' | 'supplier_id'>

/** Stores what a supplier offers of SKUs; what another one offered is forgotten. Without price, the one before is kept. */
export async function saveSupplierSkus(
  db: SellerDb,
  { sellerId, supplier, offered }: { sellerId: number; supplier: string; offered: readonly OfferedSku[] },
): Promise<void> {
  if (offered.length === 0) return
  await insertRows(
    db,
    'supplier_skus',
    offered.map((sku) => ({ seller_id: sellerId, supplier_id: supplier, ...sku })),
    {
      ending: sql`on conflict (seller_id, sku) do update set supplier_id = excluded.supplier_id, code = excluded.code,
        price_minor = case when supplier_skus.supplier_id = excluded.supplier_id
          then coalesce(excluded.price_minor, supplier_skus.price_minor) else excluded.price_minor end,
        least_units = excluded.least_units, pack_units = excluded.pack_units`,
    },
  )
}

/** Which of these SKUs the seller has and can buy: kits are made of others. */
export async function knownSkus(db: SellerDb, sellerId: number, skus: readonly string[]): Promise<Set<string>> {
  const rows = await selectOfSeller(db, 'stock_items', sellerId)
    .select('sku')
    .where('sku', 'in', [...skus, ''])
    .where('is_kit', '=', false)
    .execute()
  return new Set(rows.map(({ sku }) => sku))
}
