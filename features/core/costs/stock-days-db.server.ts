import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'

interface UnitsOfSku {
  sku: string
  isHeld: boolean
  /** The last day that is kept, and its units; null before the first. */
  day: string | null
  kept: number | null
}

/** Keeps how many units of these SKUs are on hand from a day (UTC) on; days that are kept already stay as they are. */
export async function keepStockDays(
  db: SellerDb,
  { sellerId, skus, day }: { sellerId: number; skus: readonly string[]; day: string },
): Promise<void> {
  const { rows: divided } = await sql<{ sku: string; onHand: number | null }>`
    select of_sku as sku, on_hand as "onHand" from divided_stock(${sellerId}, ${[...skus]}::text[])`.execute(db)
  const onHand = new Map(divided.map((row) => [row.sku, row.onHand]))
  const { rows } = await sql<UnitsOfSku>`
    select i.sku, i.is_stocked and not i.is_kit as "isHeld", l.day, l.units as kept
    from stock_items i
    left join lateral (
      select k.day, k.units from stock_days k where k.seller_id = ${sellerId} and k.sku = i.sku order by k.day desc limit 1
    ) l on true
    where i.seller_id = ${sellerId} and i.sku = any (${[...skus]}::text[])`.execute(db)
  const changed = rows.flatMap((row) => {
    const units = row.isHeld ? (onHand.get(row.sku) ?? null) : null
    if (units === row.kept) return []
    return { seller_id: sellerId, sku: row.sku, day: row.day !== null && row.day > day ? row.day : day, units }
  })
  await insertRows(db, 'stock_days', changed, {
    ending: sql`on conflict (seller_id, sku, day) do update set units = excluded.units`,
  })
}
