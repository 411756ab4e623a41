import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import { postGoods } from '#features/core/costs/post-goods-db.server.ts'
import { nameOf, type Actor, type ParcelFacts } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { lockOrders, lockStockOf, touchOrders, type LockedOrder } from '#features/core/order/locked-orders-db.server.ts'
import { isUnshipped, type OrderNumber, type OrderStatus } from '#features/core/order/order.ts'
import { readLines, type LineRow } from '#features/core/order/line-units-db.server.ts'
import { isFulfilled, findReplayedParcels, type ExistingParcel } from './replayed-parcels-db.server.ts'
import { contentsOf, exceedsOpenUnits, type NewParcel, type ParcelKey, type ShipOutcome } from './parcel.ts'
import { findLastShippers, type OverclaimedOrder } from './last-shippers-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import { brand } from '#lib/brand.ts'

export const newParcelKey = () => brand<ParcelKey>(randomBytes(8).toString('hex'))

/** A request to ship parcels of one order. Together they must not exceed the unshipped units of any line. */
export interface ShipmentRequest {
  number: OrderNumber
  parcels: readonly NewParcel[]
}

interface Shipping {
  sellerId: number
  actor: Actor
  now: Date
}

export async function shipOrder(
  db: SellerDb,
  { number, parcels, ...shipping }: Shipping & ShipmentRequest,
): Promise<ShipOutcome> {
  const [outcome] = await shipOrders(db, { ...shipping, requests: [{ number, parcels }] })
  return assertDefined(outcome, 'each request has an outcome')
}

/**
 * Ships orders, each listed once, in a fixed number of statements. Locks them, so concurrent requests cannot ship a
 * unit twice. Parcel keys make it idempotent: an identical retry succeeds, a changed one is refused. Returns one
 * outcome for each request, in order; a refused order does not stop the others.
 */
export async function shipOrders(
  db: SellerDb,
  { requests, ...shipping }: Shipping & { requests: readonly ShipmentRequest[] },
): Promise<ShipOutcome[]> {
  const { sellerId, now } = shipping
  const orders = await lockOrders(
    db,
    sellerId,
    requests.map(({ number }) => number),
  )
  const keys = requests.flatMap(({ parcels }) => parcels.map(({ key }) => key))
  const before = await findReplayedParcels(db, sellerId, keys)
  const ids = [...orders.values()].map(({ id }) => id)
  const lines = Map.groupBy(await readLines(db, sellerId, ids), ({ orderId }) => orderId)
  const validated = requests.map((request) => {
    const order = orders.get(request.number)
    if (!order) return refused({ reason: 'unknown' })
    return repeated(request, before, { order, now }) ?? validateShipment(request, order, lines.get(order.id) ?? [])
  })
  const filled = validated.flatMap((each) => (each.is === 'possible' ? [each.filled] : []))
  if (filled.length > 0) await addParcels(db, { ...shipping, filled })
  const late = validated.flatMap((each) => (each.is === 'late' ? [each.late] : []))
  const taken = await findLastShippers(db, sellerId, late)
  return validated.map((each): ShipOutcome => {
    switch (each.is) {
      case 'possible':
        return { ok: true, repeated: false }
      case 'repeated':
        return { ok: true, repeated: true }
      case 'late':
        return { ok: false, reason: 'more-than-open', lines: taken.get(each.late.orderId) ?? [] }
      case 'refused':
        return { ok: false, ...each.why }
    }
  })
}

type FilledParcel = Omit<NewParcel, 'contents' | 'service'> & Pick<ParcelFacts, 'contents' | 'service'>

interface Filled {
  order: LockedOrder
  lines: readonly LineRow[]
  parcels: readonly FilledParcel[]
}

type Why =
  | { reason: 'unknown' | 'nothing-chosen' | 'no-parcel' }
  | { reason: 'not-possible-now'; status: OrderStatus }
  | { reason: 'other-request'; made: readonly ParcelFacts[] }

type ShipmentCheck =
  | { is: 'possible'; filled: Filled }
  | { is: 'repeated' }
  /** Another member shipped the units first. */
  | { is: 'late'; late: OverclaimedOrder }
  | { is: 'refused'; why: Why }

