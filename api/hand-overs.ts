import { selectOfSeller } from '#db/select-of-seller.ts'
import { z } from 'zod'
import { handOver, isHandOverUndone } from '#features/shipping/hand-over/hand-over-db.server.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { moment } from './fields.ts'
import { orderOf, orderParams } from './order-params.ts'
import { order } from './order-schemas.ts'
import { sendOrder } from './orders.ts'
import { ApiProblem } from './problem.ts'

const handOverBody = z
  .strictObject({ at: moment() })
  .meta({ id: 'HandOverBody', description: 'When the buyer collected the order' })

export const handOverEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/orders/{order}/hand-over',
    operationId: 'saveHandOver',
    summary: 'Report that an order was collected',
    description:
      'A paid order with `delivery` `COLLECT` is delivered, as if the seller had handed it over in the hub. Reporting it again changes nothing; once the seller took it back, it is refused.',
    scope: 'orders:write',
    params: orderParams,
    body: handOverBody,
    happened: ({ at }) => ({ '/at': at }),
    example: { at: '2026-11-23T15:10:00Z' },
    answers: { 200: { description: 'The order', schema: order } },
    problems: ['not-possible-now'],
    handle: async ({ hub, seller, params, body, read }) => {
      const orderId = await hub.db.asOwnerFor(seller.id, async (db) => {
        const found = await orderOf(db, seller, params.order)
        const at = new Date(body.at)
        const now = at < found.placedAt ? found.placedAt : at
        const handing = { sellerId: seller.id, numbers: [found.number], actor: { kind: 'MARKETPLACE' }, now } as const
        // First, so that an undo at the same moment is seen.
        await lockOrders(db, seller.id, [found.number])
        const wasUndone = await isHandOverUndone(db, { sellerId: seller.id, orderId: found.id, at: now })
        const [done] = wasUndone ? [] : await handOver(db, handing)
        if (done) return found.id
        const row = await selectOfSeller(db, 'orders', seller.id)
          .select(['delivery', 'delivered', 'status'])
          .where('id', '=', found.id)
          .executeTakeFirstOrThrow()
        if (row.delivery === 'COLLECT' && row.delivered) return found.id
        const detail = wasUndone
          ? 'The seller took this handover back.'
          : row.delivery === 'COLLECT'
            ? `The order is ${row.status}: it cannot be handed over.`
            : 'The buyer does not collect the order.'
        throw new ApiProblem('not-possible-now', { detail })
      })
      return sendOrder(read, seller, { orderId, status: 200 })
    },
  }),
]
