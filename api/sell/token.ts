import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseApiScope, type ApiScope } from '#features/developers/api-keys/api-key.ts'

export interface SellToken {
  /** Access tokens authorize `/sell`; refresh tokens only get new access tokens. */
  kind: 'access' | 'refresh'
  keyId: string
  scopes: readonly ApiScope[]
  expiresAt: Date
}

/** Signs a token. Tokens are not stored: each request looks up the key, so revoking it ends all of them. */
export function signToken(secret: string, { kind, keyId, scopes, expiresAt }: SellToken): string {
  const payload = Buffer.from(JSON.stringify([kind, keyId, expiresAt.getTime(), scopes])).toString('base64url')
  return `${payload}.${signatureOf(secret, payload)}`
}

/** Verifies a token of this kind and its expiry; null if invalid. */
export function readToken(
  text: string,
  { secret, kind, now }: { secret: string; kind: SellToken['kind']; now: Date },
): SellToken | null {
  const [payload = '', signature = '', ...more] = text.split('.')
  const [shown, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secret, payload))]
  if (more.length > 0 || shown.length !== expected.length || !timingSafeEqual(shown, expected)) return null
  const [of, keyId, expires, scopes] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    SellToken['kind'],
    string,
    number,
    string[],
  ]
  if (of !== kind || expires <= now.getTime()) return null
  // Scopes of a later version are dropped.
  return { kind, keyId, expiresAt: new Date(expires), scopes: scopes.flatMap((scope) => parseApiScope(scope) ?? []) }
}

const signatureOf = (secret: string, payload: string) =>
  createHmac('sha256', `token of a seller's tool ${secret}`).update(payload).digest('base64url')
