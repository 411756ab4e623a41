import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { divideStock, mostLocations, type LocationStock, type StockLocation } from './stock-location.ts'

/** Whether a row `c` of the seller's present locations is the default one. */
const isDefault = sql<boolean>`c.id = first_value(c.id) over (order by c.default_nth desc nulls last, c.id)`

/** Lists the seller's locations, the default one first; none if all stock is in one place without a name. */
export async function listLocations(db: SellerDb, sellerId: number): Promise<StockLocation[]> {
  const { rows } = await sql<StockLocation>`
    select c.id, c.name, ${isDefault} as "isDefault" from stock_locations c
    where c.seller_id = ${sellerId} and c.removed_at is null order by 3 desc, c.id`.execute(db)
  return rows
}

/** Reads the id of the default location; null if all stock is in one place without a name. */
export const readDefaultLocation = async (db: SellerDb, sellerId: number): Promise<number | null> =>
  (await listLocations(db, sellerId))[0]?.id ?? null

interface LocationTotal {
  id: number
  skus: number
  items: number
}

/** Counts what is at each location other than the default one; empty ones are left out. */
export async function countLocations(db: SellerDb, sellerId: number): Promise<LocationTotal[]> {
  const { rows } = await sql<LocationTotal>`
    select a.location_id as id, count(*) as skus, sum(a.quantity) as items from stock_at_locations a
    join stock_items i on i.seller_id = ${sellerId} and i.sku = a.sku and i.is_stocked
    where a.seller_id = ${sellerId} and a.quantity > 0 group by a.location_id`.execute(db)
  return rows
}

/** Reads how a SKU's stock is divided over the seller's locations; empty unless there are several. */
export async function readDividedStock(
  db: SellerDb,
  { sellerId, sku, onHand }: { sellerId: number; sku: string; onHand: number },
): Promise<LocationStock[]> {
  const { rows } = await sql<LocationStock>`
    select c.id, c.name, ${isDefault} as "isDefault", coalesce(a.quantity, 0) as items from stock_locations c
    left join stock_at_locations a on a.seller_id = ${sellerId} and a.location_id = c.id and a.sku = ${sku}
    where c.seller_id = ${sellerId} and c.removed_at is null order by 3 desc, c.id`.execute(db)
  return divideStock(onHand, rows)
}

/** Reads how many of a kit its parts at each location allow, the default one first; empty unless there are several. */
export async function readKitsAt(
  db: SellerDb,
  { sellerId, listingId, position }: { sellerId: number; listingId: number; position: number },
): Promise<LocationStock[]> {
  const locations = await listLocations(db, sellerId)
  if (locations.length < 2) return []
  const [{ id: byDefault } = { id: 0 }] = locations
  const { rows } = await sql<{ id: number; items: number }>`
    select c.id, min(greatest(0, case when c.id = ${byDefault} then coalesce(i.available - i.elsewhere, 0)
      else least(coalesce(a.quantity, 0), coalesce(i.available, 0)) end) / k.units)::integer as items
    from stock_locations c
    join kit_parts k on k.seller_id = ${sellerId} and k.listing_id = ${listingId} and k.position = ${position}
    left join stock_items i on i.seller_id = ${sellerId} and i.sku = k.part_sku
    left join stock_at_locations a on a.seller_id = ${sellerId} and a.location_id = c.id and a.sku = k.part_sku
    where c.seller_id = ${sellerId} and c.removed_at is null group by c.id`.execute(db)
  const allowed = new Map(rows.map(({ id, items }) => [id, items]))
  return locations.map((location) => ({ ...location, items: allowed.get(location.id) ?? 0 }))
}

/** Reads how many items of SKUs are at a location, by the id of the SKU's row. */
export async function readItemsAt(
  db: SellerDb,
  {
    sellerId,
    location,
    items,
  }: { sellerId: number; location: number; items: readonly { id: number; on_hand: number }[] },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; elsewhere: number; quantity: number }>`
    select i.id, i.elsewhere, coalesce(a.quantity, 0) as quantity from stock_items i
    left join stock_at_locations a on a.seller_id = ${sellerId} and a.location_id = ${location} and a.sku = i.sku
    where i.seller_id = ${sellerId} and i.id = any (${items.map(({ id }) => id)}::bigint[])`.execute(db)
  const onHand = new Map(items.map(({ id, on_hand }) => [id, on_hand]))
  const isRest = location === (await readDefaultLocation(db, sellerId))
  return new Map(rows.map(({ id, elsewhere, quantity }) => [id, isRest ? (onHand.get(id) ?? 0) - elsewhere : quantity]))
}

