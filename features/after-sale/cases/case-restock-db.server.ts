import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { postGoods } from '#features/core/costs/post-goods-db.server.ts'
import { restock } from '#features/core/listing/restock-db.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { touchOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { CaseNumber, CaseStep } from '#features/core/order/order-case.ts'
import { cameBack, type RestockedUnits } from './case-restock.ts'
import { lockCase } from './cases-db.server.ts'

interface Restocking {
  sellerId: number
  number: CaseNumber
  units: number
  /** The member's name. */
  by: string
  now: Date
}

export type RestockOutcome =
  | { ok: true; restocked: RestockedUnits }
  | { ok: false; reason: 'unknown' | 'not-back' | 'too-many' }

/** Reads which units of a return are in stock again; null if none. */
export async function readRestocked(
  db: SellerDb,
  { seller_id: sellerId, id }: Pick<Row<'cases'>, 'seller_id' | 'id'>,
): Promise<RestockedUnits | null> {
  const row = await db
    .selectFrom('returned_goods')
    .select(['quantity as units', 'returned_at as at', 'restocked_by as by'])
    .where('seller_id', '=', sellerId)
    .where('case_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Puts units of a return back in stock, once: their listing has them again, and they no longer count as cost of goods
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
  await db
    .insertInto('returned_goods')
    .values({
      seller_id: sellerId,
      case_id: row.id,
      line_item_id: row.line_item_id,
      order_id: order.id,
      sku: line.sku,
      currency: row.currency,
      quantity: units,
      returned_at: now,
      restocked_by: by,
    })
    .execute()
  const { listingId, sku, variation } = line
  const back = { listing_id: listingId, sku, variation, quantity: units, holds_stock: false }
  await nameStockCause(db, { kind: 'RETURN', order: order.order_number })
  await restock(db, { sellerId, lines: [back], now })
  await postGoods(db, { sellerId, orderIds: [order.id] })
  await touchOrders(db, sellerId, [order.id])
  return { ok: true, restocked: { units, at: now, by } }
}

async function readSteps(db: SellerDb, row: Row<'cases'>): Promise<CaseStep[]> {
  const { rows } = await sql<{ step: CaseStep }>`
    select after ->> 'step' as step from order_events
    where seller_id = ${row.seller_id} and order_id = ${row.order_id} and kind = 'CASE_STEP' and subject = ${row.case_number}`.execute(
    db,
  )
  return rows.map(({ step }) => step)
}
