import { z } from 'zod'
import type { ApiScope } from '#features/shop/api-keys/api-key.ts'
import { findApiKey, type ApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'
import { hour } from '#lib/duration.ts'
import { askedAgain } from '#web/asked-again.ts'
import type { Hub } from '#web/hub.ts'
import { countCall } from '../caller.ts'
import { readBody } from '../read-body.ts'
import { readToken, signToken } from './token.ts'

/** How long an access token is good: as long as eBay's. */
const accessLasts = 2 * hour
/** How long a refresh token is good, where its key has no end: eighteen months, as eBay's. */
const refreshLasts = 547.5 * 24 * hour

const scopeRoot = 'https://api.ebay.com/oauth/api_scope'
/** What eBay's scopes are of ours. */
const scopes: Readonly<Record<string, readonly ApiScope[]>> = {
  [`${scopeRoot}/sell.fulfillment`]: ['orders:read', 'orders:ship'],
  [`${scopeRoot}/sell.fulfillment.readonly`]: ['orders:read'],
  [`${scopeRoot}/sell.finances`]: ['refunds:write'],
  [`${scopeRoot}/sell.inventory`]: ['listings:read', 'listings:write'],
  [`${scopeRoot}/sell.inventory.readonly`]: ['listings:read'],
  [`${scopeRoot}/sell.account`]: ['listings:read', 'listings:write'],
  [`${scopeRoot}/sell.account.readonly`]: ['listings:read'],
}

/** A refusal in the words of RFC 6749. */
class OAuthError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

const form = z.object({
  grant_type: z.string(),
  scope: z.string().optional(),
  refresh_token: z.string().optional(),
})

/**
 * Gives a seller's tool its tokens. Its client id is the id of a key of the seller, its client secret the key's secret: there is one list
 * of keys, and what is revoked there is shut out here.
 */
export async function answerTokenRequest(hub: Hub, request: Request): Promise<Response> {
  try {
    const keyNow = askedAgain(() => whoAsks(hub, request))
    const { headers } = await countCall(hub, await keyNow())
    const type = (request.headers.get('content-type') ?? '').replace(/;.*/s, '').trim().toLowerCase()
    const given = form.safeParse(Object.fromEntries(new URLSearchParams(await readBody(request))))
    if (type !== 'application/x-www-form-urlencoded' || !given.success)
      throw new OAuthError('invalid_request', 'The body is a form with grant_type and scope.')
    return send(200, grant(hub, await keyNow(), given.data), headers)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const { status, code, message } = error
    const headers = status === 401 ? { 'WWW-Authenticate': 'Basic realm="identity"' } : undefined
    return send(status, { error: code, error_description: message }, headers)
  }
}

const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })

async function whoAsks({ db, now }: Hub, request: Request): Promise<ApiKey> {
  const basic = /^Basic +([\w+/=-]+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponentSafely)
  const key = secret ? await findApiKey(db.owner, secret, now()) : null
  if (key?.id !== id || !key) throw new OAuthError('invalid_client', 'client authentication failed', 401)
  if (key.sellerId === null)
    throw new OAuthError('unauthorized_client', 'The key is the whole marketplace’s: make one for the seller.')
  return key
}

/** RFC 6749 has both parts encoded; most clients leave that out, and ours never change by it. */
function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function grant(hub: Hub, key: ApiKey, { grant_type: type, scope, refresh_token: refresh }: z.output<typeof form>) {
  const now = hub.now()
  switch (type) {
    case 'client_credentials': {
      const lasts = key.expiresAt ? key.expiresAt.getTime() - now.getTime() : refreshLasts
      const granted = scopesFor(scope, key.scopes)
      const refreshToken = signToken(hub.secret, {
        kind: 'refresh',
        keyId: key.id,
        scopes: granted,
        expiresAt: new Date(now.getTime() + lasts),
      })
      return {
        ...accessOf(hub, { key, granted, now }),
        token_type: 'Application Access Token',
        refresh_token: refreshToken,
        refresh_token_expires_in: Math.floor(lasts / 1000),
      }
    }
    case 'refresh_token': {
      const token = readToken(refresh ?? '', { secret: hub.secret, kind: 'refresh', now })
      if (token?.keyId !== key.id || !token)
        throw new OAuthError(
          'invalid_grant',
          'the provided authorization refresh token is invalid or was issued to another client',
        )
      const may = token.scopes.filter((each) => key.scopes.includes(each))
      return { ...accessOf(hub, { key, granted: scopesFor(scope, may), now }), token_type: 'User Access Token' }
    }
    default:
      throw new OAuthError(
        'unsupported_grant_type',
        'There are client_credentials and refresh_token: the seller makes a key instead of agreeing on a page.',
      )
  }
}

function accessOf(hub: Hub, { key, granted, now }: { key: ApiKey; granted: readonly ApiScope[]; now: Date }) {
  const expiresAt = new Date(now.getTime() + accessLasts)
  return {
    access_token: signToken(hub.secret, { kind: 'access', keyId: key.id, scopes: granted, expiresAt }),
    expires_in: accessLasts / 1000,
  }
}

/**
 * What of what the key may is asked for: all of it where nothing is said, or nothing but eBay's scope for everything. Tools ask for a
 * fixed list, also of what there is not here; what nobody can give is left out, as RFC 6749 allows.
 */
function scopesFor(asked: string | undefined, may: readonly ApiScope[]): readonly ApiScope[] {
  const named = (asked ?? '').split(/\s+/).filter(Boolean)
  if (named.every((name) => name === scopeRoot)) return may
  const wanted = new Set(named.flatMap((name) => scopes[name] ?? []))
  const granted = may.filter((scope) => wanted.has(scope))
  if (granted.length === 0)
    throw new OAuthError(
      'invalid_scope',
      'The requested scope is invalid, unknown, malformed, or exceeds the scope granted to the client',
    )
  return granted
}
