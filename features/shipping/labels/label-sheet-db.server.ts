import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Row } from '#db/schema.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { readChosen, type ChosenOrder } from '#features/shipping/ship-many/chosen-orders-db.server.ts'
import { storeCustoms } from '#features/core/listing/customs-details-db.server.ts'
import type { Package } from '#features/selling/policies/package.ts'
import { readPackages } from '#features/selling/policies/packages-db.server.ts'
import { readTags } from '#features/orders/order-notes/order-tags-db.server.ts'
import type { LabelRule } from '#features/core/shipping/label-rule.ts'
import { readRules } from '#features/core/shipping/shop-rules-db.server.ts'
import { readAccounts, readLabelSettings } from './label-accounts-db.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { liveStates } from './label.ts'
import { readLabelOrders, type LabelOrder } from './label-order-db.server.ts'

/** A return whose parcel comes back from the buyer. */
export interface ReturnOf {
  id: number
  caseNumber: string
  number: OrderNumber
  line: number
  units: number
}

/** The return with this number; undefined if the seller has none. */
export const readReturn = async (db: SellerDb, sellerId: number, caseNumber: string): Promise<ReturnOf | undefined> =>
  (
    await sql<ReturnOf>`
      select c.id, c.case_number as "caseNumber", o.order_number as number, n.position as line, c.units
      from cases c join orders o on o.seller_id = ${sellerId} and o.id = c.order_id
      join line_items n on n.seller_id = ${sellerId} and n.id = c.line_item_id
      where c.seller_id = ${sellerId} and c.case_number = ${caseNumber} and c.kind = 'RETURN' and c.closed_at is null`.execute(
      db,
    )
  ).rows[0]

export interface SheetRows {
  /** In the order in which they were chosen. */
  orders: { chosen: ChosenOrder; label: LabelOrder | null; bought: Row<'labels'>[] }[]
  /** Of parcels to buyers; none for a return. */
  rules: LabelRule[]
  /** Of orders, by their id. */
  tags: ReadonlyMap<number, readonly string[]>
  accounts: Row<'label_accounts'>[]
  settings: Row<'label_settings'> | undefined
  packages: readonly Package[]
}

/** Reads orders with their labels to the buyer, or back in a return, the latest first. */
export async function readSheetRows(
  db: SellerDb,
  sellerId: number,
  { numbers, returned }: { numbers: readonly OrderNumber[]; returned: ReturnOf | null },
): Promise<SheetRows> {
  const chosen = await readChosen(db, sellerId, numbers)
  const orders = await readLabelOrders(db, sellerId, numbers)
  const labels =
    orders.length === 0
      ? []
      : await selectOfSeller(db, 'labels', sellerId)
          .selectAll()
          .where('case_id', returned ? '=' : 'is', returned?.id ?? null)
          .where(
            'order_id',
            'in',
            orders.map(({ id }) => id),
          )
          .orderBy('id', 'desc')
          .execute()
  return {
    orders: chosen.map((row) => ({
      chosen: row,
      label: sheetOrder(
        orders.find(({ id }) => id === row.id),
        { returned, labels },
      ),
      bought: labels.filter(({ order_id: id }) => id === row.id),
    })),
    rules: returned ? [] : await readRules(db, sellerId),
    tags: await readTags(
      db,
      sellerId,
      orders.map(({ id }) => id),
    ),
    accounts: await readAccounts(db, sellerId),
    settings: await readLabelSettings(db, sellerId),
    packages: await readPackages(db, sellerId),
  }
}

/** The order with the units that a label can be bought for: of a return, those that come back and have none. */
function sheetOrder(
  order: LabelOrder | undefined,
  { returned, labels }: { returned: ReturnOf | null; labels: readonly Row<'labels'>[] },
): LabelOrder | null {
  if (!order || !returned) return order ?? null
  const isLive = labels.some(({ state }) => isOneOf(liveStates, state))
  const open = (line: number) => (line === returned.line && !isLive ? returned.units : 0)
  return { ...order, lines: order.lines.map((each) => ({ ...each, open: open(each.line) })) }
}

/** Keeps what was typed for customs, by SKU. */
export const keepCustoms = (
  db: SellerDb,
  sellerId: number,
  typed: readonly { sku: string | null; hsCode: string | null; originCountry: string | null }[],
): Promise<void> =>
  storeCustoms(
    db,
    sellerId,
    typed.flatMap(({ sku, hsCode, originCountry }) =>
      sku !== null && (hsCode !== null || originCountry !== null)
        ? { sku, currency: '', change: { ...(hsCode && { hsCode }), ...(originCountry && { originCountry }) } }
        : [],
    ),
  )
