import { z } from 'zod'
import { requestCancellation } from '#features/cancellations/cancel-order-db.server.ts'
import type { CancelKey } from '#features/cancellations/cancellation.ts'
import { refundLatePayment } from '#features/cancellations/refund-late-payment-db.server.ts'
import type { IntakeOutcome } from '#features/order-intake/pushed-order.ts'
import { takeOrder } from '#features/order-intake/intake-lanes.server.ts'
import { takeEach } from '#features/order-intake/take-orders-db.server.ts'
import { takePayment } from '#features/order-intake/take-payment-db.server.ts'
import type { RefundKey } from '#features/refunds/refund.ts'
import { settleRefund } from '#features/refunds/settle-refunds.server.ts'
import { promiseShipByOf } from '#features/ship-calendar/promise-ship-by.server.ts'
import type { SellerDb } from '#db/client.ts'
import type { Hub } from '#web/hub.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { changedNote, changedOf, inOrder, readChanged } from './changed.ts'
import { pageQuery } from './cursor.ts'
import { requireMatch, sellerEndpoint, type Answer, type Endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { keyOf, orderOf, orderParams } from './order-of.ts'
import { readWholeOrders, type WholeOrder } from './order-rows.ts'
import { order, orderBody, paymentBody, writeOrder } from './order-schemas.ts'
import { ApiProblem, type ProblemCode } from './problem.ts'
import { paymentOf, paymentRefusal, pushedOf, refusalOf } from './pushed-orders.ts'
import { sellerIdOf, type ApiSeller } from './sellers-by-id.ts'
import { noQuery, sellerParams } from './sellers.ts'
import { certain } from '#lib/certain.ts'

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
    lines: z
      .array(
        z.strictObject({
          line: z.int().min(1).max(32_767).describe('Its place in the order'),
          quantity: z.int().min(1).max(1_000_000),
        }),
      )
      .min(1)
      .max(100)
      .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, 'name a line twice')
      .optional()
      .meta({ description: 'Which units of which lines; left out, all that has not been shipped' }),
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

