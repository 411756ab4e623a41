import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { postGoods } from './post-goods-db.server.ts'
import type { CostMethod } from './unit-costs.ts'

/** Highest price of a purchase in minor units; the database refuses more. */
export const maxPurchaseMinor = 9_999_999_999_999
export const maxQuantity = 1_000_000

export interface EnteredCost {
  sku: string
  /** Names it among those of the SKU: entered again, it is changed. */
  key: string
  currency: string
  unitCostMinor: number
  /** Units bought; null for a cost from then on. */
  quantity: number | null
  since: Date
}

interface Entering {
  sellerId: number
  source: Row<'sku_costs'>['source']
  /** The member's name; null for a program. */
  enteredBy: string | null
  now: Date
}

/** Orders whose goods are posted at once; those of more are left to the job. */
const ordersAtOnce = 200

/**
 * Enters costs, or changes those entered before, and posts the goods that were shipped. Idempotent. Goods of many
 * orders are posted by the job, within a minute or so.
 */
export async function enterCosts(
  db: SellerDb,
  { sellerId, costs, source, enteredBy, now }: Entering & { costs: readonly EnteredCost[] },
): Promise<void> {
  if (costs.length === 0) return
  await insertRows(db, 'cost_settings', [{ seller_id: sellerId }], { ending: sql`on conflict do nothing` })
  const sorted = costs.toSorted((a, b) => compare(a.sku, b.sku) || compare(a.currency, b.currency))
  const keys = new Map(
    sorted.map(({ sku, currency }) => [`${currency} ${sku}`, { seller_id: sellerId, sku, currency }]),
  )
  await insertRows(db, 'costed_skus', [...keys.values()], { ending: sql`on conflict do nothing` })
  await insertRows(
    db,
    'sku_costs',
    sorted.map((cost) => ({
      seller_id: sellerId,
      sku: cost.sku,
      cost_key: cost.key,
      currency: cost.currency,
      unit_cost_minor: cost.unitCostMinor,
      quantity: cost.quantity,
      since: cost.since,
      source,
      entered_by: enteredBy,
      entered_at: now,
    })),
    {
      ending: sql`on conflict (seller_id, sku, cost_key) do update set currency = excluded.currency,
        unit_cost_minor = excluded.unit_cost_minor, quantity = excluded.quantity, since = excluded.since,
        source = excluded.source, entered_by = excluded.entered_by, entered_at = excluded.entered_at`,
    },
  )
  await postSkus(db, sellerId, [...new Set(sorted.map(({ sku }) => sku))])
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Removes a cost that was entered by mistake. Returns whether there was one. */
export async function removeCost(
  db: SellerDb,
  { sellerId, sku, key }: { sellerId: number; sku: string; key: string },
): Promise<boolean> {
  return (await removeCosts(db, { sellerId, skus: [sku], key })) > 0
}

/** Removes the costs with this key of some SKUs. Returns how many there were. */
export async function removeCosts(
  db: SellerDb,
  { sellerId, skus, key }: { sellerId: number; skus: readonly string[]; key: string },
): Promise<number> {
  const removed = await deleteOfSeller(db, 'sku_costs', sellerId)
    .where('sku', 'in', skus)
    .where('cost_key', '=', key)
    .returning('sku')
    .execute()
  if (removed.length > 0)
    await postSkus(
      db,
      sellerId,
      removed.map(({ sku }) => sku),
    )
  return removed.length
}

/** Changes how costs are worked out; goods that were shipped are posted anew by the job. */
export async function changeMethod(
  db: SellerDb,
  { sellerId, method }: { sellerId: number; method: CostMethod },
): Promise<void> {
  await insertRows(db, 'cost_settings', [{ seller_id: sellerId, method }], {
    ending: sql`on conflict (seller_id) do update set method = excluded.method`,
  })
  const rows = await selectOfSeller(db, 'sku_costs', sellerId)
    .select('sku')
    .distinct()
    .where('quantity', 'is not', null)
    .execute()
  if (rows.length > 0)
    await postSkus(
      db,
      sellerId,
      rows.map(({ sku }) => sku),
    )
}

/** Changes the packaging cost of orders whose first parcel leaves from now on; null ends it. */
export async function changePackaging(
  db: SellerDb,
  { sellerId, costMinor, currency, now }: { sellerId: number; costMinor: number | null; currency: string; now: Date },
): Promise<void> {
  const row = {
    seller_id: sellerId,
    packaging_minor: costMinor,
    packaging_currency: costMinor === null ? null : currency,
    packaging_since: costMinor === null ? null : now,
  }
  await insertRows(db, 'cost_settings', [row], {
    ending: sql`on conflict (seller_id) do update set packaging_minor = excluded.packaging_minor,
      packaging_currency = excluded.packaging_currency, packaging_since = excluded.packaging_since`,
  })
}

/** Posts the shipped goods of SKUs, or leaves them to the job if they are in many orders. */
async function postSkus(db: SellerDb, sellerId: number, skus: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select order_id as id from line_items
    where seller_id = ${sellerId} and sku = any (${[...skus]}::text[]) and shipped_quantity > 0
    union
    select order_id from line_parts where seller_id = ${sellerId} and sku = any (${[...skus]}::text[]) and gone_units > 0 order by 1`.execute(
    db,
  )
  const orderIds = rows.map(({ id }) => id)
  if (orderIds.length <= ordersAtOnce) return postGoods(db, { sellerId, orderIds, skus })
  await insertRows(
    db,
    'goods_due',
    orderIds.map((id) => ({ seller_id: sellerId, order_id: id })),
    { ending: sql`on conflict do nothing` },
  )
  await postGoods(db, { sellerId, orderIds: [], skus })
}
