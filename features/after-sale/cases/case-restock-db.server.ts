import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { postGoods } from '#features/core/costs/post-goods-db.server.ts'
import { hasUnits, restock, undoRestocked } from '#features/core/listing/restock-db.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { touchOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { CaseNumber, CaseStep } from '#features/core/order/order-case.ts'
import { cameBack, type RestockedUnits } from './case-restock.ts'
import { lockCase, type KeptCase, type LockedCase } from './cases-db.server.ts'

interface Restocking {
  sellerId: number
  number: CaseNumber
  units: number
  by: string
  now: Date
}

export type RestockOutcome =
  | { ok: true; restocked: RestockedUnits }
  | { ok: false; reason: 'unknown' | 'not-back' | 'too-many' }

export async function readRestocked(
  db: SellerDb,
  { seller_id: sellerId, id }: Pick<Row<'cases'>, 'seller_id' | 'id'>,
): Promise<RestockedUnits | null> {
  const row = await selectOfSeller(db, 'returned_goods', sellerId)
    .select(['quantity as units', 'returned_at as at', 'restocked_by as by'])
    .where('case_id', '=', id)
    .where('part', '=', 0)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Whether restocked units of a case are still there to be taken out of stock again. */
export const areThere = (db: SellerDb, { row, line }: KeptCase, units: number): Promise<boolean> =>
  hasUnits(db, row.seller_id, soldUnits(line, units))

const soldUnits = ({ id, listingId, sku, variation }: KeptCase['line'], quantity: number) => ({
  id,
  listing_id: listingId,
  sku,
  variation,
  quantity,
})

/**
 * Puts units of a return back in stock, once unless it was undone: their listing has them again, and they no longer count as cost of goods
 * sold. Repeating it changes nothing.
 */
export async function restockCase(
  db: SellerDb,
  { sellerId, number, units, by, now }: Restocking,
): Promise<RestockOutcome> {
  const locked = await lockCase(db, sellerId, number)
  if (!locked) return { ok: false, reason: 'unknown' }
  const { row, facts, line, order } = locked
  const known = await readRestocked(db, row)
  if (known) return { ok: true, restocked: known }
  if (!cameBack(facts, await readSteps(db, row))) return { ok: false, reason: 'not-back' }
  if (units > row.units) return { ok: false, reason: 'too-many' }
  const parts = await selectOfSeller(db, 'line_parts', sellerId)
    .select(['sku', 'nth', 'units'])
    .where('line_item_id', '=', row.line_item_id)
    .execute()
  const goods = [
    { sku: parts.length > 0 ? null : line.sku, part: 0, quantity: units },
    ...parts.map(({ sku, nth, units: each }) => ({ sku, part: nth, quantity: units * each })),
  ]
  await insertRows(
    db,
    'returned_goods',
    goods.map((each) => ({
      seller_id: sellerId,
      case_id: row.id,
      line_item_id: row.line_item_id,
      order_id: order.id,
      currency: row.currency,
      returned_at: now,
      restocked_by: by,
      ...each,
    })),
    {
      ending: sql`on conflict (seller_id, case_id, part) do update set quantity = excluded.quantity,
        returned_at = excluded.returned_at, restocked_by = excluded.restocked_by, undone_at = null`,
    },
  )
  await nameStockCause(db, { kind: 'RETURN', order: order.order_number })
  await restock(db, { sellerId, lines: [{ ...soldUnits(line, units), holds_stock: false }], now })
  await postRestocked(db, locked)
  return { ok: true, restocked: { units, at: now, by } }
}

/**
 * Takes restocked units out of stock again, and reverses that they were no cost of goods sold. Repeating it changes
 * nothing; units that were sold since are not taken.
 */
export async function undoRestock(
  db: SellerDb,
  { sellerId, number, now }: Pick<Restocking, 'sellerId' | 'number' | 'now'>,
): Promise<{ ok: true } | { ok: false; reason: 'unknown' | 'sold' }> {
  const locked = await lockCase(db, sellerId, number)
  if (!locked) return { ok: false, reason: 'unknown' }
  const { row, line, order } = locked
  const known = await readRestocked(db, row)
  if (!known) return { ok: true }
  await nameStockCause(db, { kind: 'RETURN', order: order.order_number })
  if (!(await undoRestocked(db, { sellerId, line: soldUnits(line, known.units), now })))
    return { ok: false, reason: 'sold' }
  await updateOfSeller(db, 'returned_goods', sellerId).set({ undone_at: now }).where('case_id', '=', row.id).execute()
  await postRestocked(db, locked)
  return { ok: true }
}

async function postRestocked(db: SellerDb, { row, order }: LockedCase): Promise<void> {
  await postGoods(db, { sellerId: row.seller_id, orderIds: [order.id] })
  await touchOrders(db, row.seller_id, [order.id])
}

async function readSteps(db: SellerDb, row: Row<'cases'>): Promise<CaseStep[]> {
  const { rows } = await sql<{ step: CaseStep }>`
    select after ->> 'step' as step from order_events
    where seller_id = ${row.seller_id} and order_id = ${row.order_id} and kind = 'CASE_STEP' and subject = ${row.case_number}`.execute(
    db,
  )
  return rows.map(({ step }) => step)
}
