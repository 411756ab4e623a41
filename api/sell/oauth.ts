import { z } from 'zod'
import type { ApiScope } from '#features/developers/api-keys/api-key.ts'
import { findApiKey, type ApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { hour } from '#lib/duration.ts'
import { recheckPermission } from '#web/recheck-permission.ts'
import type { Hub } from '#web/hub.ts'
import { countCall } from '../caller.ts'
import { readBody } from '../read-body.ts'
import { readToken, signToken } from './token.ts'

/** Lifetime of an access token, like eBay's. */
const accessLasts = 2 * hour
/** Lifetime of a refresh token if its key does not expire: eighteen months, like eBay's. */
const refreshLasts = 547.5 * 24 * hour

const scopeRoot = 'https://api.ebay.com/oauth/api_scope'
const scopes: Readonly<Record<string, readonly ApiScope[]>> = {
  [`${scopeRoot}/sell.fulfillment`]: ['orders:read', 'orders:ship'],
  [`${scopeRoot}/sell.fulfillment.readonly`]: ['orders:read'],
  [`${scopeRoot}/sell.finances`]: ['payments:read', 'refunds:write'],
  [`${scopeRoot}/sell.inventory`]: ['listings:read', 'listings:write', 'offers:read'],
  [`${scopeRoot}/sell.inventory.readonly`]: ['listings:read', 'offers:read'],
  [`${scopeRoot}/sell.account`]: ['listings:read', 'listings:write'],
  [`${scopeRoot}/sell.account.readonly`]: ['listings:read'],
}

/** An error response of RFC 6749. */
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

/** Issues tokens. Client id and secret are those of a seller's API key, so revoking the key ends access here too. */
export async function answerTokenRequest(hub: Hub, request: Request): Promise<Response> {
  try {
    const keyNow = recheckPermission(() => authenticate(hub, request))
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

async function authenticate({ db, now }: Hub, request: Request): Promise<ApiKey> {
  const basic = /^Basic +([\w+/=-]+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponentSafely)
  const key = secret ? await findApiKey(db.owner, secret, now()) : null
  if (key?.id !== id || !key) throw new OAuthError('invalid_client', 'client authentication failed', 401)
  if (key.sellerId === null)
    throw new OAuthError('unauthorized_client', 'The key is the whole marketplace’s: make one for the seller.')
  return key
}

/** RFC 6749 encodes both parts; most clients do not, and decoding never changes our values. */
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
 * Granted scopes: all of the key's if none or only eBay's general scope is requested. Tools request fixed lists;
 * unknown scopes are omitted, as RFC 6749 allows.
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
