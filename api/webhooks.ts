import { z } from 'zod'
import type { ApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'
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
} from '#features/shop/webhooks/endpoints-db.server.ts'
import { eventTypes } from '#features/shop/webhooks/event.ts'
import { urlProblem } from '#features/shop/webhooks/reach.ts'
import type { Hub } from '#web/hub.ts'
import { marketplaceEndpoint, requireMatch, type Endpoint } from './endpoint.ts'
import { optional, sentMoment } from './fields.ts'
import { ApiProblem } from './problem.ts'
import { noQuery } from './sellers.ts'

const webhookParams = z.strictObject({
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
    'is no secret: whsec_ and 24 to 64 random bytes in base64',
  )
  .meta({ description: 'What signs: `whsec_` and 24 to 64 random bytes in base64. Yours to draw; no answer has it' })

const webhookBody = z
  .strictObject({
    url: z.string().min(1).max(500).meta({ description: 'Where events are sent to, by https' }),
    types: types.nullish().meta({ description: 'Which events; all, where it is left out' }),
    secret,
  })
  .meta({ id: 'WebhookBody', description: 'Where events are to be sent to' })

const webhookChange = z
  .strictObject({
    types: types
      .nullish()
      .meta({ description: 'Which events from now on, null for all; as it is, where it is left out' }),
    paused: z.boolean().optional().meta({ description: 'What happens meanwhile waits' }),
    secret: optional(secret),
  })
  .meta({ id: 'WebhookChange', description: 'What is to be otherwise' })

const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    types: z.array(z.enum(eventTypes)).nullable().describe('Which events; null is all'),
    paused: z.boolean(),
    formerSecretUntil: sentMoment().nullable().describe('Until when the former secret signs too'),
    madeAt: sentMoment(),
  })
  .meta({ id: 'Webhook', description: 'Where events are sent to' })

const writeWebhook = (row: WebhookEndpoint): z.input<typeof webhook> => ({
  id: row.id,
  url: row.url,
  types: row.types,
  paused: row.pausedAt !== null,
  formerSecretUntil: row.formerUntil?.toISOString() ?? null,
  madeAt: row.madeAt.toISOString(),
})

/** Finds a webhook of the key's owner; others' are hidden. */
async function webhookOf(hub: Hub, key: ApiKey, id: string): Promise<WebhookEndpoint> {
  const found = await findEndpoint(hub.db.owner, { id, sellerId: key.sellerId })
  if (!found) throw new ApiProblem('not-found')
  return found
}

const urlProblems = {
  'no-url': 'It is no address of the web.',
  'no-https': 'It must begin with https.',
  'closed-network': 'It is no public address.',
}

/** Webhooks of the marketplace's keys, and of each seller. */
export const webhookEndpoints: Endpoint[] = [
  marketplaceEndpoint(
    {
      method: 'GET',
      path: '/webhooks',
      operationId: 'listWebhooks',
      tag: 'Events',
      summary: 'List webhooks',
      description: 'Those of the key’s owner: the marketplace’s, or the seller’s.',
      scope: 'webhooks:write',
      params: z.strictObject({}),
      query: noQuery,
      body: null,
      answers: {
        200: { description: 'All of them, the oldest first', schema: z.object({ items: z.array(webhook) }) },
      },
      problems: [],
    },
    async ({ hub, key }) => ({
      status: 200,
      body: { items: (await listEndpoints(hub.db.owner, key.sellerId)).map(writeWebhook) },
    }),
  ),
  marketplaceEndpoint(
    {
      method: 'POST',
      path: '/webhooks',
      operationId: 'addWebhook',
      tag: 'Events',
      summary: 'Create a webhook',
      description: `Events are sent there as they happen: of all sellers for a key of the marketplace, of its seller for another one. There are at most ${maxEndpoints}, each address once.`,
      scope: 'webhooks:write',
      params: z.strictObject({}),
      query: noQuery,
      body: webhookBody,
      example: {
        url: 'https://shop.example/hooks',
        types: ['order.shipped', 'order.refunded'],
        secret: 'whsec_c2VjcmV0IG9mIHR3ZW50eS1mb3VyIGJ5dGVzIQ==',
      },
      answers: { 201: { description: 'The webhook', schema: webhook } },
      problems: ['id-taken', 'not-possible-now'],
    },
    async ({ hub, key, body }) => {
      const problem = urlProblem(body.url, hub.config.webhookNetworks)
      if (problem) throw new ApiProblem('invalid-body', { errors: [{ pointer: '/url', detail: urlProblems[problem] }] })
      const wish = { sellerId: key.sellerId, url: body.url, types: body.types ?? null, madeBy: key.name }
      const added = await addEndpoint(hub, { ...wish, secret: body.secret })
      if (!added.ok)
        throw added.reason === 'known'
          ? new ApiProblem('id-taken', { detail: 'There is a webhook with this address.' })
          : new ApiProblem('not-possible-now', { detail: `There are ${maxEndpoints} webhooks already.` })
      return { status: 201, body: writeWebhook(await webhookOf(hub, key, added.id)) }
    },
  ),
  marketplaceEndpoint(
    {
      method: 'PUT',
      path: '/webhooks/{webhook}',
      operationId: 'changeWebhook',
      tag: 'Events',
      summary: 'Update a webhook',
      description: 'What is left out stays as it is. With a new secret the former one signs too for a day.',
      scope: 'webhooks:write',
      params: webhookParams,
      query: noQuery,
      body: webhookChange,
      example: { paused: true },
      versioned: true,
      answers: { 200: { description: 'The webhook', schema: webhook } },
      problems: [],
    },
    async ({ hub, key, params, body, ifMatch }) => {
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
  ),
  marketplaceEndpoint(
    {
      method: 'DELETE',
      path: '/webhooks/{webhook}',
      operationId: 'removeWebhook',
      tag: 'Events',
      summary: 'Delete a webhook',
      description: 'Its deliveries go with it, those too that wait.',
      scope: 'webhooks:write',
      params: webhookParams,
      query: noQuery,
      body: null,
      answers: { 204: { description: 'Nothing is sent there any more', schema: null } },
      problems: [],
    },
    async ({ hub, key, params }) => {
      await removeEndpoint(hub.db.owner, (await webhookOf(hub, key, params.webhook)).id)
      return { status: 204 }
    },
  ),
]
