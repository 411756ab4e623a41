import { sql } from 'kysely'
import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { unshippedStatuses, type OrderNumber } from '#features/core/order/order.ts'
import type { LabelRule } from './label-rule.ts'

/** Reads the shop's rules, in the order in which they apply. */
export async function readRules(db: SellerDb, sellerId: number): Promise<LabelRule[]> {
  const rows = await selectOfSeller(db, 'shop_rules', sellerId)
    .select(['id', 'name', 'is_on as isOn', 'conditions', 'actions'])
    .orderBy('position')
    .execute()
  return rows
}

/** Stores the shop's rules in place of those before. Call `lockSettings` first. */
export async function saveRules(db: SellerDb, sellerId: number, rules: readonly LabelRule[]): Promise<void> {
  await deleteOfSeller(db, 'shop_rules', sellerId).execute()
  if (rules.length === 0) return
  await db
    .insertInto('shop_rules')
    .values(
      rules.map(({ id, name, isOn, conditions, actions }, index) => ({
        seller_id: sellerId,
        id,
        position: index + 1,
        name,
        is_on: isOn,
        conditions: JSON.stringify(conditions),
        actions: JSON.stringify(actions),
      })),
    )
    .execute()
}

/** The orders that wait for shipment, those due first. */
export async function readWaiting(db: SellerDb, sellerId: number, most: number): Promise<OrderNumber[]> {
  const { rows } = await sql<{ number: OrderNumber }>`
    select order_number as number from orders
    where seller_id = ${sellerId} and status = any (${[...unshippedStatuses]}) and delivery = 'SHIP'
    order by ship_by, id limit ${most}`.execute(db)
  return rows.map(({ number }) => number)
}
