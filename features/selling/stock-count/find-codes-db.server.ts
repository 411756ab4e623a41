import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { looksLikeGtin, plainCode } from '#lib/gtin.ts'

/**
 * Finds the SKUs that codes name, but kits, whose parts are counted and moved: by SKU, whatever the case of its letters,
 * else as members assigned them, else by the GTIN of the listing's product. A code of several SKUs names none.
 */
export async function findCodes(
  db: SellerDb,
  sellerId: number,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ sku: string; id: number }>`
    select sku, id from stock_items where seller_id = ${sellerId} and sku = any (${[...codes]}::text[]) and not is_kit`.execute(
    db,
  )
  const found = new Map(rows.map(({ sku, id }) => [sku, id]))
  for (const [code, id] of await itemsByLetters(
    db,
    sellerId,
    codes.filter((each) => !found.has(each)),
  ))
    found.set(code, id)
  const assigned = await itemsByAssigned(
    db,
    sellerId,
    codes.filter((each) => !found.has(each)),
  )
  for (const [code, id] of assigned) found.set(code, id)
  const others = codes.filter((code) => !found.has(code) && looksLikeGtin(code))
  const byGtin = await itemsByGtin(db, sellerId, [...new Set(others.flatMap(spellingsOf))])
  for (const code of others) {
    const ids = new Set(spellingsOf(code).flatMap((gtin) => byGtin.get(gtin) ?? []))
    const [id] = ids
    if (id !== undefined && ids.size === 1) found.set(code, id)
  }
  return found
}

/** SKUs by codes that differ in the case of letters. */
async function itemsByLetters(
  db: SellerDb,
  sellerId: number,
  codes: readonly string[],
): Promise<readonly (readonly [code: string, id: number])[]> {
  // Digits have no case, and mostly are GTINs.
  const lettered = codes.filter((code) => /\p{L}/u.test(code))
  if (lettered.length === 0) return []
  const { rows } = await sql<{ code: string; id: number }>`
    select c.code, min(i.id) as id from unnest(${lettered}::text[]) c (code)
    join stock_items i on i.seller_id = ${sellerId} and lower(i.sku) = lower(c.code) and not i.is_kit
    group by c.code having count(*) = 1`.execute(db)
  return rows.map(({ code, id }) => [code, id])
}

async function itemsByAssigned(
  db: SellerDb,
  sellerId: number,
  codes: readonly string[],
): Promise<readonly (readonly [code: string, id: number])[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ code: string; id: number }>`
    select c.code, i.id from sku_codes c join stock_items i on i.seller_id = ${sellerId} and i.sku = c.sku and not i.is_kit
    where c.seller_id = ${sellerId} and c.code = any (${codes.map(plainCode)}::text[])`.execute(db)
  const ids = new Map(rows.map(({ code, id }) => [code, id]))
  return codes.flatMap((code) => {
    const id = ids.get(plainCode(code))
    return id === undefined ? [] : [[code, id] as const]
  })
}

async function itemsByGtin(db: SellerDb, sellerId: number, gtins: readonly string[]): Promise<Map<string, number[]>> {
  if (gtins.length === 0) return new Map()
  const { rows } = await sql<{ gtin: string; ids: number[] }>`
    select p.gtin, json_agg(i.id) as ids from products p
    join listings l on l.seller_id = ${sellerId} and l.product_id = p.id
    join stock_items i on i.seller_id = ${sellerId} and i.listing_id = l.id and i.is_stocked and not i.is_kit
    where p.gtin = any (${[...gtins]}::text[]) group by p.gtin`.execute(db)
  return new Map(rows.map(({ gtin, ids }) => [gtin, ids]))
}

/** The same GTIN with 12, 13 and 14 digits: scanners leave out or add zeros in front. */
function spellingsOf(code: string): string[] {
  const digits = code.replace(/^0+/, '')
  return [...new Set([code, ...[8, 12, 13, 14].map((length) => digits.padStart(length, '0'))])].filter((gtin) =>
    looksLikeGtin(gtin),
  )
}
