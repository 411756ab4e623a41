import { sql } from 'kysely'
import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { PriceRule } from './price-rule.ts'

interface Saving {
  sellerId: number
  listings: readonly { id: number; item: string; listing_currency: string }[]
  rule: PriceRule
  by: string
  now: Date
}

/** Gives listings a rule, in place of those that they have; it is on. */
export async function saveRules(db: SellerDb, { sellerId, listings, rule, by, now }: Saving): Promise<void> {
  const rows = listings.map(({ id, item, listing_currency: currency }) => ({
    seller_id: sellerId,
    id,
    item_number: item,
    state: 'ON',
    currency,
    ...rule,
    made_by: by,
    made_at: now,
  }))
  const changed = Object.keys(rows[0] ?? {}).slice(3)
  await insertRows(db, 'price_rules', rows, {
    ending: sql`on conflict (seller_id, id) do update set ${sql.join(
      changed.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
    )}`,
  })
}

/** Listings that replace others have their rules. */
export async function continueRules(
  db: SellerDb,
  sellerId: number,
  copies: readonly { from: number; to: number; item: string }[],
): Promise<void> {
  const rules = await selectOfSeller(db, 'price_rules', sellerId)
    .selectAll()
    .where('id', 'in', [0, ...copies.map(({ from }) => from)])
    .execute()
  const rows = rules.flatMap((rule) => {
    const copy = copies.find(({ from }) => from === rule.id)
    return copy ? [{ ...rule, id: copy.to, item_number: copy.item }] : []
  })
  await insertRows(db, 'price_rules', rows)
}

export async function removeRules(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<void> {
  await deleteOfSeller(db, 'price_rules', sellerId)
    .where('id', 'in', [0, ...ids])
    .execute()
}

/** Pauses, resumes or removes rules. */
export async function stepRules(
  db: SellerDb,
  sellerId: number,
  { ids, step }: { ids: readonly number[]; step: 'pause' | 'resume' | 'remove' },
): Promise<void> {
  if (step === 'remove') return removeRules(db, sellerId, ids)
  await updateOfSeller(db, 'price_rules', sellerId)
    .set({ state: step === 'pause' ? 'PAUSED' : 'ON' })
    .where('id', 'in', [0, ...ids])
    .execute()
}

/**
 * Since when all rules of the seller are stopped; null if they are not. `holds` keeps it so until the transaction ends, so
 * that no price changes once the seller has stopped them.
 */
export async function readStop(db: SellerDb, sellerId: number, { holds = false } = {}): Promise<Date | null> {
  const found = db.selectFrom('sellers').select('price_rules_stopped_at').where('id', '=', sellerId)
  const row = await (holds ? found.forShare() : found).executeTakeFirstOrThrow()
  return row.price_rules_stopped_at
}

export const setStop = (db: SellerDb, sellerId: number, at: Date | null) =>
  db.updateTable('sellers').set({ price_rules_stopped_at: at }).where('id', '=', sellerId).execute()

/** The latest changes of a listing by its rule. */
export const readChanges = (db: SellerDb, sellerId: number, { listingId, most }: { listingId: number; most: number }) =>
  selectOfSeller(db, 'price_rule_changes', sellerId)
    .selectAll()
    .where('listing_id', '=', listingId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
