import { createHash } from 'node:crypto'
import { z } from 'zod'
import { requestCancellation } from '#features/cancellations/cancel-order-db.server.ts'
import type { CancelKey } from '#features/cancellations/cancellation.ts'
import type { ItemNumber } from '#features/listing/listing.ts'
import { takeOrder } from '#features/order-intake/take-order-db.server.ts'
import { takePayment } from '#features/order-intake/take-payment-db.server.ts'
import type { IntakeOutcome, PaymentRefusal, PushedOrder, PushedPayment } from '#features/order-intake/pushed-order.ts'
import type { OrderNumber } from '#features/order/order.ts'
import { promiseShipByOf } from '#features/ship-calendar/promise-ship-by.server.ts'
import type { SellerDb } from '#db/client.ts'
import type { Hub } from '#web/hub.ts'
import { pageOf, pageQuery, readPage } from './cursor.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { id, minorOf } from './fields.ts'
import { findOrderId, readWholeOrders } from './order-rows.ts'
import { order, orderBody, paymentBody, writeOrder } from './order-schemas.ts'
import { ApiProblem, type ProblemCode } from './problem.ts'
import { sellerIdOf, type ApiSeller } from './sellers-by-id.ts'
import { noQuery, sellerParams } from './sellers.ts'

const orderParams = sellerParams.extend({
  order: id().meta({ description: 'The order’s id in the marketplace, or its number', example: 'A-1001' }),
})

