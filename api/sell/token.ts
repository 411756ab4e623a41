import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseApiScope, type ApiScope } from '#features/shop/api-keys/api-key.ts'

/** What a tool shows instead of its key: which key it is, and what of what the key may is asked for. */
export interface SellToken {
  /** An access token opens `/sell`; a refresh token only fetches the next access token. */
  kind: 'access' | 'refresh'
  keyId: string
  scopes: readonly ApiScope[]
  expiresAt: Date
}

/**
 * Signs a token. Nothing of it is kept: the key is looked up at each request, so that with the key all of its tokens end at once.
 */
export function signToken(secret: string, { kind, keyId, scopes, expiresAt }: SellToken): string {
  const said = Buffer.from(JSON.stringify([kind, keyId, expiresAt.getTime(), scopes])).toString('base64url')
  return `${said}.${signatureOf(secret, said)}`
}

/** Reads a token of this kind that was signed here and has not expired; null for anything else. */
export function readToken(
  text: string,
  { secret, kind, now }: { secret: string; kind: SellToken['kind']; now: Date },
): SellToken | null {
  const [said = '', signature = '', ...more] = text.split('.')
  const [shown, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secret, said))]
  if (more.length > 0 || shown.length !== expected.length || !timingSafeEqual(shown, expected)) return null
  const [of, keyId, expires, scopes] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [
    SellToken['kind'],
    string,
    number,
    string[],
  ]
  if (of !== kind || expires <= now.getTime()) return null
  // One that a later hub knew is none here.
  return { kind, keyId, expiresAt: new Date(expires), scopes: scopes.flatMap((scope) => parseApiScope(scope) ?? []) }
}

const signatureOf = (secret: string, said: string) =>
  createHmac('sha256', `token of a seller's tool ${secret}`).update(said).digest('base64url')
