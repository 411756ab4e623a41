import { z } from 'zod'
import {
  defaultKeyDays,
  keyState,
  maxKeyDays,
  maxKeyNameLength,
  maxLiveKeys,
  newKeyId,
  sellerScopes,
} from '#features/shop/api-keys/api-key.ts'
import {
  countLiveKeys,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
  type ApiKey,
} from '#features/shop/api-keys/api-keys-db.server.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { sentMoment, text } from './fields.ts'
import { ApiProblem } from './problem.ts'
import { noQuery, sellerParams } from './sellers.ts'

const keyId = () => z.string().regex(/^[0-9a-f]{12}$/, 'is no id of a key: 12 of the digits 0 to 9 and a to f')

const keyBody = z
  .strictObject({
    id: keyId().optional().meta({ description: 'Drawn at random: sent again, it is the same key, without its secret' }),
    name: text(maxKeyNameLength),
    scopes: z.array(z.enum(sellerScopes)).min(1).max(sellerScopes.length),
    days: z
      .int()
      .min(1)
      .max(maxKeyDays)
      .optional()
      .meta({
        description: `For how many days it is good; ${defaultKeyDays} where it is left out`,
      }),
  })
  .meta({ id: 'SellerKeyBody', description: 'A key for a seller’s own programs' })

const sellerKey = z
  .object({
    id: z.string().describe('No secret; the client id of tools that use `/sell`'),
    name: z.string(),
    scopes: z.array(z.string()),
    ending: z.string().describe('The last characters of its secret'),
    state: z.enum(['live', 'expired', 'revoked']),
    expiresAt: sentMoment().nullable(),
  })
  .meta({ id: 'SellerKey', description: 'A key of a seller' })

const madeKey = sellerKey
  .extend({ secret: z.string().nullable().describe('The key itself, told once; null where it was made before') })
  .meta({ id: 'MadeSellerKey', description: 'A key of a seller, and its secret' })

const writeKey = (key: ApiKey, now: Date): z.input<typeof sellerKey> => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  ending: key.ending,
  state: keyState({ revoked_at: key.revokedAt, expires_at: key.expiresAt }, now),
  expiresAt: key.expiresAt?.toISOString() ?? null,
})

const isSameList = (a: readonly string[], b: readonly string[]) => a.toSorted().join(' ') === b.toSorted().join(' ')

/** Keys of sellers, made by the marketplace. */
export const sellerKeyEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'POST',
      path: '/sellers/{seller}/keys',
      operationId: 'addKey',
      tag: 'Sellers',
      summary: 'Create a seller’s key',
      description:
        'For the seller’s own tools, of this API and of `/sell`. It may do all that owners can allow, whatever the key that makes it may do. Its secret is told once, and not kept for an `Idempotency-Key`: an `id` that you draw makes it safe to send it again.',
      scope: 'keys:write',
      params: sellerParams,
      query: noQuery,
      body: keyBody,
      example: { name: 'Their listing tool', scopes: ['listings:read', 'listings:write'] },
      showsSecret: true,
      answers: {
        200: { description: 'The key, which was made before', schema: madeKey },
        201: { description: 'The key, with its secret', schema: madeKey },
      },
      problems: ['id-taken', 'not-possible-now'],
    },
    async ({ hub, seller, key: caller, body }) => {
      const { owner } = hub.db
      const now = hub.now()
      const id = body.id ?? newKeyId()
      const known = () => owner.selectFrom('api_keys').select('seller_id').where('id', '=', id).executeTakeFirst()
      const before = await known()
      if (!before && (await countLiveKeys(owner, { sellerId: seller.id, now })) >= maxLiveKeys)
        throw new ApiProblem('not-possible-now', { detail: `A seller has ${maxLiveKeys} keys at most.` })
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
  ),
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/keys',
      operationId: 'listKeys',
      tag: 'Sellers',
      summary: 'List a seller’s keys',
      scope: 'keys:write',
      params: sellerParams,
      query: noQuery,
      body: null,
      answers: {
        200: { description: 'All of them, the newest first', schema: z.object({ items: z.array(sellerKey) }) },
      },
      problems: [],
    },
    async ({ hub, seller }) => ({
      status: 200,
      body: {
        items: (await listApiKeys(hub.db.owner, { sellerId: seller.id })).map((key) => writeKey(key, hub.now())),
      },
    }),
  ),
  sellerEndpoint(
    {
      method: 'DELETE',
      path: '/sellers/{seller}/keys/{key}',
      operationId: 'removeKey',
      tag: 'Sellers',
      summary: 'Revoke a seller’s key',
      description: 'At once, also where its owner made it.',
      scope: 'keys:write',
      params: sellerParams.extend({ key: keyId().meta({ description: 'The key’s id', example: '3f9a1c07b2de' }) }),
      query: noQuery,
      body: null,
      answers: { 204: { description: 'It is revoked', schema: null } },
      problems: [],
    },
    async ({ hub, seller, params }) => {
      const revoked = await revokeApiKey(hub.db.owner, { id: params.key, sellerId: seller.id, now: hub.now() })
      if (!revoked) throw new ApiProblem('not-found', { detail: 'There is no such key that is still good.' })
      return { status: 204 }
    },
  ),
]
