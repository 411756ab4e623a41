import { z } from 'zod'
import {
  defaultKeyDays,
  keyState,
  maxKeyDays,
  maxKeyNameLength,
  maxLiveKeys,
  newKeyId,
  sellerScopes,
} from '#features/developers/api-keys/api-key.ts'
import {
  countLiveKeys,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
  type ApiKey,
} from '#features/developers/api-keys/api-keys-db.server.ts'
import { answersOf, sellerParams, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { sentMoment, text } from './fields.ts'
import { ApiProblem } from './problem.ts'

const keyId = () => z.string().regex(/^[0-9a-f]{12}$/, 'is not the id of a key: 12 characters of 0 to 9 and a to f')

const keyBody = z
  .strictObject({
    id: keyId().optional().meta({
      description: 'Random id of your choice. Sending the same id again returns the same key, without its secret',
    }),
    name: text(maxKeyNameLength),
    scopes: z.array(z.enum(sellerScopes)).min(1).max(sellerScopes.length),
    days: z
      .int()
      .min(1)
      .max(maxKeyDays)
      .optional()
      .meta({
        description: `Validity in days. Default: ${defaultKeyDays}`,
      }),
  })
  .meta({ id: 'SellerKeyBody', description: 'An API key for a seller’s own programs' })

const sellerKey = z
  .object({
    id: z.string().describe('The key’s id, which is not secret; the client id of tools that use `/sell`'),
    name: z.string(),
    scopes: z.array(z.string()),
    ending: z.string().describe('Last characters of the secret'),
    state: z.enum(['live', 'expired', 'revoked']),
    expiresAt: sentMoment().nullable(),
  })
  .meta({ id: 'SellerKey', description: 'A seller’s API key' })

const madeKey = sellerKey
  .extend({
    secret: z.string().nullable().describe('The key itself, returned only once; null if the key already existed'),
  })
  .meta({ id: 'MadeSellerKey', description: 'A seller’s API key, with its secret' })

const writeKey = (key: ApiKey, now: Date): z.input<typeof sellerKey> => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  ending: key.ending,
  state: keyState({ revoked_at: key.revokedAt, expires_at: key.expiresAt }, now),
  expiresAt: key.expiresAt?.toISOString() ?? null,
})

const isSameList = (a: readonly string[], b: readonly string[]) => a.toSorted().join(' ') === b.toSorted().join(' ')

export const sellerKeyEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/keys',
    operationId: 'addKey',
    summary: 'Create a seller’s key',
    description:
      'For the seller’s own tools that use this API or `/sell`. The key can have any scope that owners can grant, independent of the scopes of the key that creates it. Its secret is returned only once and is not stored for an `Idempotency-Key`: to retry safely, send an `id` of your own.',
    scope: 'keys:write',
    body: keyBody,
    example: { name: 'Their listing tool', scopes: ['listings:read', 'listings:write'] },
    showsSecret: true,
    answers: answersOf(madeKey, {
      200: 'The key already existed',
      201: 'The key was created; the response contains its secret',
    }),
    problems: ['id-taken', 'not-possible-now'],
    handle: async ({ hub, seller, key: caller, body }) => {
      const { owner } = hub.db
      const now = hub.now()
      const id = body.id ?? newKeyId()
      const known = () => owner.selectFrom('api_keys').select('seller_id').where('id', '=', id).executeTakeFirst()
      const before = await known()
      if (!before && (await countLiveKeys(owner, { sellerId: seller.id, now })) >= maxLiveKeys)
        throw new ApiProblem('not-possible-now', { detail: `A seller has at most ${maxLiveKeys} active keys.` })
      const days = body.days ?? defaultKeyDays
      const { name, scopes } = body
      const made = before
        ? null
        : await makeApiKey(owner, { id, name, scopes, sellerId: seller.id, madeBy: caller.name, days, now })
      const own = (await listApiKeys(owner, { sellerId: seller.id })).find((each) => each.id === id)
      if (!own || (!made && (own.name !== name || !isSameList(own.scopes, scopes))))
        throw new ApiProblem('id-taken', { errors: [{ pointer: '/id', detail: 'Another key has this id.' }] })
      return { status: made ? 201 : 200, body: { ...writeKey(own, now), secret: made?.secret ?? null } }
    },
  }),
  sellerEndpoint({
    route: 'GET /sellers/{seller}/keys',
    operationId: 'listKeys',
    summary: 'List a seller’s keys',
    scope: 'keys:write',
    answers: {
      200: { description: 'All keys, newest first', schema: z.object({ items: z.array(sellerKey) }) },
    },
    handle: async ({ hub, seller }) => ({
      status: 200,
      body: {
        items: (await listApiKeys(hub.db.owner, { sellerId: seller.id })).map((key) => writeKey(key, hub.now())),
      },
    }),
  }),
  sellerEndpoint({
    route: 'DELETE /sellers/{seller}/keys/{key}',
    operationId: 'removeKey',
    summary: 'Revoke a seller’s key',
    description: 'Takes effect immediately, even if an owner of the seller created the key.',
    scope: 'keys:write',
    params: sellerParams.extend({ key: keyId().meta({ description: 'The key’s id', example: '3f9a1c07b2de' }) }),
    answers: { 204: { description: 'Revoked', schema: null } },
    handle: async ({ hub, seller, params }) => {
      const revoked = await revokeApiKey(hub.db.owner, { id: params.key, sellerId: seller.id, now: hub.now() })
      if (!revoked) throw new ApiProblem('not-found', { detail: 'There is no such active key.' })
      return { status: 204 }
    },
  }),
]
