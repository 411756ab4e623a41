import { updateOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { restock, writeOff } from '#features/core/listing/restock-db.server.ts'
import type { Actor, CancelledUnits } from '#features/core/order/order-event.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import type { RefundKey, RefundInput } from '#features/after-sale/refunds/refund.ts'
import { assertDefined } from '#lib/assert-defined.ts'

interface Cancelling {
  sellerId: number
  orderId: number
  units: readonly CancelledUnits[]
  /** Keys of the order's lines by position. */
  lineIds: ReadonlyMap<number, number>
  /** Whether items return to stock; otherwise they were missing. */
  restocks: boolean
  now: Date
}

/** Cancels units of a locked order's lines and releases their stock. Units sold without stock release none. */
export async function cancelUnits(
  db: SellerDb,
  { sellerId, orderId, units, lineIds, restocks, now }: Cancelling,
): Promise<void> {
  if (units.length === 0) return
  const ids = units.map(({ line }) => assertDefined(lineIds.get(line), 'units are of the order’s lines'))
  // Missing units cover no oversold order: see `cover_oversold` in the database.
  if (!restocks) await sql`set local hub.missing_units = 'on'`.execute(db)
  const { rows: lines } = await sql<Parameters<typeof restock>[1]['lines'][number]>`
    update line_items l set cancelled_quantity = l.cancelled_quantity + n.units
    from unnest(${ids}::bigint[], ${units.map((each) => each.units)}::integer[]) n (id, units)
      join line_items was on was.id = n.id
    where l.seller_id = ${sellerId} and l.id = n.id and was.seller_id = ${sellerId}
    returning l.id, l.listing_id, l.sku, l.variation, l.holds_stock,
      case when l.holds_stock then was.held_quantity - l.held_quantity else n.units end as quantity`.execute(db)
  await updateOfSeller(db, 'orders', sellerId).set({ lines_changed_at: now }).where('id', '=', orderId).execute()
  if (restocks) return restock(db, { sellerId, lines, now })
  await writeOff(db, { sellerId, lines })
  await sql`set local hub.missing_units = ''`.execute(db)
}

/**
 * Removes stock that a full refund had restored (`releaseUnshipped`), if its order is then cancelled without
 * restocking. Skips units of separate cancellations, which handled theirs.
 */
export async function writeOffReleased(
  db: SellerDb,
  { sellerId, orderId }: { sellerId: number; orderId: number },
): Promise<void> {
  const { rows } = await sql<Parameters<typeof writeOff>[1]['lines'][number]>`
    select l.id, l.listing_id, l.sku, l.variation, l.holds_stock, l.cancelled_quantity - greatest(l.short_quantity, coalesce((
        select sum((part ->> 'units')::integer) from cancellations c cross join jsonb_array_elements(c.units) part
        where c.seller_id = ${sellerId} and c.order_id = ${orderId} and (part ->> 'line')::integer = l.position
          and c.state in ('REFUND_PENDING', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND')
      ), 0)::integer) as quantity
    from line_items l where l.seller_id = ${sellerId} and l.order_id = ${orderId} and l.cancelled_quantity > 0`.execute(
    db,
  )
  const lines = rows.filter(({ quantity }) => quantity > 0)
  if (lines.length > 0) await writeOff(db, { sellerId, lines })
}

interface Refunding {
  sellerId: number
  number: OrderNumber
  actor: Actor
  now: Date
}

export async function refundUnits(
  db: SellerDb,
  order: Refunding,
  {
    row,
    refund: key,
    externalId,
    input,
  }: { row: Row<'cancellations'>; refund: RefundKey; externalId: string | undefined; input: RefundInput },
): Promise<void> {
  const reason = row.initiator === 'SELLER' ? 'SELLER_CANCEL' : 'BUYER_CANCEL'
  const refunded = await refundOrder(db, { ...order, key, reason, input, ...(externalId ? { externalId } : {}) })
  if (!refunded.ok) throw new Error(`what is cancelled could not be refunded: ${refunded.reason}`)
  await updateOfSeller(db, 'cancellations', order.sellerId).set({ refund_key: key }).where('id', '=', row.id).execute()
}
