import { selectOfSeller } from '#db/select-of-seller.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  cancelForMarketplace,
  refundOf,
  requestCancellation,
} from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import type { CancelKey } from '#features/after-sale/cancellations/cancellation.ts'
import type { RefundKey } from '#features/after-sale/refunds/refund.ts'
import { markMade } from '#features/after-sale/refunds/made-in-shop-db.server.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import type { SellerDb } from '#db/client.ts'
import { answersOf, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { id, mostLines, optional } from './fields.ts'
import { keyOf, orderOf, orderParams } from './order-params.ts'
import { order } from './order-schemas.ts'
import { sendOrder } from './orders.ts'
import { ApiProblem } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import { brand } from '#lib/brand.ts'

const cancellationBody = z
  .strictObject({
    id: id().meta({
      description: 'The request’s id in the marketplace, its idempotency key: sending it again changes nothing',
    }),
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
          line: z.int().min(1).max(32_767).describe('Position of the line item in the order'),
          quantity: z.int().min(1).max(1_000_000),
        }),
      )
      .min(1)
      .max(mostLines)
      .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, 'name a line twice')
      .optional()
      .meta({ description: 'Units to cancel, by line item. Default: all units that have not been shipped' }),
    decided: z.boolean().nullish().meta({
      description:
        'Whether buyer and marketplace have already agreed: the order is cancelled at once, and the seller is notified',
    }),
    refund: optional(id()).meta({
      description:
        'The refund’s id in the marketplace, if the shop has paid these units back. The hub makes no refund of them, and records this one, unless it was reported before. Requires `decided`',
    }),
  })
  .refine(({ decided, refund }) => decided || !refund, { message: 'requires `decided`', path: ['refund'] })
  .meta({
    id: 'CancellationRequestBody',
    description: 'A buyer’s request to cancel, or a cancellation already decided',
  })

export const cancellationEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/orders/{order}/cancellation-requests',
    operationId: 'requestCancellation',
    summary: 'Cancel an order or request its cancellation',
    description:
      'The seller can respond until `cancellation.respondBy`. If they accept, the stock is released and the payment for these units is refunded. ' +
      'With `decided`, the cancellation is carried out at once, to correct an order that has not been shipped. ' +
      'With `lines`, only those units are cancelled. The rest of the order is still shipped, and the shipping charge is kept unless the seller refunds it. ' +
      'An unpaid order can only be cancelled as a whole. For a partly shipped order, the rest is cancelled.',
    scope: 'orders:write',
    params: orderParams,
    body: cancellationBody,
    example: { id: 'c-1', reason: 'ORDER_MISTAKE', lines: [{ line: 1, quantity: 1 }] },
    answers: answersOf(order, {
      200: 'The order; the request was already recorded',
      201: 'The order, including the request',
    }),
    problems: ['not-possible-now', 'id-taken'],
    handle: async ({ hub, seller, params, body, write, read }) => {
      const { orderId, repeated, refund } = await write(async (db) => {
        const found = await orderOf(db, seller, params.order)
        const key = brand<CancelKey>(keyOf(`cancel ${found.id} ${body.id}`))
        const repaidBy = body.refund ? await knownRefund(db, seller, { orderId: found.id, refund: body.refund }) : null
        const isRepaid = repaidBy !== null && repaidBy !== refundOf(key)
        const cancelRequest = {
          sellerId: seller.id,
          number: found.number,
          policyPack: hub.config.policyPack,
          now: hub.now(),
          key,
          reason: body.reason,
          pushedAs: hashOf(body),
          ...(body.refund && !isRepaid ? { refundedAs: body.refund } : {}),
          units: body.lines ? new Map(body.lines.map(({ line, quantity }) => [line, quantity])) : ('rest' as const),
        }
        const outcome = body.decided
          ? await cancelForMarketplace(db, {
              ...cancelRequest,
              repaidBy: isRepaid ? repaidBy : null,
              actor: { kind: 'MARKETPLACE' },
            })
          : await requestCancellation(db, { ...cancelRequest, actor: { kind: 'BUYER' } })
        if (!outcome.ok)
          throw new ApiProblem('not-possible-now', { detail: `The order refuses it: ${outcome.reason}.` })
        if (outcome.repeated) await requireSameRequest(db, seller, { key, body })
        if (outcome.refund && cancelRequest.refundedAs)
          await markMade(db, { ...hub.refunds, sellerId: seller.id, key: outcome.refund, now: hub.now() })
        return { orderId: found.id, repeated: outcome.repeated, refund: outcome.refund ?? null }
      })
      if (refund) await settleRefund(hub, seller.id, refund)
      return sendOrder(read, seller, { orderId, status: repeated ? 200 : 201 })
    },
  }),
]

type CancellationBody = z.output<typeof cancellationBody>

/** Hash of a request, independent of the order of its lines. */
function hashOf({ reason, lines, decided, refund }: CancellationBody): string {
  const units = lines?.toSorted((a, b) => a.line - b.line).map(({ line, quantity }) => [line, quantity])
  return createHash('sha256')
    .update(JSON.stringify([reason, units ?? 'rest', ...(decided ? ['decided'] : []), ...(refund ? [refund] : [])]))
    .digest('base64url')
}

/** Key of a refund of the order that the shop has reported; null if there is none. */
async function knownRefund(
  db: SellerDb,
  seller: ApiSeller,
  { orderId, refund }: { orderId: number; refund: string },
): Promise<RefundKey | null> {
  const known = await selectOfSeller(db, 'refunds', seller.id)
    .select('refund_key')
    .where('order_id', '=', orderId)
    .where('external_id', '=', refund)
    .executeTakeFirst()
  return known ? brand<RefundKey>(known.refund_key) : null
}

/** Refuses an id already used for another reason or other units. */
async function requireSameRequest(
  db: SellerDb,
  seller: ApiSeller,
  { key, body }: { key: CancelKey; body: CancellationBody },
) {
  const known = await selectOfSeller(db, 'cancellations', seller.id)
    .select(['reason', 'pushed_as'])
    .where('cancel_key', '=', key)
    .executeTakeFirstOrThrow()
  // Requests from before the hash was stored are compared by reason only.
  const isSame = known.pushed_as === null ? known.reason === body.reason : known.pushed_as === hashOf(body)
  if (!isSame)
    throw new ApiProblem('id-taken', {
      errors: [{ pointer: '/id', detail: 'A request for another reason, or about other lines, has this id.' }],
    })
}
