import { selectOfSeller } from '#db/select-of-seller.ts'
import { z } from 'zod'
import { refundLatePayment } from '#features/after-sale/cancellations/refund-late-payment-db.server.ts'
import type { IntakeOutcome } from '#features/orders/order-intake/pushed-order.ts'
import { keepUnusable } from '#features/orders/order-intake/keep-unusable-db.server.ts'
import { takeOrder } from '#features/orders/order-intake/intake-lanes.server.ts'
import { takeOrdersIsolated } from '#features/orders/order-intake/take-orders-db.server.ts'
import { takePayment } from '#features/orders/order-intake/take-payment-db.server.ts'
import { readShopItems } from '#features/selling/pushed-listings/shop-listings-db.server.ts'
import type { RefundKey } from '#features/after-sale/refunds/refund.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { promiseShipByOf } from '#features/orders/ship-calendar/promise-ship-by.server.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows, type OwnRows } from '#web/own-rows.ts'
import type { SellerDb } from '#db/client.ts'
import { changesDescription, changesPageSchema, inOrderOf, readChanged } from './changes-page.ts'
import { answersOf, requireMatch, sellerEndpoint, type Answer, type Endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { findOrders, isSearch, ordersQuery } from './find-orders.ts'
import { mendOrder, mendPayment } from './mend-order.ts'
import { happenedInHistory } from './order-history.ts'
import { keyOf, orderOf, orderParams } from './order-params.ts'
import { readWholeOrders, type WholeOrder } from './order-rows.ts'
import { orderBody, paymentBody } from './order-body.ts'
import { order, writeOrder } from './order-schemas.ts'
import { ApiProblem, type ProblemCode } from './problem.ts'
import { paymentOf, paymentRefusal, toPushedOrder, refusalOf, shopListingsOf, type ShopItems } from './pushed-orders.ts'
import { databaseFor, dryRunQuery } from './rehearsed.ts'
import { sellerIdOf, type ApiSeller } from './sellers-by-id.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'

const exampleOrder: z.input<typeof orderBody> = {
  id: 'A-1001',
  placedAt: '2026-11-22T09:30:00Z',
  buyer: { id: 'b-77', username: 'anna', name: 'Anna Example' },
  shipTo: { name: 'Anna Example', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' },
  currency: 'GBP',
  lines: [{ item: '118304211004', quantity: 1, unitPrice: { value: '45.00', currency: 'GBP' } }],
  payment: { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: '2026-11-22T09:30:05Z' },
}

const placing: ProblemCode[] = [
  'seller-suspended',
  'id-taken',
  'no-such-listing',
  'no-such-variation',
  'not-on-offer',
  'wrong-offer',
  'wrong-coupon',
  'not-enough-stock',
  'wrong-currency',
  'wrong-amount',
]

/** Finds which orders already exist. For a suspended seller, only repeated orders are answered and new ones refused. */
async function knownOrders(
  { db }: Pick<Hub, 'db'>,
  sellerId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await selectOfSeller(db.owner, 'orders', sellerId)
    .select('external_id')
    .where('external_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ external_id: known }) => known))
}

/** Listings that lines name by the marketplace's ids; most orders name none. */
export async function shopItemsOf(
  hub: Pick<Hub, 'db'>,
  sellerId: number,
  orders: Parameters<typeof shopListingsOf>[0],
): Promise<ShopItems> {
  const named = shopListingsOf(orders)
  return named.length === 0 ? new Map() : ownRows(hub, sellerId).read((own) => readShopItems(own, sellerId, named))
}

export const orderEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/orders',
    operationId: 'placeOrder',
    summary: 'Create an order',
    description:
      'Reserves stock; if there is not enough, the order is refused and the response says how many units are left. Sending the same body again changes nothing; a different order with the same id is refused. ' +
      'An order that is sold (PAID, `"onShort": "take"` or historical) is not refused for a field that cannot be used: what is missing or unusable is in `unusable`, and a task for the seller. ' +
      'With `"history": true`, it imports a completed order. ' +
      'As `application/x-ndjson`, the request takes up to 100,000 orders, one per line. Each is processed independently and has its own line in the response.',
    scope: 'orders:write',
    query: dryRunQuery,
    body: orderBody,
    happened: (body) => ({
      '/placedAt': body.placedAt,
      '/payment/paidAt': body.payment?.paidAt,
      ...happenedInHistory(body),
    }),
    example: exampleOrder,
    batch: true,
    mend: mendOrder,
    answers: answersOf(order, { 200: 'The order already existed', 201: 'The order was created' }),
    problems: placing,
    handle: async ({ hub, seller, query, body }) => {
      if (seller.suspended_at && !body.history && !(await knownOrders(hub, seller.id, [body.id])).has(body.id))
        throw new ApiProblem('seller-suspended')
      const pushed = toPushedOrder(body, await shopItemsOf(hub, seller.id, [body]))
      const intake = { sellerId: seller.id, order: pushed, now: hub.now, rules: hub.config }
      const { outcome, row } = await takeOrder(databaseFor(hub.db, query), intake, readWholeOrders)
      if (!outcome.ok) throw refusalOf(outcome, body)
      return answerWith(seller, {
        row: assertDefined(row, 'it was taken, and read in the same transaction'),
        status: statusOf(outcome),
      })
    },
    handleLines: async ({ hub, seller, query, bodies }) => {
      // Read again: the seller may have been suspended during a long batch.
      const sellers = hub.db.owner.selectFrom('sellers').select('suspended_at').where('id', '=', seller.id)
      const isSuspended = (await sellers.executeTakeFirstOrThrow()).suspended_at !== null
      const ids = bodies.map(({ id: ofOrder }) => ofOrder)
      const known = isSuspended ? await knownOrders(hub, seller.id, ids) : null
      const isRefused = (body: (typeof bodies)[number]) => known !== null && !body.history && !known.has(body.id)
      const taken = bodies.filter((body) => !isRefused(body))
      const items = await shopItemsOf(hub, seller.id, taken)
      const orders = taken.map((body) => toPushedOrder(body, items))
      const intake = { sellerId: seller.id, orders, now: hub.now(), rules: hub.config }
      const results = taken.length > 0 ? await takeOrdersIsolated(databaseFor(hub.db, query), intake) : []
      return bodies.map((body) => {
        if (isRefused(body)) return { error: new ApiProblem('seller-suspended') }
        const result = assertDefined(results.shift(), 'each order that is taken has a result')
        if (result.status === 'rejected') return { error: result.reason as unknown }
        const { outcome } = result.value
        if (!outcome.ok) return { error: refusalOf(outcome, body) }
        return {
          status: statusOf(outcome),
          location: locationOf(seller, body.id),
        }
      })
    },
  }),
  sellerEndpoint({
    route: 'GET /sellers/{seller}/orders',
    operationId: 'listOrders',
    summary: 'List orders by last change, or find them',
    description:
      `Orders include their payments, parcels, refunds and cancellations. ${changesDescription}\n\n` +
      'With a filter or `sort`, lists the orders that match now. A cursor is valid only with the filters and the `sort` of its page. An order that changes between pages may move: with `changedAt` it comes again at the end, with `-changedAt` it may be missed. To follow changes, use the list without filters.',
    scope: 'orders:read',
    query: ordersQuery,
    answers: { 200: { description: 'A page of orders', schema: changesPageSchema(order) } },
    handle: ({ hub, seller, query, read }) => {
      const readOrders = async (db: SellerDb, rows: { id: number }[]) => {
        const ids = rows.map((row) => row.id)
        return inOrderOf(rows, await readWholeOrders(db, seller.id, ids)).map(writeOrder)
      }
      return isSearch(query)
        ? findOrders({ hub, seller, query, read }, readOrders)
        : readChanged({ hub, seller, kind: 'ORDER', query }, readOrders)
    },
  }),
  sellerEndpoint({
    route: 'GET /sellers/{seller}/orders/{order}',
    operationId: 'getOrder',
    summary: 'Retrieve an order',
    scope: 'orders:read',
    params: orderParams,
    answers: { 200: { description: 'The order', schema: order } },
    handle: async ({ seller, params, read }) => {
      const orderId = await read(async (db) => (await orderOf(db, seller, params.order)).id)
      return sendOrder(read, seller, { orderId, status: 200 })
    },
  }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/orders/{order}/payments/{payment}',
    operationId: 'savePayment',
    summary: 'Report a payment’s status',
    description:
      'A payment is identified by its id. It can change while it is PENDING; PAID and FAILED are final. Once fully paid, the order becomes paid and gets its ship-by deadline. Payments for a cancelled order are refunded.',
    scope: 'orders:write',
    params: orderParams.extend({
      payment: id().meta({ description: 'The payment’s id in the marketplace', example: 'p-1' }),
    }),
    body: paymentBody,
    happened: ({ paidAt }) => ({ '/paidAt': paidAt }),
    example: { method: 'CARD', state: 'PAID', paidAt: '2026-11-22T09:30:05Z' },
    versioned: true,
    mend: mendPayment,
    answers: answersOf(order, {
      200: 'The order; the payment already existed',
      201: 'The order; the payment was created',
    }),
    problems: ['wrong-currency', 'wrong-amount', 'not-possible-now'],
    handle: async ({ hub, seller, params, body, ifMatch, write, read }) => {
      const { orderId, isNew, refund } = await write(async (db) => {
        const found = await orderOf(db, seller, params.order)
        const payment = paymentOf({ id: params.payment, ...body }, found.currency)
        const outcome = await takePayment(db, {
          sellerId: seller.id,
          orderId: found.id,
          payment,
          now: hub.now(),
          rules: hub.config,
          // If-Match refers to the order, because the response is the order.
          before: async () => {
            if (ifMatch === null) return
            const [row] = await readWholeOrders(db, seller.id, [found.id])
            requireMatch(ifMatch, writeOrder(assertDefined(row, 'it was found in this transaction')))
          },
        })
        if (!outcome.ok) throw paymentRefusal(outcome, '')
        await keepUnusable(db, {
          sellerId: seller.id,
          orderId: found.id,
          fields: (body.unusable ?? []).map(({ field, value }) => ({
            field: `/payments/${params.payment}${field}`,
            value,
          })),
        })
        const late = { sellerId: seller.id, number: found.number, now: hub.now() }
        const key = brand<RefundKey>(keyOf(`late payment ${found.id} ${params.payment}`))
        return {
          orderId: found.id,
          isNew: outcome.isNew,
          refund: body.state === 'PAID' && !outcome.repeated ? await refundLatePayment(db, { ...late, key }) : null,
        }
      })
      if (refund) await settleRefund(hub, seller.id, refund)
      if (body.state === 'PAID') await promiseShipByOf(hub.db, seller.id)
      return sendOrder(read, seller, { orderId, status: isNew ? 201 : 200 })
    },
  }),
]

const statusOf = ({ repeated }: Extract<IntakeOutcome, { ok: true }>) => (repeated ? 200 : 201)

const locationOf = (seller: ApiSeller, orderId: string) =>
  `/sellers/${encodeURIComponent(sellerIdOf(seller))}/orders/${encodeURIComponent(orderId)}`

export async function sendOrder(
  read: OwnRows['read'],
  seller: ApiSeller,
  { orderId, status }: { orderId: number; status: number },
) {
  const [row] = await read((db) => readWholeOrders(db, seller.id, [orderId]))
  return answerWith(seller, { row: assertDefined(row, 'it was found, and orders stay'), status })
}

function answerWith(seller: ApiSeller, { row, status }: { row: WholeOrder; status: number }): Answer {
  const body = writeOrder(row)
  return { status, body, location: locationOf(seller, body.id) }
}
