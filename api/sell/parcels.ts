import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { nameCarrier } from '#features/shipping/fulfilment/name-carrier.ts'
import { type NewParcel } from '#features/shipping/fulfilment/parcel.ts'
import { openUnits } from '#features/core/order/line-units.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { lineItemId } from '#features/core/order/order.ts'
import { day } from '#lib/duration.ts'
import { moment } from '../fields.ts'
import type { OrderParts } from '../order-rows.ts'
import { requireOrder } from './orders.ts'
import { parcelPath, type DatedOrder } from './order-shape.ts'
import { parseBody, SellError } from './sell-error.ts'
import type { SellCall, SellRoute } from './sell-route.ts'

/** Carrier if a tool names none. */
const anyCarrier = 'Other'

export const parcelBody = z.object({
  lineItems: z
    .array(z.object({ lineItemId: z.string().min(1), quantity: z.int().min(1).max(100_000).optional() }))
    .max(100)
    .optional(),
  shippedDate: moment().optional(),
  shippingCarrierCode: z.string().max(60).optional(),
  trackingNumber: z.string().max(40).optional(),
})

type Contents = Exclude<NewParcel['contents'], 'rest'>

/** Contents of the parcel: as given, or everything unshipped. */
function readContents(order: DatedOrder, lines: z.output<typeof parcelBody>['lineItems']): Contents {
  const known = order.lines.map((line) => ({
    line: line.position,
    open: openUnits({
      line: line.position,
      ordered: line.quantity,
      shipped: line.shipped_quantity,
      cancelled: line.cancelled_quantity,
    }),
  }))
  if (!lines || lines.length === 0) return new Map(known.map(({ line, open }) => [line, open]))
  const contents = new Map<number, number>()
  for (const { lineItemId: named, quantity } of lines) {
    const found = known.find(({ line }) => lineItemId(order.order_number, line) === named)
    const parameters = { lineItemId: named }
    if (!found) throw new SellError(32200, { detail: `The order has no line item “${named}”.`, parameters })
    if (contents.has(found.line)) throw new SellError(32210, { parameters })
    contents.set(found.line, quantity ?? found.open)
  }
  return contents
}

/** Carrier and number; both are required, or neither. */
function readCarrier(
  { hub }: SellCall,
  { trackingNumber = '', shippingCarrierCode = '' }: z.output<typeof parcelBody>,
): Pick<NewParcel, 'carrier' | 'trackingNumber'> {
  if ((trackingNumber === '') !== (shippingCarrierCode === '')) throw new SellError(32300)
  if (trackingNumber === '') return { carrier: anyCarrier, trackingNumber: null }
  const named = nameCarrier({ tracking: trackingNumber, carrier: shippingCarrierCode }, hub.config.carriers)
  if (!named.ok) throw new SellError(32300, { detail: 'The number or the carrier has a form that none has.' })
  return { carrier: named.carrier, trackingNumber }
}

/** A day before the order comes from a wrong clock or time zone; use the order's time. */
function readShipped(order: DatedOrder, shipped: string | undefined, now: Date): Date {
  if (shipped === undefined) return now
  const at = new Date(shipped)
  if (at.getTime() > now.getTime() + day || at.getTime() < order.placed_at.getTime() - day) throw new SellError(32500)
  if (at < order.placed_at) return order.placed_at
  return at > now ? now : at
}

const sameContents = (parcel: OrderParts['parcels'][number], contents: Contents) => {
  const units = [...contents].filter(([, quantity]) => quantity > 0)
  return (
    parcel.contents.length === units.length &&
    parcel.contents.every(({ line, quantity }) => contents.get(line) === quantity)
  )
}

/**
 * Finds an identical earlier parcel by number and contents, for tools that retry. "Everything left" matches only if
 * nothing is left; another parcel with this number proves nothing.
 */
