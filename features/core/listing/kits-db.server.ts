import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { groupBy } from '#lib/group-by.ts'
import { kitProblem, type KitOwner, type KitPart, type KitProblem, type PartFacts } from './kit.ts'
import { isOfShop } from './stock-owner-db.server.ts'

/** A listing, or its variation at this position; 0 for the listing itself. */
export interface KitPlace {
  listingId: number
  position: number
}

export type Kit = KitPlace & { parts: readonly KitPart[] }

/** Reads the kits among listings and their variations, in the order of their positions. */
export async function readKits(db: SellerDb, sellerId: number, listingIds: readonly number[]): Promise<Kit[]> {
  if (listingIds.length === 0) return []
  const rows = await selectOfSeller(db, 'kit_parts', sellerId)
    .select(['listing_id', 'position', 'part_sku as sku', 'units'])
    .where('listing_id', 'in', listingIds)
    .orderBy('listing_id')
    .orderBy('position')
    .orderBy('nth')
    .execute()
  return [...groupBy(rows, (row) => `${row.listing_id} ${row.position}`).values()].map((own) => ({
    listingId: own[0].listing_id,
    position: own[0].position,
    parts: own.map(({ sku, units }) => ({ sku, units })),
  }))
}

/** Listings not ended whose kits are made of a SKU, the newest first; at most 20. */
export async function readKitsOf(
  db: SellerDb,
  sellerId: number,
  sku: string,
): Promise<{ item: string; title: string }[]> {
  const { rows } = await sql<{ item: string; title: string }>`
    select l.item_number as item, l.title from listings l
    where l.seller_id = ${sellerId} and l.tab in ('active', 'scheduled')
      and l.id in (select k.listing_id from kit_parts k where k.seller_id = ${sellerId} and k.part_sku = ${sku})
    order by l.id desc limit 20`.execute(db)
  return rows
}

/** Facts of SKUs that shall be parts; unknown ones are missing. */
export async function readPartFacts(
  db: SellerDb,
  sellerId: number,
  skus: readonly string[],
): Promise<Map<string, PartFacts>> {
  if (skus.length === 0) return new Map()
  const { rows } = await sql<PartFacts & { sku: string }>`
    select i.sku, i.is_kit as "isKit", l.format = 'AUCTION' as "isAuction", ${isOfShop(sellerId, sql`l.shop_counts`)} as "isOfShop"
    from stock_items i join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    where i.seller_id = ${sellerId} and i.sku = any (${[...skus]}::text[])`.execute(db)
  return new Map(rows.map(({ sku, ...facts }) => [sku, facts]))
}

/** SKUs among these that kits are made of. */
export async function skusOfParts(db: SellerDb, sellerId: number, skus: readonly string[]): Promise<Set<string>> {
  if (skus.length === 0) return new Set()
  const rows = await selectOfSeller(db, 'kit_parts', sellerId)
    .select('part_sku')
    .where('part_sku', 'in', skus)
    .execute()
  return new Set(rows.map(({ part_sku: sku }) => sku))
}

/** Why each of these cannot be made of its parts, by index; null if it can. SKUs `beside` them are stored together with them. */
export async function kitProblems(
  db: SellerDb,
  sellerId: number,
  wanted: readonly { owner: Omit<KitOwner, 'isPart'>; parts: readonly KitPart[] }[],
  beside: readonly string[] = [],
): Promise<(KitProblem | null)[]> {
  const facts = await readPartFacts(db, sellerId, [
    ...new Set(wanted.flatMap(({ parts }) => parts.map(({ sku }) => sku))),
  ])
  for (const sku of beside)
    facts.set(sku, facts.get(sku) ?? { isKit: false, isAuction: false, isOfShop: wanted[0]?.owner.isOfShop === true })
  const used = await skusOfParts(
    db,
    sellerId,
    wanted.flatMap(({ owner }) => owner.sku ?? []),
  )
  // A SKU may become a kit and a part by one change.
  const made = new Set(wanted.flatMap(({ owner, parts }) => (parts.length > 0 ? (owner.sku ?? []) : [])))
  return wanted.map(({ owner, parts }) => {
    const nested = parts.find(({ sku }) => sku !== owner.sku && made.has(sku))
    const isPart = owner.sku !== null && used.has(owner.sku)
    return kitProblem(parts, { ...owner, isPart }, facts) ?? (nested ? { reason: 'kitOfKits', sku: nested.sku } : null)
  })
}

/**
 * Stores what listings and variations are made of; without parts they are no kits any more, and have nothing until it is
 * counted. The parts have no problem (`kitProblem`), which the database checks again. Locks their stock.
 */
export async function storeKits(db: SellerDb, sellerId: number, kits: readonly Kit[]): Promise<void> {
  const rows = kits.flatMap(({ listingId, position, parts }) =>
    parts.map(({ sku, units }, nth) => ({
      seller_id: sellerId,
      listing_id: listingId,
      position,
      part_sku: sku,
      units,
      nth: nth + 1,
    })),
  )
  // Added before others go, so that a kit stays one.
  await insertRows(db, 'kit_parts', rows, {
    ending: sql`on conflict (seller_id, listing_id, position, part_sku) do update set units = excluded.units, nth = excluded.nth`,
  })
  if (kits.length === 0) return
  const kept = rows.map(({ listing_id: id, position, part_sku: sku }) => ({ id, position, sku }))
  const places = kits.map(({ listingId: id, position }) => ({ id, position }))
  await sql`
    delete from kit_parts k
    using json_to_recordset(${JSON.stringify(places)}::json) p (id bigint, position smallint)
    where k.seller_id = ${sellerId} and k.listing_id = p.id and k.position = p.position and not exists (
      select from json_to_recordset(${JSON.stringify(kept)}::json) w (id bigint, position smallint, sku text)
      where w.id = k.listing_id and w.position = k.position and w.sku = k.part_sku)`.execute(db)
}
