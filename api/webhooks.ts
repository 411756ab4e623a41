import { z } from 'zod'
import type { ApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import {
  addEndpoint,
  chooseTypes,
  findEndpoint,
  listEndpoints,
  lockEndpoint,
  maxEndpoints,
  pauseEndpoint,
  removeEndpoint,
  setSecret,
  type Endpoint as WebhookEndpoint,
} from '#features/developers/webhooks/endpoints-db.server.ts'
import { eventTypes } from '#features/developers/webhooks/event.ts'
import { urlProblem } from '#features/machinery/outbound/reach.ts'
import type { Hub } from '#web/hub.ts'
import { marketplaceEndpoint, requireMatch, type Endpoint } from './endpoint.ts'
import { optional, sentMoment } from './fields.ts'
import { ApiProblem } from './problem.ts'

export const webhookParams = z.strictObject({
  webhook: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .meta({ description: 'The webhook’s id', example: '3f9a1c07b2de' }),
})

const types = z.array(z.enum(eventTypes)).min(1).max(eventTypes.length)

/** 24 to 64 bytes, as Standard Webhooks requires. */
const secret = z
  .string()
  .regex(
    /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    'is not a secret: whsec_ and 24 to 64 random bytes in base64',
  )
  .meta({
    description:
      'Signing secret: `whsec_` and 24 to 64 random bytes in base64. Generate it yourself; no response contains it',
  })

const webhookBody = z
  .strictObject({
    url: z.string().min(1).max(500).meta({ description: 'https URL that receives the events' }),
    types: types.nullish().meta({ description: 'Event types to send. Default: all' }),
    secret,
  })
  .meta({ id: 'WebhookBody', description: 'A webhook to create' })

const webhookChange = z
  .strictObject({
    types: types.nullish().meta({ description: 'Event types to send from now on; null for all. Default: unchanged' }),
    paused: z.boolean().optional().meta({ description: 'If true, events wait until the webhook is resumed' }),
    secret: optional(secret),
  })
  .meta({ id: 'WebhookChange', description: 'Changes to a webhook' })

const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    types: z.array(z.enum(eventTypes)).nullable().describe('Event types sent; null means all'),
    paused: z.boolean(),
    formerSecretUntil: sentMoment().nullable().describe('Time until which the former secret signs as well'),
    madeAt: sentMoment(),
  })
  .meta({ id: 'Webhook', description: 'A URL that receives events' })

const writeWebhook = (row: WebhookEndpoint): z.input<typeof webhook> => ({
  id: row.id,
  url: row.url,
  types: row.types,
  paused: row.pausedAt !== null,
  formerSecretUntil: row.formerUntil?.toISOString() ?? null,
  madeAt: row.madeAt.toISOString(),
})

/** Finds a webhook of the key's owner; others' are hidden. */
export async function webhookOf(hub: Hub, key: ApiKey, id: string): Promise<WebhookEndpoint> {
  const found = await findEndpoint(hub.db.owner, { id, sellerId: key.sellerId })
  if (!found) throw new ApiProblem('not-found')
  return found
}

const urlProblems = {
  'no-url': 'The URL is not a web address.',
  'no-https': 'The URL must begin with https.',
  'closed-network': 'The URL is not a public address.',
}

export const webhookEndpoints: Endpoint[] = [
  marketplaceEndpoint({
    route: 'GET /webhooks',
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description: 'Returns the webhooks of the key’s owner: the marketplace or the seller.',
    scope: 'webhooks:write',
    answers: {
      200: { description: 'All webhooks, oldest first', schema: z.object({ items: z.array(webhook) }) },
    },
    handle: async ({ hub, key }) => ({
      status: 200,
      body: { items: (await listEndpoints(hub.db.owner, key.sellerId)).map(writeWebhook) },
    }),
  }),
  marketplaceEndpoint({
    route: 'POST /webhooks',
    operationId: 'addWebhook',
    summary: 'Create a webhook',
    description: `Events are sent to the URL as they happen: those of all sellers for a key of the marketplace, those of its seller for a seller’s key. There are at most ${maxEndpoints} webhooks, each with a different URL.`,
    scope: 'webhooks:write',
    body: webhookBody,
    example: {
      url: 'https://shop.example/hooks',
      types: ['order.shipped', 'order.refunded'],
      secret: 'whsec_c2VjcmV0IG9mIHR3ZW50eS1mb3VyIGJ5dGVzIQ==',
    },
    answers: { 201: { description: 'The webhook was created', schema: webhook } },
    problems: ['id-taken', 'not-possible-now'],
    handle: async ({ hub, key, body }) => {
      const problem = urlProblem(body.url, hub.config.webhookNetworks)
      if (problem) throw new ApiProblem('invalid-body', { errors: [{ pointer: '/url', detail: urlProblems[problem] }] })
      const endpoint = { sellerId: key.sellerId, url: body.url, types: body.types ?? null, madeBy: key.name }
      const added = await addEndpoint(hub, { ...endpoint, secret: body.secret })
      if (!added.ok)
        throw added.reason === 'known'
          ? new ApiProblem('id-taken', { detail: 'There is already a webhook with this URL.' })
          : new ApiProblem('not-possible-now', { detail: `There are already ${maxEndpoints} webhooks.` })
      return { status: 201, body: writeWebhook(await webhookOf(hub, key, added.id)) }
    },
  }),
  marketplaceEndpoint({
    route: 'PUT /webhooks/{webhook}',
    operationId: 'changeWebhook',
    summary: 'Update a webhook',
    description: 'Omitted fields stay unchanged. After a change of secret, the former one also signs for a day.',
    scope: 'webhooks:write',
    params: webhookParams,
    body: webhookChange,
    example: { paused: true },
    versioned: true,
    answers: { 200: { description: 'The webhook', schema: webhook } },
    handle: async ({ hub, key, params, body, ifMatch }) => {
      const { id } = await webhookOf(hub, key, params.webhook)
      await hub.db.asOwner(async (db) => {
        await lockEndpoint(db, id)
        const now = await findEndpoint(db, { id, sellerId: key.sellerId })
        requireMatch(ifMatch, now && writeWebhook(now))
        if (body.types !== undefined) await chooseTypes(db, id, body.types)
        if (body.paused !== undefined && body.paused !== (now?.pausedAt != null))
          await pauseEndpoint(db, id, body.paused ? hub.now() : null)
        if (body.secret) await setSecret({ ...hub, db: { owner: db } }, id, body.secret)
      })
      return { status: 200, body: writeWebhook(await webhookOf(hub, key, id)) }
    },
  }),
  marketplaceEndpoint({
    route: 'DELETE /webhooks/{webhook}',
    operationId: 'removeWebhook',
    summary: 'Delete a webhook',
    description: 'Also deletes its deliveries, including pending ones.',
    scope: 'webhooks:write',
    params: webhookParams,
    answers: { 204: { description: 'Deleted', schema: null } },
    handle: async ({ hub, key, params }) => {
      await removeEndpoint(hub.db.owner, (await webhookOf(hub, key, params.webhook)).id)
      return { status: 204 }
    },
  }),
]