const exampleOrder: z.input<typeof orderBody> = {
  id: 'A-1001',
  placedAt: '2026-11-22T09:30:00Z',
  buyer: { id: 'b-77', username: 'anna', name: 'Anna Example' },
  shipTo: { name: 'Anna Example', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' },
  currency: 'GBP',
  lines: [{ item: '118304211004', quantity: 1, unitPrice: { value: '45.00', currency: 'GBP' } }],
  payment: { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: '2026-11-22T09:30:05Z' },
}

const cancellationBody = z
  .strictObject({
    id: id().meta({ description: 'The request’s id in the marketplace: sent again, it is the same request' }),
    reason: z.enum([
      'BUYER_ASKED_CANCEL',
      'ORDER_MISTAKE',
      'FOUND_CHEAPER_PRICE',
      'WONT_ARRIVE_IN_TIME',
      'WRONG_SHIPPING_ADDRESS',
      'OTHER',
    ]),
  })
  .meta({ id: 'CancellationRequestBody', description: 'A buyer’s wish to cancel' })

const placing: ProblemCode[] = [
  'seller-suspended',
  'id-taken',
  'no-such-listing',
  'no-such-variation',
  'not-on-offer',
  'not-enough-stock',
  'wrong-currency',
  'wrong-amount',
]

/** Orders, their payments, and buyers' wishes to cancel them. */
export const orderEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'POST',
      path: '/sellers/{seller}/orders',
      tag: 'Orders',
      summary: 'Push an order in',
      description:
        'It reserves its stock; where there is not enough, it is refused and says how many are left. The same order sent again is the same order; another one under its id is refused. ' +
        'As `application/x-ndjson` it takes up to 10,000 orders, one a line, each for itself, with an answer a line.',
      scope: 'orders:write',
      params: sellerParams,
      query: noQuery,
      body: orderBody,
      example: exampleOrder,
      batch: true,
      answers: {
        200: { description: 'The order, which was here before', schema: order },
        201: { description: 'The order', schema: order },
      },
      problems: placing,
    },
    async ({ hub, seller, body }) => {
      if (seller.suspended_at) throw new ApiProblem('seller-suspended')
      const pushed = pushedOf(body)
      const taken = await hub.db.asSeller(seller.id, 'write', async (db) => {
        const outcome = await takeOrder(db, { sellerId: seller.id, order: pushed, now: hub.now() })
        // Thrown, so that nothing of it stays.
        if (!outcome.ok) throw refusalOf(outcome)
        return outcome
      })
      if (body.payment?.state === 'PAID' && !taken.repeated) await promiseShipByOf(hub.db, seller.id)
      return sendOrder(hub, seller, { orderId: taken.orderId, status: taken.repeated ? 200 : 201 })
    },
  ),
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/orders',
      tag: 'Orders',
      summary: 'List orders, as they came in',
      description: 'Each with its payments, parcels, refunds and cancellation.',
      scope: 'orders:read',
      params: sellerParams,
      query: pageQuery,
      body: null,
      answers: { 200: { description: 'A page of orders', schema: pageOf(order) } },
      problems: [],
    },
    async ({ hub, seller, query }) => {
      const list = `orders of ${seller.id}`
      const page = await hub.db.asSeller(seller.id, 'read', (db) =>
        readPage({ secret: hub.secret, query, list }, async (after, limit) => {
          const behind = db.selectFrom('orders').select('id').where('seller_id', '=', seller.id).where('id', '>', after)
          const rows = await behind.orderBy('id').limit(limit).execute()
          return readWholeOrders(
            db,
            seller.id,
            rows.map((row) => row.id),
          )
        }),
      )
      return { status: 200, body: { ...page, items: page.items.map(writeOrder) } }
    },
  ),
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/orders/{order}',
      tag: 'Orders',
      summary: 'Read an order',
      scope: 'orders:read',
      params: orderParams,
      query: noQuery,
      body: null,
      answers: { 200: { description: 'The order', schema: order } },
      problems: [],
    },
    async ({ hub, seller, params }) => {
      const orderId = await hub.db.asSeller(seller.id, 'read', (db) => orderIdOf(db, seller, params.order))
      return sendOrder(hub, seller, { orderId, status: 200 })
    },
  ),
  sellerEndpoint(
    {
      method: 'PUT',
      path: '/sellers/{seller}/orders/{order}/payments/{payment}',
      tag: 'Orders',
      summary: 'Say how a payment stands',
      description:
        'Known by its id, a payment moves on from PENDING; one that is PAID or FAILED stays. The order becomes paid by itself, and gets its ship-by time.',
      scope: 'orders:write',
      params: orderParams.extend({
        payment: id().meta({ description: 'The payment’s id in the marketplace', example: 'p-1' }),
      }),
      query: noQuery,
      body: paymentBody,
      example: { method: 'CARD', state: 'PAID', paidAt: '2026-11-22T09:30:05Z' },
      answers: {
        200: { description: 'The order; the payment was known', schema: order },
        201: { description: 'The order; the payment is new', schema: order },
      },
      problems: ['wrong-currency', 'wrong-amount', 'not-possible-now'],
    },
    async ({ hub, seller, params, body }) => {
      const { orderId, isNew } = await hub.db.asSeller(seller.id, 'write', async (db) => {
        const found = await orderIdOf(db, seller, params.order)
        const payment = paymentOf({ id: params.payment, ...body }, await currencyOf(db, seller, found))
        const outcome = await takePayment(db, { sellerId: seller.id, orderId: found, payment })
        if (!outcome.ok) throw paymentRefusal(outcome, '')
        return { orderId: found, isNew: outcome.isNew }
      })
      if (body.state === 'PAID') await promiseShipByOf(hub.db, seller.id)
      return sendOrder(hub, seller, { orderId, status: isNew ? 201 : 200 })
    },
  ),
  sellerEndpoint(
    {
      method: 'POST',
      path: '/sellers/{seller}/orders/{order}/cancellation-requests',
      tag: 'Orders',
      summary: 'Ask to cancel for the buyer',
      description:
        'The seller answers until `cancellation.respondBy`; accepted, the stock is released and the money goes back.',
      scope: 'orders:write',
      params: orderParams,
      query: noQuery,
      body: cancellationBody,
      example: { id: 'c-1', reason: 'ORDER_MISTAKE' },
      answers: {
        200: { description: 'The order; the request was known', schema: order },
        201: { description: 'The order, with the request', schema: order },
      },
      problems: ['not-possible-now'],
    },
    async ({ hub, seller, params, body }) => {
      const { orderId, repeated } = await hub.db.asSeller(seller.id, 'write', async (db) => {
        const found = await orderIdOf(db, seller, params.order)
        const outcome = await requestCancellation(db, {
          sellerId: seller.id,
          number: await numberOf(db, seller, found),
          policyPack: hub.config.policyPack,
          actor: { kind: 'BUYER' },
          now: hub.now(),
          key: keyOf(`cancel ${found} ${body.id}`) as CancelKey,
          reason: body.reason,
        })
        if (!outcome.ok)
          throw new ApiProblem('not-possible-now', { detail: `The order refuses it: ${outcome.reason}.` })
        return { orderId: found, repeated: outcome.repeated }
      })
      return sendOrder(hub, seller, { orderId, status: repeated ? 200 : 201 })
    },
  ),
]

/** The hub's own key of what the marketplace named. */
const keyOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

async function orderIdOf(db: SellerDb, seller: ApiSeller, of: string): Promise<number> {
  const found = await findOrderId(db, seller.id, of)
  if (found === null) throw new ApiProblem('not-found', { detail: 'There is no such order.' })
  return found
}

const ownOrder = (db: SellerDb, seller: ApiSeller, orderId: number) =>
  db
    .selectFrom('orders')
    .select(['order_number', 'currency'])
    .where('seller_id', '=', seller.id)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()