export type LocationOutcome = { ok: true } | { ok: false; reason: 'unknown' | 'name-taken' | 'too-many' }

interface NewLocation {
  sellerId: number
  name: string
  /** Name of the present place, which becomes the default location; for the first location that is added. */
  first: string
  now: Date
}

/** Adds a location. Call `lockSettings` before. */
export async function addLocation(db: SellerDb, { sellerId, name, first, now }: NewLocation): Promise<LocationOutcome> {
  const known = await selectOfSeller(db, 'stock_locations', sellerId)
    .select(['id', 'removed_at'])
    .orderBy('id')
    .execute()
  if (known.filter(({ removed_at: removed }) => removed === null).length >= mostLocations)
    return { ok: false, reason: 'too-many' }
  const add = (id: number, called: string) =>
    db
      .insertInto('stock_locations')
      .values({ seller_id: sellerId, id, name: called, made_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  if (known.length === 0) {
    if (first === '') return { ok: false, reason: 'unknown' }
    if (first.toLowerCase() === name.toLowerCase()) return { ok: false, reason: 'name-taken' }
    await add(1, first)
  }
  const added = await add((known.at(-1)?.id ?? 1) + 1, name)
  return added ? { ok: true } : { ok: false, reason: 'name-taken' }
}

/** Renames a location. Call `lockSettings` before. */
export async function renameLocation(
  db: SellerDb,
  { sellerId, id, name }: { sellerId: number; id: number; name: string },
): Promise<LocationOutcome> {
  const { rows } = await sql<{ is_own: boolean }>`
    select id = ${id} as is_own from stock_locations
    where seller_id = ${sellerId} and removed_at is null and (id = ${id} or lower(name) = lower(${name}))`.execute(db)
  if (!rows.some((row) => row.is_own)) return { ok: false, reason: 'unknown' }
  if (rows.some((row) => !row.is_own)) return { ok: false, reason: 'name-taken' }
  await updateOfSeller(db, 'stock_locations', sellerId).set({ name }).where('id', '=', id).execute()
  return { ok: true }
}

/**
 * Makes another location the default one. What is at each stays the same. Listings are locked, since triggers work out
 * what is at the former one. Call `lockSettings` before.
 */
export async function chooseDefaultLocation(
  db: SellerDb,
  { sellerId, id }: { sellerId: number; id: number },
): Promise<LocationOutcome> {
  const chosen = (await listLocations(db, sellerId)).find((each) => each.id === id)
  if (!chosen) return { ok: false, reason: 'unknown' }
  if (chosen.isDefault) return { ok: true }
  await sql`select from listings where seller_id = ${sellerId} order by id for no key update`.execute(db)
  const { last } = await selectOfSeller(db, 'stock_locations', sellerId)
    .select((select) => select.fn.max('default_nth').as('last'))
    .executeTakeFirstOrThrow()
  await updateOfSeller(db, 'stock_locations', sellerId)
    .set({ default_nth: (last ?? 0) + 1 })
    .where('id', '=', id)
    .execute()
  return { ok: true }
}

/** Removes a location other than the default one, if nothing is there. The lock lets moves to it wait. */
export async function removeLocation(
  db: SellerDb,
  { sellerId, id, now }: { sellerId: number; id: number; now: Date },
): Promise<{ ok: true } | { ok: false; name: string; items: number }> {
  const base = await readDefaultLocation(db, sellerId)
  const location = await selectOfSeller(db, 'stock_locations', sellerId)
    .select('name')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!location || base === null || id === base) return { ok: true }
  const total = (await countLocations(db, sellerId)).find((each) => each.id === id)
  if (total) return { ok: false, name: location.name, items: total.items }
  await emptyLocation(db, { sellerId, id, base })
  await updateOfSeller(db, 'stock_locations', sellerId).set({ removed_at: now }).where('id', '=', id).execute()
  return { ok: true }
}

/** Puts to the default location what is left of SKUs that are out of the inventory. */
async function emptyLocation(
  db: SellerDb,
  { sellerId, id, base }: { sellerId: number; id: number; base: number },
): Promise<void> {
  const left = await selectOfSeller(db, 'stock_at_locations', sellerId)
    .select(['sku', 'quantity'])
    .where('location_id', '=', id)
    .where('quantity', '>', 0)
    .execute()
  const rows = left.map((row) => ({
    seller_id: sellerId,
    ...row,
    from_location: id,
    to_location: base,
    kind: 'COUNTED',
  }))
  await insertRows(db, 'stock_transfers', rows)
}