const refused = (why: Why): ShipmentCheck => ({ is: 'refused', why })

/** Outcome for a request that reuses a parcel key (an idempotent replay); null if no key was used before. */
function repeated(
  { parcels }: ShipmentRequest,
  before: readonly ExistingParcel[],
  { order, now }: { order: LockedOrder; now: Date },
): ShipmentCheck | null {
  if (!parcels.some(({ key }) => before.some((made) => made.key === key))) return null
  const made = before.filter(({ orderId }) => orderId === order.id)
  return isFulfilled(parcels, made, now)
    ? { is: 'repeated' }
    : refused({ reason: 'other-request', made: made.map(({ facts }) => facts) })
}

function validateShipment({ parcels }: ShipmentRequest, order: LockedOrder, lines: readonly LineRow[]): ShipmentCheck {
  const { status } = order
  if (order.delivery !== 'SHIP') return refused({ reason: 'no-parcel' })
  if (!isUnshipped(status)) {
    if (status !== 'SHIPPED' && status !== 'DELIVERED') return refused({ reason: 'not-possible-now', status })
    const all = lines.map(({ line, ordered }) => ({ line, wanted: ordered, open: 0 }))
    return { is: 'late', late: { orderId: order.id, lines: all } }
  }
  const tooMuch = exceedsOpenUnits(parcels, lines)
  if (tooMuch.length > 0) return { is: 'late', late: { orderId: order.id, lines: tooMuch } }
  const filled = pairs(parcels, contentsOf(parcels, lines))
    .map(([{ service = order.shipping_service, ...parcel }, contents]) => ({ ...parcel, service, contents }))
    .filter(({ contents }) => contents.length > 0)
  if (filled.length === 0) return refused({ reason: 'nothing-chosen' })
  return { is: 'possible', filled: { order, lines, parcels: filled } }
}

async function addParcels(
  db: SellerDb,
  { sellerId, filled, actor, now }: Shipping & { filled: readonly Filled[] },
): Promise<void> {
  const parcels = filled.flatMap(({ order, parcels: own }) => own.map((parcel) => ({ order, parcel })))
  await lockStockOf(
    db,
    sellerId,
    filled.map(({ order }) => order.id),
  )
  const made = await db
    .insertInto('shipments')
    .values(
      parcels.map(({ order, parcel }) => ({
        seller_id: sellerId,
        order_id: order.id,
        carrier: parcel.carrier,
        service: parcel.service,
        tracking_number: parcel.trackingNumber,
        shipped_at: parcel.shippedAt,
        parcel_key: parcel.key,
        member_id: actor.kind === 'MEMBER' ? actor.id : null,
        member_name: nameOf(actor),
        recorded_at: now,
        external_id: parcel.externalId ?? null,
      })),
    )
    .returning(['id', 'parcel_key'])
    .execute()
  const parcelIds = new Map(made.map(({ id, parcel_key }) => [parcel_key, id]))
  const contents = filled.flatMap(({ lines, parcels: own }) => {
    const lineIds = new Map(lines.map(({ id, line }) => [line, id]))
    return own.flatMap((parcel) =>
      parcel.contents.map(({ line, units }) => ({
        seller_id: sellerId,
        shipment_id: assertDefined(parcelIds.get(parcel.key), 'it was made just now'),
        line_item_id: assertDefined(lineIds.get(line), 'a parcel holds lines of its order'),
        quantity: units,
      })),
    )
  })
  await db.insertInto('shipment_lines').values(contents).execute()
  await touchOrders(
    db,
    sellerId,
    filled.map(({ order }) => order.id),
  )
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor,
    events: parcels.map(({ order, parcel }) => ({
      orderId: order.id,
      kind: 'PARCEL_SHIPPED',
      subject: parcel.key,
      before: null,
      after: parcelFacts(parcel),
      requestKey: parcel.key,
    })),
  })
  await postGoods(db, { sellerId, orderIds: filled.map(({ order }) => order.id) })
}

function parcelFacts({ carrier, service, trackingNumber, shippedAt, contents }: FilledParcel): ParcelFacts {
  const sent = { carrier, service, trackingNumber, shippedAt: shippedAt.toISOString(), contents }
  return { ...sent, state: 'SHIPPED', deliveredAt: null }
}
