import { randomBytes } from 'node:crypto'
import type { MiddlewareFunction } from 'react-router'
import { readSession } from '#features/accounts/session.server.ts'
import { readCookie } from '#lib/cookie.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { negotiateLocale } from '#texts/texts.ts'
import { arrivalContext, visitContext } from './context.ts'
import { failureOf, tokenFor } from './guard.server.ts'

/** Names this browser while nobody is signed in, so that its forms have an anti-forgery token of their own. */
const visitorCookie = 'hub-visitor'

/** Finds out who asks and how they read, before any loader runs. */
export const visitMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const arrival = context.get(arrivalContext)
  const { hub } = arrival
  const signedIn = await readSession(hub, request).catch((error: Error) => {
    throw failureOf(error, arrival, request)
  })
  const locale =
    signedIn?.member.locale ?? negotiateLocale(request.headers.get('accept-language'), hub.config.defaultLocale)
  const texts = textsFor(locale, signedIn?.member.timeZone ?? signedIn?.seller?.timeZone ?? 'UTC')
  const cookie = readCookie(request.headers.get('cookie') ?? '', visitorCookie)
  const known = cookie && /^[\w-]{24}$/.test(cookie) ? cookie : null
  const visitor = known ?? randomBytes(18).toString('base64url')
  const srt = tokenFor(hub.secret, signedIn ? `session:${signedIn.sessionId}` : `visitor:${visitor}`)
  context.set(visitContext, { ...arrival, signedIn, texts, srt })
  const response = await next()
  if (!signedIn && !known)
    response.headers.append(
      'Set-Cookie',
      visitorCookieFor(visitor, new URL(hub.config.publicUrl).protocol === 'https:'),
    )
  return response
}

function visitorCookieFor(value: string, secure: boolean): string {
  return `${visitorCookie}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
