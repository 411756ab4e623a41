import { sql } from 'kysely'
import { deleteOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { readCodesOf } from '#features/core/listing/sku-codes-db.server.ts'
import { plainCode } from '#lib/gtin.ts'
import { trimmed } from '#lib/trimmed.ts'
import { findCodes } from './find-codes-db.server.ts'
import { readKept } from './sent-counts.ts'
import { codeRefusal, type CodeRefusal } from './sku-code.ts'
import type { CountKey } from './stock-counts-db.server.ts'

interface Assigning {
  sellerId: number
  /** As it was scanned. */
  code: string
  sku: string
  by: string
  now: Date
}

/** Assigns a code to a SKU that the seller has. Returns why it is refused; null once every scanner knows it. */
export async function assignCode(
  db: SellerDb,
  { sellerId, code: scanned, sku, by, now }: Assigning,
): Promise<CodeRefusal | null> {
  const code = plainCode(trimmed(scanned))
  // Members who assign codes at once take turns.
  await sql`select pg_advisory_xact_lock(lock_number(${`codes ${sellerId}`}))`.execute(db)
  const item = await selectOfSeller(db, 'stock_items', sellerId)
    .select('is_kit')
    .where('sku', '=', sku)
    .executeTakeFirst()
  const refusal = codeRefusal(code, {
    sku,
    isKit: item?.is_kit ?? false,
    codes: (await readCodesOf(db, sellerId, sku)).length,
    named: await namedBy(db, sellerId, trimmed(scanned)),
  })
  if (refusal) return refusal
  await insertRows(db, 'sku_codes', [{ seller_id: sellerId, code, sku, assigned_by: by, assigned_at: now }])
  return null
}

/** The SKU that a code names, also one without stock, or a kit. */
async function namedBy(db: SellerDb, sellerId: number, code: string): Promise<string | null> {
  const assigned = await selectOfSeller(db, 'sku_codes', sellerId)
    .select('sku')
    .where('code', '=', plainCode(code))
    .executeTakeFirst()
  if (assigned) return assigned.sku
  const id = (await findCodes(db, sellerId, [code])).get(code)
  const item = await selectOfSeller(db, 'stock_items', sellerId)
    .select('sku')
    .where((row) => (id === undefined ? row('sku', '=', code) : row('id', '=', id)))
    .executeTakeFirst()
  return item?.sku ?? null
}

/** Takes a code from a SKU: scanners know it no more. */
export async function removeCode(db: SellerDb, of: { sellerId: number; code: string; sku: string }): Promise<void> {
  await deleteOfSeller(db, 'sku_codes', of.sellerId)
    .where('code', '=', plainCode(trimmed(of.code)))
    .where('sku', '=', of.sku)
    .execute()
}

/** How often a count has scanned a code that it does not know; null if it has not. */
export async function readUnknown(db: SellerDb, { sellerId, id }: CountKey, code: string): Promise<number | null> {
  const count = await selectOfSeller(db, 'stock_counts', sellerId)
    .select('unknown_codes')
    .where('id', '=', id)
    .executeTakeFirst()
  return count?.unknown_codes.map(readKept).find((kept) => kept.code === code)?.counted ?? null
}

/** Assigns a code of a count to what a member typed, a SKU or another code of it, unless that is refused. */
export async function rememberCode(
  db: SellerDb,
  key: CountKey,
  { code, typed, by, now }: { code: string; typed: string; by: string; now: Date },
): Promise<void> {
  const { sellerId } = key
  const id = (await findCodes(db, sellerId, [typed])).get(typed)
  if (id === undefined || (await readUnknown(db, key, code)) === null) return
  const { sku } = await selectOfSeller(db, 'stock_items', sellerId)
    .select('sku')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await assignCode(db, { sellerId, code, sku, by, now })
}
