import { findApiKeyFor, recordKeyUse, type ApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { countUse, keyLimit } from '#features/developers/api-keys/count-use.server.ts'
import type { Hub } from '#web/hub.ts'
import { ApiProblem } from './problem.ts'

export interface Caller {
  key: ApiKey
  headers: Record<string, string>
}

/**
 * Authenticates by the key in `Authorization` only. Cookies are ignored, so that other sites cannot make a browser call
 * the API.
 */
export async function findCaller(hub: Pick<Hub, 'db' | 'now'>, request: Request): Promise<Caller> {
  return countCall(hub, (await findKey(hub, request)).key)
}

/** Authenticates without counting a call, and finds the seller that the request names in its path. */
export async function findKey(
  { db, now }: Pick<Hub, 'db' | 'now'>,
  request: Request,
  seller = '',
): Promise<{ key: ApiKey; namedSellerId: number | null }> {
  const secret = /^Bearer +([\w-]+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const found = secret ? await findApiKeyFor(db.owner, { secret, seller, now: now() }) : null
  if (!found) throw new ApiProblem('unauthorized', {}, { 'WWW-Authenticate': 'Bearer realm="marketplace"' })
  return found
}

/** Counts a call and records the key's use; refuses if the rate limit is exceeded. */
export async function countCall({ db, now }: Pick<Hub, 'db' | 'now'>, key: ApiKey): Promise<Caller> {
  const time = now()
  const use = await countUse(db.owner, key.id, time)
  const seconds = Math.ceil(use.resetsIn / 1000)
  const headers = {
    'RateLimit-Policy': `"requests";q=${keyLimit.requests};w=${keyLimit.window / 1000}`,
    RateLimit: `"requests";r=${use.left};t=${seconds}`,
  }
  if (use.isOver)
    throw new ApiProblem(
      'rate-limited',
      { detail: `A key may ask ${keyLimit.requests} times in ${keyLimit.window / 1000} seconds.` },
      { ...headers, 'Retry-After': String(Math.max(1, seconds)) },
    )
  await recordKeyUse(db.owner, key, time)
  return { key, headers }
}
