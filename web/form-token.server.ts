import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedIn } from './signed-in.ts'

/**
 * The anti-forgery token (against CSRF) of a session, or of a browser that is not signed in. Behind a dot it names the seller
 * that the session works for: a page that still shows another one, in a second tab, must not write what it has to this one.
 */
export function formToken(secret: string, signedIn: SignedIn | null, visitor: string): string {
  if (!signedIn) return tokenFor(secret, `visitor:${visitor}`)
  return `${tokenFor(secret, `session:${signedIn.sessionId}`)}.${readerOf(secret, signedIn)}`
}

/** Names whom pages are for, member and seller, in whichever session, and opens nothing: 96 bits. */
export function readerOf(secret: string, { member, seller }: SignedIn): string {
  return tokenFor(secret, `reader:${member.id}:${seller?.id}`).slice(0, 16)
}

function tokenFor(secret: string, binding: string): string {
  return createHmac('sha256', secret).update(`srt:${binding}`).digest('base64url')
}

/** Whether what was sent is the token `expected`: of this session, and of the seller that it works for. */
export function isToken(given: unknown, expected: string): boolean {
  return typeof given === 'string' && isSame(given, expected)
}

/** Whether what was sent is a token of the same session, of whichever of its sellers. */
export function isTokenOfSession(given: unknown, expected: string): boolean {
  return typeof given === 'string' && isSame(sessionPart(given), sessionPart(expected))
}

const sessionPart = (token: string) => token.replace(/\..*/s, '')

/** In constant time. */
function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
