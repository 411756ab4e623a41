import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedIn } from './signed-in.ts'

/**
 * Anti-forgery (CSRF) token of a session or signed-out browser. After a dot it identifies the seller, so that a page of
 * another seller in a second tab cannot write to this one.
 */
export function formToken(secret: string, signedIn: SignedIn | null, visitor: string): string {
  if (!signedIn) return tokenFor(secret, `visitor:${visitor}`)
  return `${tokenFor(secret, `session:${signedIn.sessionId}`)}.${readerOf(secret, signedIn)}`
}

/** Identifies member and seller across sessions; 96 bits, grants no access. */
export function readerOf(secret: string, { member, seller }: SignedIn): string {
  return tokenFor(secret, `reader:${member.id}:${seller?.id}`).slice(0, 16)
}

function tokenFor(secret: string, binding: string): string {
  return createHmac('sha256', secret).update(`srt:${binding}`).digest('base64url')
}

/** Whether the token is `expected`: of this session and its current seller. */
export function isToken(given: unknown, expected: string): boolean {
  return typeof given === 'string' && isSame(given, expected)
}

/** Whether the token is of the same session, for any of its sellers. */
export function isTokenOfSession(given: unknown, expected: string): boolean {
  return typeof given === 'string' && isSame(sessionPart(given), sessionPart(expected))
}

const sessionPart = (token: string) => token.replace(/\..*/s, '')

/** Constant-time comparison. */
function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
