import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Hub } from '#web/hub.ts'
import { correctParcel } from '#features/shipping/fulfilment/correct-parcel-db.server.ts'
import { nameCarrier } from '#features/shipping/fulfilment/name-carrier.ts'
import type { ParcelKey, ShipOutcome } from '#features/shipping/fulfilment/parcel.ts'
import { shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { voidParcel } from '#features/shipping/fulfilment/void-parcel-db.server.ts'
import { answersOf, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { id, moment, mostLines, optional, text } from './fields.ts'
import { keyOf, orderOf, orderParams } from './order-params.ts'
import { order } from './order-schemas.ts'
import { sendOrder } from './orders.ts'
import { ApiProblem } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import { brand } from '#lib/brand.ts'

const shipmentBody = z
  .strictObject({
    carrier: text(60),
    service: optional(text(60)),
    trackingNumber: optional(text(40)),
    shippedAt: moment(),
    contents: z
      .array(
        z.strictObject({
          line: z.int().min(1).max(32_767).describe('Line number in the order, starting at 1'),
          quantity: z.int().min(1).max(10_000),
        }),
      )
      .min(1)
      .max(mostLines)
      .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, 'name a line twice')
      .nullish()
      .meta({ description: 'Units by line. Default: all units that are neither shipped nor cancelled' }),
  })
  .meta({ id: 'ShipmentBody', description: 'A parcel that left from the shop, and not from the hub' })

const shipmentParams = orderParams.extend({
  shipment: id().meta({ description: 'The parcel’s id in the marketplace', example: 's-1' }),
})

const keyOfShipment = (orderId: number, shipment: string) => brand<ParcelKey>(keyOf(`shipment ${orderId} ${shipment}`))

export const orderShipmentEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/orders/{order}/shipments/{shipment}',
    operationId: 'saveShipment',
    summary: 'Report a parcel shipped by the shop',
    description:
      'The order is shipped as if the seller had shipped it in the hub. In responses the parcel’s `external` is this id. Until it is delivered, the parcel takes another tracking number or carrier. For other changes, remove it, and report it under another id.',
    scope: 'orders:write',
    params: shipmentParams,
    body: shipmentBody,
    happened: ({ shippedAt }) => ({ '/shippedAt': shippedAt }),
    example: {
      carrier: 'Royal Mail',
      trackingNumber: 'AB123456785GB',
      shippedAt: '2026-11-23T15:10:00Z',
      contents: [{ line: 1, quantity: 1 }],
    },
    answers: answersOf(order, {
      200: 'The order; the parcel was already reported',
      201: 'The order, with the parcel',
    }),
    problems: ['not-possible-now', 'id-taken'],
    handle: async ({ hub, seller, params, body, write, read }) => {
      const { orderId, repeated } = await write((db) => ship(db, { hub, seller, params, body }))
      return sendOrder(read, seller, { orderId, status: repeated ? 200 : 201 })
    },
  }),
  sellerEndpoint({
    route: 'DELETE /sellers/{seller}/orders/{order}/shipments/{shipment}',
    operationId: 'removeShipment',
    summary: 'Take back a parcel reported by the shop',
    description: 'Possible until the parcel’s first scan. Its units await shipment again.',
    scope: 'orders:write',
    params: shipmentParams,
    answers: { 200: { description: 'The order, without the parcel', schema: order } },
    problems: ['not-possible-now'],
    handle: async ({ hub, seller, params, write, read }) => {
      const orderId = await write(async (db) => {
        const found = await orderOf(db, seller, params.order)
        const key = keyOfShipment(found.id, params.shipment)
        const voiding = { sellerId: seller.id, number: found.number, key, now: hub.now() }
        const outcome = await voidParcel(db, { ...voiding, actor: { kind: 'MARKETPLACE' } })
        if (outcome.ok) return found.id
        throw outcome.reason === 'scanned'
          ? new ApiProblem('not-possible-now', { detail: 'A carrier has scanned the parcel.' })
          : new ApiProblem('not-found', { detail: 'There is no such parcel.' })
      })
      return sendOrder(read, seller, { orderId, status: 200 })
    },
  }),
]

interface Shipping {
  hub: Pick<Hub, 'now' | 'config'>
  seller: ApiSeller
  params: z.output<typeof shipmentParams>
  body: z.output<typeof shipmentBody>
}

async function ship(db: SellerDb, { hub, seller, params, body }: Shipping) {
  const found = await orderOf(db, seller, params.order)
  const key = keyOfShipment(found.id, params.shipment)
  const named = nameCarrier({ tracking: body.trackingNumber ?? '', carrier: body.carrier }, hub.config.carriers)
  if (!named.ok) {
    const pointer = named.problem.field === 'carrier' ? '/carrier' : '/trackingNumber'
    throw new ApiProblem('invalid-body', { errors: [{ pointer, detail: 'No carrier has such a one.' }] })
  }
  const shippedAt = new Date(body.shippedAt)
  const of = { sellerId: seller.id, number: found.number, actor: { kind: 'MARKETPLACE' }, now: hub.now() } as const
  const name = { carrier: named.carrier, trackingNumber: body.trackingNumber ?? null }
  const shipAs = (as: typeof name) =>
    shipOrder(db, {
      ...of,
      parcels: [
        {
          key,
          ...as,
          ...(body.service ? { service: body.service } : {}),
          shippedAt: shippedAt < found.placedAt ? found.placedAt : shippedAt,
          contents: body.contents ? new Map(body.contents.map(({ line, quantity }) => [line, quantity])) : 'rest',
          externalId: params.shipment,
        },
      ],
    })
  const outcome = await shipAs(name)
  if (outcome.ok && !outcome.repeated) return { orderId: found.id, repeated: false }
  if (!outcome.ok) {
    const [made] = outcome.reason === 'other-request' ? outcome.made : []
    // The same parcel, but for its number.
    if (!made || !(await shipAs({ carrier: made.carrier, trackingNumber: made.trackingNumber })).ok)
      throw refusalOf(outcome)
  }
  const corrected = await correctParcel(db, { ...of, ...name, key })
  if (corrected.ok) return { orderId: found.id, repeated: true }
  throw new ApiProblem('not-possible-now', {
    detail:
      corrected.reason === 'delivered'
        ? 'The parcel was delivered.'
        : 'The parcel was taken back. Report it under another id.',
  })
}

function refusalOf(outcome: Extract<ShipOutcome, { ok: false }>): ApiProblem {
  const refused = (detail: string) => new ApiProblem('not-possible-now', { detail })
  switch (outcome.reason) {
    case 'unknown':
      return new ApiProblem('not-found')
    case 'other-request':
      return new ApiProblem('id-taken', { detail: 'Another parcel of the order has this id.' })
    case 'nothing-chosen':
      return refused('Nothing of the order is left to be shipped.')
    case 'no-parcel':
      return refused('The order is not shipped: its buyer collects or downloads it.')
    case 'not-possible-now':
      return refused(`The order is ${outcome.status}: nothing of it can be shipped.`)
    case 'more-than-open':
      return new ApiProblem('not-possible-now', {
        detail: 'Fewer units are left to be shipped.',
        errors: outcome.lines.map(({ line, open }) => ({
          pointer: '/contents',
          detail: `Units of line ${line} left to be shipped: ${open}.`,
        })),
      })
  }
}