/** Which of these orders are here: of a suspended seller only what is sent again is answered, and nothing new is taken. */
async function knownOrders(
  { db }: Pick<Hub, 'db'>,
  sellerId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await db.owner
    .selectFrom('orders')
    .select('external_id')
    .where('seller_id', '=', sellerId)
    .where('external_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ external_id: known }) => known))
}

/** Orders, their payments, and buyers' wishes to cancel them. */
export const orderEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'POST',
      path: '/sellers/{seller}/orders',
      operationId: 'placeOrder',
      tag: 'Orders',
      summary: 'Push an order in',
      description:
        'It reserves its stock; where there is not enough, it is refused and says how many are left. The same order sent again is the same order; another one under its id is refused. ' +
        'As `application/x-ndjson` it takes up to 10,000 orders, one a line, each for itself, with an answer a line.',
      scope: 'orders:write',
      params: sellerParams,
      query: noQuery,
      body: orderBody,
      happened: ({ placedAt, payment }) => ({ '/placedAt': placedAt, '/payment/paidAt': payment?.paidAt }),
      example: exampleOrder,
      batch: true,
      answers: {
        200: { description: 'The order, which was here before', schema: order },
        201: { description: 'The order', schema: order },
      },
      problems: placing,
    },
    async ({ hub, seller, body }) => {
      if (seller.suspended_at && !(await knownOrders(hub, seller.id, [body.id])).has(body.id))
        throw new ApiProblem('seller-suspended')
      const pushed = { sellerId: seller.id, order: pushedOf(body), now: hub.now }
      const { outcome, row } = await takeOrder(hub.db, pushed, readWholeOrders)
      if (!outcome.ok) throw refusalOf(outcome)
      return answerWith(seller, {
        row: certain(row, 'it was taken, and read in the same transaction'),
        status: statusOf(outcome),
      })
    },
    async ({ hub, seller, bodies }) => {
      // Asked anew: a long batch may have begun before the seller was suspended.
      const sellers = hub.db.owner.selectFrom('sellers').select('suspended_at').where('id', '=', seller.id)
      const isSuspended = (await sellers.executeTakeFirstOrThrow()).suspended_at !== null
      const ids = bodies.map(({ id: ofOrder }) => ofOrder)
      const known = isSuspended ? await knownOrders(hub, seller.id, ids) : null
      const isRefused = (named: string) => known !== null && !known.has(named)
      const taken = bodies.filter((body) => !isRefused(body.id))
      const intake = { sellerId: seller.id, orders: taken.map(pushedOf), now: hub.now() }
      const results = taken.length > 0 ? await takeEach(hub.db, intake) : []
      return bodies.map((body) => {
        if (isRefused(body.id)) return { error: new ApiProblem('seller-suspended') }
        const result = certain(results.shift(), 'each order that is taken has a result')
        if (result.status === 'rejected') return { error: result.reason as unknown }
        const { outcome } = result.value
        if (!outcome.ok) return { error: refusalOf(outcome) }
        return {
          status: statusOf(outcome),
          location: locationOf(seller, body.id),
        }
      })
    },
  ),
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/orders',
      operationId: 'listOrders',
      tag: 'Orders',
      summary: 'List orders, as they change',
      description: `With their payments, parcels, refunds and cancellation. ${changedNote}`,
      scope: 'orders:read',
      params: sellerParams,
      query: pageQuery,
      body: null,
      answers: { 200: { description: 'A page of orders', schema: changedOf(order) } },
      problems: [],
    },
    ({ hub, seller, query }) =>
      readChanged({ hub, seller, kind: 'ORDER', query }, async (db, rows) => {
        const ids = rows.map((row) => row.id)
        return inOrder(rows, await readWholeOrders(db, seller.id, ids)).map(writeOrder)
      }),
  ),
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/orders/{order}',
      operationId: 'getOrder',
      tag: 'Orders',
      summary: 'Read an order',
      scope: 'orders:read',
      params: orderParams,
      query: noQuery,
      body: null,
      answers: { 200: { description: 'The order', schema: order } },
      problems: [],
    },
    async ({ seller, params, read }) => {
      const orderId = await read(async (db) => (await orderOf(db, seller, params.order)).id)
      return sendOrder(read, seller, { orderId, status: 200 })
    },
  ),
  sellerEndpoint(
    {
      method: 'PUT',
      path: '/sellers/{seller}/orders/{order}/payments/{payment}',
      operationId: 'savePayment',
      tag: 'Orders',
      summary: 'Say how a payment stands',
      description:
        'Known by its id, a payment moves on from PENDING; one that is PAID or FAILED stays. The order becomes paid by itself, and gets its ship-by time. What is paid for one that is cancelled goes back.',
      scope: 'orders:write',
      params: orderParams.extend({
        payment: id().meta({ description: 'The payment’s id in the marketplace', example: 'p-1' }),
      }),
      query: noQuery,
      body: paymentBody,
      happened: ({ paidAt }) => ({ '/paidAt': paidAt }),
      example: { method: 'CARD', state: 'PAID', paidAt: '2026-11-22T09:30:05Z' },
      versioned: true,
      answers: {
        200: { description: 'The order; the payment was known', schema: order },
        201: { description: 'The order; the payment is new', schema: order },
      },
      problems: ['wrong-currency', 'wrong-amount', 'not-possible-now'],
    },
    async ({ hub, seller, params, body, ifMatch, write, read }) => {
      const { orderId, isNew, refund } = await write(async (db) => {
        const found = await orderOf(db, seller, params.order)
        const payment = paymentOf({ id: params.payment, ...body }, found.currency)
        const outcome = await takePayment(db, {
          sellerId: seller.id,
          orderId: found.id,
          payment,
          now: hub.now(),
          // The answer is the order, and so is what the caller saw.
          before: async () => {
            if (ifMatch === null) return
            const [row] = await readWholeOrders(db, seller.id, [found.id])
            requireMatch(ifMatch, writeOrder(certain(row, 'it was found in this transaction')))
          },
        })
        if (!outcome.ok) throw paymentRefusal(outcome, '')
        const late = { sellerId: seller.id, number: found.number, now: hub.now() }
        const key = keyOf(`late payment ${found.id} ${params.payment}`) as RefundKey
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
  ),
  sellerEndpoint(
    {
      method: 'POST',
      path: '/sellers/{seller}/orders/{order}/cancellation-requests',
      operationId: 'requestCancellation',
      tag: 'Orders',
      summary: 'Ask to cancel for the buyer',
      description:
        'The seller answers until `cancellation.respondBy`; accepted, the stock is released and what was paid for these units goes back. ' +
        'With `lines` only those units are cancelled: the rest of the order stays and is shipped, and its shipping stays paid unless the seller refunds it. ' +
        'An order that is not paid can only be cancelled whole. Of one that was shipped in part the rest is cancelled.',
      scope: 'orders:write',
      params: orderParams,
      query: noQuery,
      body: cancellationBody,
      example: { id: 'c-1', reason: 'ORDER_MISTAKE', lines: [{ line: 1, quantity: 1 }] },
      answers: {
        200: { description: 'The order; the request was known', schema: order },
        201: { description: 'The order, with the request', schema: order },
      },
      problems: ['not-possible-now', 'id-taken'],
    },
    async ({ hub, seller, params, body, write, read }) => {
      const { orderId, repeated } = await write(async (db) => {
        const found = await orderOf(db, seller, params.order)
        const key = keyOf(`cancel ${found.id} ${body.id}`) as CancelKey
        const outcome = await requestCancellation(db, {
          sellerId: seller.id,
          number: found.number,
          policyPack: hub.config.policyPack,
          actor: { kind: 'BUYER' },
          now: hub.now(),
          key,
          reason: body.reason,
          units: body.lines ? new Map(body.lines.map(({ line, quantity }) => [line, quantity])) : 'rest',
        })
        if (!outcome.ok)
          throw new ApiProblem('not-possible-now', { detail: `The order refuses it: ${outcome.reason}.` })
        if (outcome.repeated) await requireSameRequest(db, seller, { key, ...body })
        return { orderId: found.id, repeated: outcome.repeated }
      })
      return sendOrder(read, seller, { orderId, status: repeated ? 200 : 201 })
    },
  ),
]

/** Refuses a request whose id was one's for another reason, or of other units. */
async function requireSameRequest(
  db: SellerDb,
  seller: ApiSeller,
  { key, reason, lines }: { key: CancelKey } & Pick<z.output<typeof cancellationBody>, 'reason' | 'lines'>,
) {
  const known = await db
    .selectFrom('cancellations')
    .select(['reason', 'units'])
    .where('seller_id', '=', seller.id)
    .where('cancel_key', '=', key)
    .executeTakeFirstOrThrow()
  const refused = (pointer: string, of: string) =>
    new ApiProblem('id-taken', { errors: [{ pointer, detail: `A request ${of} has this id.` }] })
  if (known.reason !== reason) throw refused('/id', 'for another reason')
  // A request that took all that was left keeps no list where it took the whole order.
  if (lines && known.units && !isSameUnits(lines, known.units)) throw refused('/id', 'about other lines')
}

function isSameUnits(
  lines: readonly { line: number; quantity: number }[],
  units: readonly { line: number; units: number }[],
): boolean {
  const known = new Map(units.map((each) => [each.line, each.units]))
  return known.size === lines.length && lines.every(({ line, quantity }) => known.get(line) === quantity)
}

const statusOf = ({ repeated }: Extract<IntakeOutcome, { ok: true }>) => (repeated ? 200 : 201)

const locationOf = (seller: ApiSeller, orderId: string) =>
  `/sellers/${encodeURIComponent(sellerIdOf(seller))}/orders/${encodeURIComponent(orderId)}`

async function sendOrder(
  read: OwnRows['read'],
  seller: ApiSeller,
  { orderId, status }: { orderId: number; status: number },
) {
  const [row] = await read((db) => readWholeOrders(db, seller.id, [orderId]))
  return answerWith(seller, { row: certain(row, 'it was found, and orders stay'), status })
}

function answerWith(seller: ApiSeller, { row, status }: { row: WholeOrder; status: number }): Answer {
  const body = writeOrder(row)
  return { status, body, location: locationOf(seller, body.id) }
}
