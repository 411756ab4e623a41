import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { usualSettings } from './reckon-advice-db.server.ts'

/** Saves the days that shape all advice, which is due for being worked out anew. */
export async function saveReorderSettings(
  db: SellerDb,
  { sellerId, safetyDays, targetDays }: { sellerId: number } & typeof usualSettings,
): Promise<void> {
  await insertRows(
    db,
    'reorder_settings',
    [{ seller_id: sellerId, safety_days: safetyDays, target_days: targetDays }],
    {
      ending: sql`on conflict (seller_id) do update set safety_days = excluded.safety_days, target_days = excluded.target_days`,
    },
  )
  await sql`update reorder_advice set next_on = reckoned_on where seller_id = ${sellerId}`.execute(db)
}