const findRepeatedParcel = (
  order: DatedOrder,
  { trackingNumber, carrier, contents }: NewParcel & { contents: Contents },
  lines: z.output<typeof parcelBody>['lineItems'] = [],
) => {
  const isCounted = lines.length > 0 && lines.every(({ quantity }) => quantity !== undefined)
  return order.parcels.find(
    (parcel) =>
      trackingNumber !== null &&
      parcel.tracking_number === trackingNumber &&
      parcel.carrier === carrier &&
      (isCounted ? sameContents(parcel, contents) : [...contents.values()].every((units) => units === 0)),
  )
}

async function ship(call: SellCall, db: SellerDb): Promise<{ number: string; key: string }> {
  const { hub, seller, actor } = call
  const body = parseBody(parcelBody, call.body, 32600)
  // Locked, so that of two identical concurrent requests the second sees the first's parcel.
  const order = await requireOrder(call, db, { held: true })
  const { order_number: number } = order
  const now = hub.now()
  const parcel = {
    ...readCarrier(call, body),
    key: newParcelKey(),
    shippedAt: readShipped(order, body.shippedDate, now),
    contents: readContents(order, body.lineItems),
  }
  const known = findRepeatedParcel(order, parcel, body.lineItems)
  if (known) return { number, key: known.parcel_key }
  const outcome = await shipOrder(db, { sellerId: seller.id, number, parcels: [parcel], actor, now })
  if (outcome.ok) return { number, key: parcel.key }
  switch (outcome.reason) {
    case 'other-request':
      throw new Error('the key of a parcel was drawn twice')
    case 'unknown':
      throw new SellError(32100)
    case 'nothing-chosen':
      throw new SellError(32600, { detail: 'Nothing of the order is left to be shipped.' })
    case 'no-parcel':
      throw new SellError(32600, { detail: 'The order is not shipped: its buyer collects or downloads it.' })
    case 'not-possible-now':
      throw new SellError(32600, { detail: `The order is ${outcome.status}: nothing of it can be shipped.` })
    case 'more-than-open': {
      const [first] = outcome.lines
      const parameters = { lineItemId: first ? lineItemId(number, first.line) : '' }
      const detail = `Of line item ${parameters.lineItemId} ${first?.open ?? 0} are left to be shipped.`
      throw new SellError(32600, { detail, parameters })
    }
  }
}

const writeParcel = (order: DatedOrder, parcel: OrderParts['parcels'][number]) => ({
  fulfillmentId: parcel.parcel_key,
  shipmentTrackingNumber: parcel.tracking_number ?? undefined,
  shippingCarrierCode: parcel.carrier,
  shippedDate: parcel.shipped_at?.toISOString(),
  lineItems: parcel.contents.map(({ line, quantity }) => ({
    lineItemId: lineItemId(order.order_number, line),
    quantity,
  })),
})

export const parcelRoutes: SellRoute[] = [
  {
    route: `GET ${parcelPath('{orderId}')}`,
    scope: 'orders:read',
    async handle(call) {
      const order = await call.read((db) => requireOrder(call, db))
      const fulfillments = order.parcels.map((parcel) => writeParcel(order, parcel))
      return { status: 200, body: { fulfillments, total: fulfillments.length } }
    },
  },
  {
    route: `POST ${parcelPath('{orderId}')}`,
    scope: 'orders:ship',
    body: 32600,
    async handle(call) {
      const { number, key } = await call.write((db) => ship(call, db))
      return { status: 201, body: {}, location: parcelPath(number, key) }
    },
  },
  {
    route: `GET ${parcelPath('{orderId}', '{fulfillmentId}')}`,
    scope: 'orders:read',
    async handle(call) {
      const order = await call.read((db) => requireOrder(call, db))
      const named = call.params.fulfillmentId ?? ''
      const parcel = order.parcels.find(({ parcel_key: key }) => key === named)
      if (!parcel) throw new SellError(32110, { parameters: { fulfillmentId: named } })
      return { status: 200, body: writeParcel(order, parcel) }
    },
  },
]