const currencyOf = async (db: SellerDb, seller: ApiSeller, orderId: number) =>
  (await ownOrder(db, seller, orderId)).currency
const numberOf = async (db: SellerDb, seller: ApiSeller, orderId: number) =>
  (await ownOrder(db, seller, orderId)).order_number as OrderNumber

async function sendOrder(hub: Hub, seller: ApiSeller, { orderId, status }: { orderId: number; status: number }) {
  const [row] = await hub.db.asSeller(seller.id, 'read', (db) => readWholeOrders(db, seller.id, [orderId]))
  const body = writeOrder(row!)
  const location = `/sellers/${encodeURIComponent(sellerIdOf(seller))}/orders/${encodeURIComponent(body.id)}`
  return { status, body, location }
}

function pushedOf(body: z.output<typeof orderBody>): PushedOrder {
  const { id: own, placedAt, buyer, shipTo, lines, payment } = body
  const minor = (of: Parameters<typeof minorOf>[0] | undefined) => (of ? minorOf(of) : 0)
  return {
    id: own,
    pushedAs: createHash('sha256').update(JSON.stringify(body)).digest('base64url'),
    placedAt: new Date(placedAt),
    buyer: { id: buyer.id ?? null, username: buyer.username, name: buyer.name },
    shipTo: {
      name: shipTo.name,
      line1: shipTo.line1 ?? null,
      line2: shipTo.line2 ?? null,
      city: shipTo.city,
      region: shipTo.region ?? null,
      postal_code: shipTo.postalCode ?? null,
      country: shipTo.country,
      phone: shipTo.phone ?? null,
    },
    currency: body.currency,
    lines: lines.map((line) => ({
      item: line.item as ItemNumber,
      sku: line.sku ?? null,
      quantity: line.quantity,
      unitPriceMinor: minorOf(line.unitPrice),
      discountMinor: minor(line.discount),
      shippingMinor: minor(line.shipping),
      taxMinor: minor(line.tax),
    })),
    shippingService: body.shippingService ?? null,
    buyerNote: body.buyerNote ?? null,
    deliveryMin: body.deliveryFrom ? new Date(body.deliveryFrom) : null,
    deliveryMax: body.deliveryTo ? new Date(body.deliveryTo) : null,
    payment: payment ? paymentOf(payment, body.currency) : null,
  }
}

/** `currency` is the order's, for a payment that names no amount. */
function paymentOf(said: z.output<typeof paymentBody> & { id: string }, currency: string): PushedPayment {
  return {
    id: said.id,
    method: said.method,
    state: said.state,
    amountMinor: said.amount ? minorOf(said.amount) : null,
    currency: said.amount?.currency ?? currency,
    paidAt: said.paidAt ? new Date(said.paidAt) : null,
  }
}

function refusalOf(outcome: Exclude<IntakeOutcome, { ok: true }>): ApiProblem {
  const at = (pointer: string, detail: string) => [{ pointer, detail }]
  switch (outcome.reason) {
    case 'order-id-taken':
      return new ApiProblem('id-taken', { errors: at('/id', 'Another order has this id.') })
    case 'buyer-taken':
      return new ApiProblem('id-taken', { errors: at('/buyer/username', 'Another buyer has this user name.') })
    case 'wrong-currency':
      return new ApiProblem('wrong-currency', { errors: at('/currency', `Line ${outcome.at + 1} is sold in another.`) })
    case 'no-such-listing':
    case 'not-on-offer':
      return new ApiProblem(outcome.reason, { errors: at(`/lines/${outcome.at}/item`, 'It cannot be ordered.') })
    case 'no-such-variation':
      return new ApiProblem(outcome.reason, {
        errors: at(
          `/lines/${outcome.at}/sku`,
          'The SKU of one of its variations is needed, and of none where it has none.',
        ),
      })
    case 'not-enough-stock':
      return new ApiProblem(outcome.reason, {
        errors: at(`/lines/${outcome.at}/quantity`, `${outcome.available} are left.`),
        available: outcome.available,
      })
    case 'payment-currency':
    case 'payment-too-much':
    case 'payment-settled':
      return paymentRefusal(outcome, '/payment')
  }
}

function paymentRefusal({ reason }: PaymentRefusal, where: string): ApiProblem {
  const errors = (detail: string) => [{ pointer: `${where}/amount`, detail }]
  switch (reason) {
    case 'payment-currency':
      return new ApiProblem('wrong-currency', { errors: errors('It is not in the order’s currency.') })
    case 'payment-too-much':
      return new ApiProblem('wrong-amount', { errors: errors('It is more than what is still to be paid.') })
    case 'payment-settled':
      return new ApiProblem('not-possible-now', { detail: 'The payment is PAID or FAILED already, as something else.' })
  }
}
