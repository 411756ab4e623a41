import { z } from 'zod'
import { takeMadeRefund } from '#features/after-sale/refunds/made-in-shop-db.server.ts'
import {
  chosenReasons,
  type RefundInput,
  type RefundKey,
  type RefundOutcome,
} from '#features/after-sale/refunds/refund.ts'
import { toDecimal } from '#lib/money.ts'
import { answersOf, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { amount, id, minorOf, moment, mostLines } from './fields.ts'
import { keyOf, orderOf, orderParams } from './order-params.ts'
import { order } from './order-schemas.ts'
import { sendOrder } from './orders.ts'
import { ApiProblem } from './problem.ts'
import { brand } from '#lib/brand.ts'

const refundBody = z
  .strictObject({
    amount: amount.nullish().meta({ description: 'Amount of the whole order, instead of the parts below' }),
    lines: z
      .array(
        z.strictObject({
          line: z.int().min(1).max(32_767).describe('Line number in the order, starting at 1'),
          amount: amount.meta({ description: 'Amount of the line’s items, with their tax' }),
        }),
      )
      .max(mostLines)
      .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, 'name a line twice')
      .nullish(),
    shipping: amount.nullish().meta({ description: 'Amount of the shipping' }),
    extras: amount.nullish().meta({ description: 'Amount of the extras, with their tax' }),
    reason: z.enum(chosenReasons).nullish().meta({ description: 'Default: `OTHER_ADJUSTMENT`' }),
    refundedAt: moment(),
  })
  .superRefine(({ amount: whole, lines, shipping, extras }, context) => {
    const isInParts = Boolean(lines?.length || shipping || extras)
    if (Boolean(whole) === isInParts)
      context.addIssue({
        code: 'custom',
        path: ['amount'],
        message: isInParts ? 'cannot be combined with `lines`, `shipping` and `extras`' : 'is missing',
      })
  })
  .meta({ id: 'RefundBody', description: 'A refund that the shop has made' })

export const orderRefundEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/orders/{order}/refunds/{refund}',
    operationId: 'saveRefund',
    summary: 'Report a refund made by the shop',
    description:
      'The buyer has the money: the hub only records the refund, also in the seller’s books. In responses its `external` is this id. It never changes, and cancels nothing.',
    scope: 'orders:write',
    params: orderParams.extend({
      refund: id().meta({ description: 'The refund’s id in the marketplace', example: 'rf-1' }),
    }),
    body: refundBody,
    happened: ({ refundedAt }) => ({ '/refundedAt': refundedAt }),
    example: {
      lines: [{ line: 1, amount: { value: '10.00', currency: 'GBP' } }],
      reason: 'ITEM_NOT_AS_DESCRIBED',
      refundedAt: '2026-11-24T10:00:00Z',
    },
    answers: answersOf(order, {
      200: 'The order; the refund was already reported',
      201: 'The order, with the refund',
    }),
    problems: ['not-possible-now', 'id-taken', 'wrong-currency', 'wrong-amount'],
    handle: async ({ hub, seller, params, body, write, read }) => {
      const { orderId, repeated } = await write(async (db) => {
        const found = await orderOf(db, seller, params.order)
        requireCurrency(body, found.currency)
        const at = new Date(body.refundedAt)
        const outcome = await takeMadeRefund(db, {
          sellerId: seller.id,
          number: found.number,
          key: brand<RefundKey>(keyOf(`refund ${found.id} ${params.refund}`)),
          externalId: params.refund,
          reason: body.reason ?? 'OTHER_ADJUSTMENT',
          input: inputOf(body),
          now: at < found.placedAt ? found.placedAt : at,
          followers: hub.refunds.followers,
        })
        if (!outcome.ok) throw refusalOf(outcome, found.currency)
        return { orderId: found.id, repeated: outcome.repeated }
      })
      return sendOrder(read, seller, { orderId, status: repeated ? 200 : 201 })
    },
  }),
]

type Body = z.output<typeof refundBody>

function requireCurrency({ amount: whole, lines, shipping, extras }: Body, currency: string): void {
  const named: [string, typeof whole][] = [
    ['/amount', whole],
    ['/shipping', shipping],
    ['/extras', extras],
    ...(lines ?? []).map((line, index): [string, typeof whole] => [`/lines/${index}/amount`, line.amount]),
  ]
  const errors = named
    .filter(([, of]) => of && of.currency !== currency)
    .map(([pointer]) => ({ pointer: `${pointer}/currency`, detail: `The order is in ${currency}.` }))
  if (errors.length > 0) throw new ApiProblem('wrong-currency', { errors })
}

function inputOf({ amount: whole, lines, shipping, extras }: Body): RefundInput {
  if (whole) return { amountMinor: minorOf(whole) }
  return {
    lines: new Map((lines ?? []).map(({ line, amount: of }) => [line, minorOf(of)])),
    shippingMinor: shipping ? minorOf(shipping) : 0,
    extrasMinor: extras ? minorOf(extras) : 0,
  }
}

function refusalOf(outcome: Extract<RefundOutcome, { ok: false }>, currency: string): ApiProblem {
  switch (outcome.reason) {
    case 'unknown':
      return new ApiProblem('not-found')
    case 'other-request':
      return new ApiProblem('id-taken', { detail: 'Another refund of the order has this id.' })
    case 'not-paid':
      return new ApiProblem('not-possible-now', { detail: 'The order is not paid: cancel it instead.' })
    case 'nothing-left':
      return new ApiProblem('not-possible-now', { detail: 'Nothing was paid, or everything was refunded.' })
    case 'nothing-chosen':
      return new ApiProblem('wrong-amount', { detail: 'The refund is of nothing.' })
    case 'more-than-left':
      return new ApiProblem('wrong-amount', {
        errors: outcome.over.map(({ of, leftMinor }) => ({
          pointer: pointerOf(of),
          detail: `Left to be refunded: ${toDecimal({ minor: leftMinor, currency })} ${currency}.`,
        })),
      })
  }
}

const pointerOf = (of: number | 'shipping' | 'extras' | 'order') =>
  typeof of === 'number' ? '/lines' : of === 'order' ? '/amount' : `/${of}`
