import { z } from 'zod'
import {
  isInProgress,
  listDeliveries,
  retryDelivery,
  type ClaimedDelivery,
} from '#features/developers/webhooks/deliveries-db.server.ts'
import { eventDays } from '#features/developers/webhooks/event.ts'
import { sendTest } from '#features/developers/webhooks/send-test.server.ts'
import type { SendFailure } from '#features/developers/webhooks/send.server.ts'
import { pageOf, pageQuery, readPage } from './cursor.ts'
import { marketplaceEndpoint, type Endpoint } from './endpoint.ts'
import { sentMoment } from './fields.ts'
import { ApiProblem } from './problem.ts'
import { webhookOf, webhookParams } from './webhooks.ts'

const deliveryParams = webhookParams.extend({
  delivery: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .meta({ description: 'The delivery’s id', example: 'b04c7e19d2a85f36' }),
})

const delivery = z
  .object({
    id: z.string(),
    event: z.string().describe('Id of the event, sent as `webhook-id`'),
    type: z.string().describe('Type of the event; `webhook.test` for a test'),
    state: z
      .enum(['WAITING', 'DELIVERED', 'PARKED'])
      .describe('WAITING for an attempt or its response; PARKED when given up'),
    attempts: z.number().int(),
    madeAt: sentMoment(),
    triedAt: sentMoment().nullable().describe('Time of the last attempt'),
    status: z.number().int().nullable().describe('HTTP status of the last response'),
    failure: z
      .enum(['NOT_ALLOWED', 'TIMED_OUT', 'NOT_FOUND', 'REFUSED', 'CERTIFICATE', 'BROKEN', 'NO_SECRET', 'UNREADABLE'])
      .nullable()
      .describe('Why the last attempt had no response; UNREADABLE if the hub could not read the event’s data'),
    nextAttemptAt: sentMoment().nullable(),
  })
  .meta({ id: 'Delivery', description: 'An event on its way to a webhook' })

function writeDelivery(row: ClaimedDelivery): z.input<typeof delivery> {
  // Status 0: no request was made.
  const isUnreadable = row.answer_status === 0
  return {
    id: row.delivery_key,
    event: row.event_key,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    madeAt: row.made_at.toISOString(),
    triedAt: row.tried_at?.toISOString() ?? null,
    status: isUnreadable ? null : row.answer_status,
    failure: isUnreadable ? 'UNREADABLE' : (row.failure as SendFailure | null),
    nextAttemptAt: row.state === 'WAITING' && !isInProgress(row) ? row.due_at.toISOString() : null,
  }
}

export const deliveryEndpoints: Endpoint[] = [
  marketplaceEndpoint({
    route: 'GET /webhooks/{webhook}/deliveries',
    operationId: 'listDeliveries',
    summary: 'List deliveries',
    description: `Returns what was sent to the webhook or waits to be. Deliveries are kept for ${eventDays} days.`,
    scope: 'webhooks:write',
    params: webhookParams,
    query: pageQuery,
    answers: { 200: { description: 'A page of deliveries, newest first', schema: pageOf(delivery) } },
    handle: async ({ hub, key, params, query }) => {
      const { id: endpointId } = await webhookOf(hub, key, params.webhook)
      const list = `deliveries of ${endpointId}`
      const page = await readPage({ secret: hub.secret, query, list }, (before, limit) =>
        listDeliveries(hub.db.owner, { endpointId, before: before || null, limit, now: hub.now() }),
      )
      return { status: 200, body: { ...page, items: page.items.map(writeDelivery) } }
    },
  }),
  marketplaceEndpoint({
    route: 'POST /webhooks/{webhook}/deliveries/{delivery}/resend',
    operationId: 'resendDelivery',
    summary: 'Resend a delivery',
    description:
      'Sends the same event again at once, with the same id, and retries for three more days. Has no effect on a delivery that is being sent; that of a paused webhook waits.',
    scope: 'webhooks:write',
    params: deliveryParams,
    answers: { 202: { description: 'The delivery is queued', schema: delivery } },
    handle: async ({ hub, key, params }) => {
      const { id: endpointId } = await webhookOf(hub, key, params.webhook)
      const queued = await retryDelivery(hub.db.owner, { endpointId, key: params.delivery, now: hub.now() })
      if (!queued) throw new ApiProblem('not-found')
      return { status: 202, body: writeDelivery(queued) }
    },
  }),
  marketplaceEndpoint({
    route: 'POST /webhooks/{webhook}/test',
    operationId: 'sendTest',
    summary: 'Send a test',
    description:
      'Sends an event of type `webhook.test` with empty `data`, whatever types the webhook has. It is signed and retried like others, is in no list of events, and asks receivers for nothing. That of a paused webhook waits.',
    scope: 'webhooks:write',
    params: webhookParams,
    answers: { 202: { description: 'The test is queued', schema: delivery } },
    handle: async ({ hub, key, params }) => {
      const { id } = await webhookOf(hub, key, params.webhook)
      return { status: 202, body: writeDelivery(await sendTest(hub, id)) }
    },
  }),
]
