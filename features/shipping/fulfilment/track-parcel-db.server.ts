import { updateOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { plainNumber } from '#features/core/carrier/carrier.ts'
import { readParcelFacts } from './parcel-facts-db.server.ts'
import { nextParcel, type ParcelState, type TrackingKind } from './parcel-states.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'

/** A carrier event on a parcel, identified by the hub's parcel key or by tracking number. */
export interface TrackingEvent {
  sellerId: number
  parcel: { key: string } | { carrier: string; trackingNumber: string }
  kind: TrackingKind
  at: Date
}

/** Outcome: the affected parcels. An event older than the order belongs to another parcel with the same number. */
export type TrackingOutcome = { ok: true; parcels: string[] } | { ok: false; reason: 'unknown' | 'before-order' }

/** Normalizes like `plainNumber`; matches the expression of an index. */
const plain = sql`upper(regexp_replace(s.tracking_number, '[\\s./-]', '', 'g'))`

/** Milliseconds by which an event may precede its order, for wrong carrier clocks and missing time zones. */
const tolerance = day

/**
 * Records a carrier event passed on by the marketplace; idempotent. A scanned parcel cannot be voided, and an order is
 * delivered with its last parcel. Applies to every order shipped under the same number. A scan also caps the hand-over
 * time, which is often recorded late.
 */
export async function trackParcel(
  db: SellerDb,
  { sellerId, parcel, kind, at }: TrackingEvent,
): Promise<TrackingOutcome> {
  const isOne =
    'key' in parcel
      ? sql`s.parcel_key = ${parcel.key}`
      : sql`${plain} = ${plainNumber(parcel.trackingNumber)} and lower(s.carrier) = lower(${parcel.carrier})`
  const { rows: orders } = await sql<{ number: OrderNumber }>`
    select distinct o.order_number as number from shipments s join orders o on o.seller_id = ${sellerId} and o.id = s.order_id
    where s.seller_id = ${sellerId} and ${isOne}`.execute(db)
  await lockOrders(
    db,
    sellerId,
    orders.map(({ number }) => number),
  )
  // Read after locking: a parcel may have been voided in the meantime.
  const { rows: found } = await sql<ToldParcel>`
    select s.*, o.placed_at from shipments s join orders o on o.seller_id = ${sellerId} and o.id = s.order_id
    where s.seller_id = ${sellerId} and ${isOne} order by s.id`.execute(db)
  if (found.length === 0) return { ok: false, reason: 'unknown' }
  // Carriers reuse numbers after some months.
  const rows = found.filter((row) => at.getTime() >= row.placed_at.getTime() - tolerance)
  if (rows.length === 0) return { ok: false, reason: 'before-order' }
  const moved = rows.flatMap((row) => {
    const step = nextParcel(row.state, kind)
    return step.ok ? [{ row, state: step.next as ParcelState }] : []
  })
  // Never date an event before its order.
  const placed = moved.map(({ row }) => row.placed_at.getTime())
  if (moved.length > 0) await move(db, { sellerId, moved, at: new Date(Math.max(at.getTime(), ...placed)) })
  await noteEarlierScans(
    db,
    rows.filter((row) => !moved.some((each) => each.row === row)),
    at,
  )
  return { ok: true, parcels: rows.map((row) => row.parcel_key) }
}

/** Events arrive in any order: a late one may hold the first scan, although it no longer changes the state. */
async function noteEarlierScans(db: SellerDb, rows: readonly ToldParcel[], at: Date): Promise<void> {
  for (const { seller_id, id, placed_at } of rows.filter(({ scanned_at }) => scanned_at !== null && at < scanned_at))
    await updateOfSeller(db, 'shipments', seller_id)
      .set({ scanned_at: at > placed_at ? at : placed_at })
      .where('id', '=', id)
      .execute()
}

type ToldParcel = Row<'shipments'> & { placed_at: Date }

/** Hand-over time as far as known: not later than the first scan. */
const handedOver = ({ shipped_at: noted }: ToldParcel, at: Date) => (noted !== null && at < noted ? at : noted)

/** First scan of a parcel; null for parcels in transit before the hub recorded scans. */
function firstScan({ state, scanned_at: known }: ToldParcel, at: Date): Date | null {
  if (known === null) return state === 'SHIPPED' ? at : null
  return known < at ? known : at
}

interface Moving {
  sellerId: number
  moved: readonly { row: ToldParcel; state: ParcelState }[]
  at: Date
}

/** Writes the new parcel states and the timelines of their orders. */
async function move(db: SellerDb, { sellerId, moved, at }: Moving): Promise<void> {
  const facts = await readParcelFacts(
    db,
    sellerId,
    moved.map(({ row }) => row),
  )
  for (const { row, state } of moved)
    await updateOfSeller(db, 'shipments', sellerId)
      .set({
        state,
        shipped_at: handedOver(row, at),
        scanned_at: firstScan(row, at),
        ...(state === 'DELIVERED' ? { delivered_at: at } : {}),
      })
      .where('id', '=', row.id)
      .execute()
  await addOrderEvents(db, {
    sellerId,
    at,
    actor: { kind: 'MARKETPLACE' },
    events: moved.map(({ row, state }) => {
      const before = assertDefined(facts.get(row.id), 'it was read in this transaction')
      const deliveredAt = state === 'DELIVERED' ? at.toISOString() : before.deliveredAt
      const after = { ...before, state, shippedAt: handedOver(row, at)?.toISOString() ?? null, deliveredAt }
      return { orderId: row.order_id, kind: 'PARCEL_TRACKED', subject: row.parcel_key, before, after, requestKey: null }
    }),
  })
}
