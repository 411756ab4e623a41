import { keepUnusable } from '#features/orders/order-intake/keep-unusable-db.server.ts'
import { changeAddress } from '#features/orders/order-address/change-address-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { mendAddress, unusable } from './mend-order.ts'
import { orderOf, orderParams } from './order-params.ts'
import { readWholeOrders } from './order-rows.ts'
import { shipToBody } from './order-body.ts'
import { order, writeOrder } from './order-schemas.ts'
import { ApiProblem } from './problem.ts'
import { addressOf } from './pushed-orders.ts'

const refusals = {
  'no-parcel': 'The order is not shipped, so it has no address to ship to.',
  shipped: 'Part of the order has shipped, so its address can no longer be changed. Ask the seller or the carrier.',
  closed: 'The order was cancelled or refunded: nothing will ship.',
} as const

const correctedAddress = shipToBody
  .extend({ unusable })
  .meta({ id: 'CorrectedAddressBody', description: 'The address of an order, in place of the former one' })

/** Address of an order, which the marketplace can correct until it ships. */
export const orderAddressEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/orders/{order}/ship-to',
    operationId: 'correctShipTo',
    summary: 'Update an order’s address',
    description:
      'Possible until part of the order has shipped. The whole address is replaced; sending the current address changes nothing. The seller is notified if a packing slip or a label was already printed.',
    scope: 'orders:write',
    params: orderParams,
    body: correctedAddress,
    mend: mendAddress,
    example: {
      name: 'Anna Example',
      line1: '10 High Street',
      city: 'London',
      postalCode: 'SE1 1AA',
      country: 'GB',
    },
    versioned: true,
    answers: { 200: { description: 'The order, with its new address', schema: order } },
    problems: ['not-possible-now'],
    handle: async ({ hub, seller, params, body, ifMatch, read }) => {
      const found = await hub.db.asOwnerFor(seller.id, async (db) => {
        const named = await orderOf(db, seller, params.order)
        const outcome = await changeAddress(db, {
          sellerId: seller.id,
          number: named.number,
          shipTo: addressOf(body),
          reason: null,
          actor: { kind: 'MARKETPLACE' },
          now: hub.now(),
          before: async () => {
            if (ifMatch === null) return
            const [row] = await readWholeOrders(db, seller.id, [named.id])
            requireMatch(ifMatch, writeOrder(assertDefined(row, 'it was found in this transaction')))
          },
        })
        if (outcome.ok) {
          const fields = (body.unusable ?? []).map(({ field, value }) => ({ field: `/shipTo${field}`, value }))
          await keepUnusable(db, { sellerId: seller.id, orderId: named.id, fields })
          return named.id
        }
        if (outcome.reason === 'unknown' || outcome.reason === 'changed-meanwhile') throw new ApiProblem('not-found')
        throw new ApiProblem('not-possible-now', { detail: refusals[outcome.reason] })
      })
      const [row] = await read((db) => readWholeOrders(db, seller.id, [found]))
      return { status: 200, body: writeOrder(assertDefined(row, 'it was found, and orders stay')) }
    },
  }),
]
