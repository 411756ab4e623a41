import { isRemovedBuyer } from '#features/core/order/removed-buyer.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { takeFeedback } from '#features/orders/feedback/take-feedback-db.server.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { answersOf, sellerParams, requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { id, moment, optional, sentMoment, text } from './fields.ts'
import { orderOf } from './order-params.ts'
import { resource } from './resource.ts'
import { ApiProblem } from './problem.ts'
import { assertDefined } from '#lib/assert-defined.ts'

const ratings = ['POSITIVE', 'NEUTRAL', 'NEGATIVE'] as const

const feedbackBody = z
  .strictObject({
    order: id().meta({ description: 'The order’s id in the marketplace, or its number', example: 'A-1001' }),
    rating: z.enum(ratings),
    stars: z.int().min(1).max(5).nullish(),
    title: optional(text(200)),
    comment: optional(text(500)),
    leftAt: moment(),
  })
  .meta({ id: 'FeedbackBody', description: 'A buyer’s feedback on an order' })

export const feedback = z
  .object({
    id: z.string().nullable().describe('The feedback’s id in the marketplace'),
    order: z.string().nullable(),
    buyer: z.string().nullable().describe('The buyer’s user name; null once their data is erased'),
    rating: z.enum(ratings),
    stars: z.int().nullable(),
    title: z.string().nullable(),
    comment: z.string().nullable(),
    leftAt: sentMoment().nullable(),
    reply: z.string().nullable().describe('The seller’s reply'),
    repliedAt: sentMoment().nullable(),
  })
  .meta({ id: 'Feedback', description: 'A buyer’s feedback on an order, with the seller’s reply' })

type FeedbackRow = Row<'feedback'> & { order: string | null }

export const writeFeedback = (row: FeedbackRow): z.input<typeof feedback> => ({
  id: row.external_id,
  order: row.order,
  buyer: isRemovedBuyer(row.buyer_username) ? null : row.buyer_username,
  rating: row.rating,
  stars: row.stars,
  title: row.title,
  comment: row.comment,
  leftAt: row.left_at?.toISOString() ?? null,
  reply: row.reply,
  repliedAt: row.replied_at?.toISOString() ?? null,
})

/** Reads feedback with the ids of its orders; the condition is on `f`. */
export async function readFeedback(
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
): Promise<FeedbackRow[]> {
  const { rows } = await sql<FeedbackRow>`
    select f.*, coalesce(o.external_id, o.order_number) as "order"
    from feedback f left join orders o on o.seller_id = ${sellerId} and o.id = f.order_id
    where f.seller_id = ${sellerId} and ${which} order by f.id`.execute(db)
  return rows
}

const feedbacks = resource({
  name: 'feedback',
  scope: 'feedback:read',
  schema: feedback,
  id: 'f.id',
  read: readFeedback,
  write: writeFeedback,
})

/** Buyers' feedback on orders; updates the seller's score. */
export const feedbackEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/feedback/{feedback}',
    operationId: 'saveFeedback',
    summary: 'Create or update a buyer’s feedback',
    description: 'Each order has at most one feedback. The score beside the seller’s name is updated at once.',
    scope: 'feedback:write',
    params: sellerParams.extend({
      feedback: id().meta({ description: 'The feedback’s id in the marketplace', example: 'f-1' }),
    }),
    body: feedbackBody,
    happened: ({ leftAt }) => ({ '/leftAt': leftAt }),
    example: {
      order: 'A-1001',
      rating: 'POSITIVE',
      stars: 5,
      comment: 'Just as described.',
      leftAt: '2026-11-22T18:00:00Z',
    },
    versioned: true,
    answers: answersOf(feedback, { 200: 'The existing feedback', 201: 'The new feedback' }),
    problems: ['id-taken', 'not-possible-now'],
    handle: async ({ hub, seller, params, body, ifMatch }) =>
      hub.db.asOwnerFor(seller.id, async (db) => {
        const order = await orderOf(db, seller, body.order)
        const taken = await takeFeedback(db, {
          sellerId: seller.id,
          orderId: order.id,
          id: params.feedback,
          rating: body.rating,
          stars: body.stars ?? null,
          title: body.title ?? null,
          comment: body.comment ?? null,
          leftAt: new Date(body.leftAt),
          before: async (known) => {
            const [row] = known ? await readFeedback(db, seller.id, sql`f.id = ${known.id}`) : []
            requireMatch(ifMatch, row ? writeFeedback(row) : null)
          },
        })
        if (!taken.ok)
          throw taken.reason === 'id-taken'
            ? new ApiProblem('id-taken', { detail: 'The feedback of another order has this id.' })
            : new ApiProblem('not-possible-now', { detail: 'The order has its feedback, by another id.' })
        const [row] = await readFeedback(db, seller.id, sql`f.id = ${taken.row.id}`)
        return {
          status: taken.isNew ? 201 : 200,
          body: writeFeedback(assertDefined(row, 'it was taken in this transaction')),
        }
      }),
  }),
  feedbacks.changes({ operationId: 'listFeedback', summary: 'List feedback by last change', kind: 'FEEDBACK' }),
]
