import { randomBytes } from 'node:crypto'
import type { MiddlewareFunction } from '#web/router/router.ts'
import { readSession } from '#features/people/accounts/session.server.ts'
import { knownTimeZone } from '#features/settings/preferences/time-zones.ts'
import { readCookie } from '#lib/cookie.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { negotiateLocale } from '#texts/texts.ts'
import { zoneCookie } from './report-time-zone.ts'
import { recheckPermission } from '#web/recheck-permission.ts'
import { arrivalContext, refusalContext, visitContext, type Visit } from '#web/context.ts'
import { formToken, readerOf } from '#web/form-token.server.ts'
import { failureOf, takePageSlot } from '#web/guard.server.ts'
import { refusalHeader } from '#web/refusals.ts'
import { copyOfPost, pageOfUnsentPost } from './forms/unsent-post.server.tsx'
import { readerCookie } from './restored-page.ts'
import { refusalAsPage } from './refusal-page.server.ts'
import { shuiLabels } from './shui-labels.ts'

/** Identifies a signed-out browser, so that its forms have an anti-forgery token of their own. */
const visitorCookie = 'hub-visitor'

/** Determines the member, locale and zone before any loader runs. */
export const visitMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const arrival = context.get(arrivalContext)
  const { hub } = arrival
  const whoAsks = recheckPermission(() =>
    readSession(hub, request).catch((error: Error) => {
      throw failureOf(error, arrival)
    }),
  )
  const arriving = await whoAsks()
  // Changes take their turn after their form is read.
  const turn = arriving && request.method === 'GET' ? await takePageSlot(hub, arriving.member, request) : null
  let isAtWork = turn !== null
  const endTurn = () => {
    if (isAtWork) turn?.end()
    isAtWork = false
  }
  arrival.whenAnswered(endTurn)
  const cookies = request.headers.get('cookie') ?? ''
  const browserZone = knownTimeZone(readCookie(cookies, zoneCookie))
  const cookie = readCookie(cookies, visitorCookie)
  const known = cookie && /^[\w-]{24}$/.test(cookie) ? cookie : null
  const visitor = known ?? randomBytes(18).toString('base64url')
  const visitOf = (signedIn: Visit['signedIn']): Visit => {
    const locale =
      signedIn?.member.preferences.locale ??
      negotiateLocale(request.headers.get('accept-language'), hub.config.defaultLocale)
    const texts = textsFor(
      locale,
      signedIn?.member.preferences.timeZone ?? browserZone ?? signedIn?.seller?.timeZone ?? 'UTC',
    )
    const srt = formToken(hub.secret, signedIn, visitor)
    const reader = signedIn ? readerOf(hub.secret, signedIn) : ''
    return { ...arrival, signedIn, texts, srt, reader, isAnswer: request.method === 'POST', again }
  }
  const again = async () => {
    const visit = visitOf(await whoAsks())
    context.set(visitContext, visit)
    return visit
  }
  await again()
  const copy = copyOfPost(request)
  const answer = await next()
  const visit = context.get(visitContext)
  const unsent = copy && (await pageOfUnsentPost({ response: answer, copy, visit, labels: shuiLabels(visit.texts) }))
  if (unsent) arrival.takePage?.(null)
  const response = unsent ?? (await refusalAsPage({ response: answer, request, visit }))
  // An open event stream does not count as running work.
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) endTurn()
  const refusal = context.get(refusalContext)
  if (refusal && request.method === 'POST') response.headers.set(refusalHeader, JSON.stringify(refusal))
  const secure = new URL(hub.config.publicUrl).protocol === 'https:' ? '; Secure' : ''
  const set = (value: string) => response.headers.append('Set-Cookie', `${value}; Path=/; SameSite=Lax${secure}`)
  if (!visit.signedIn && !known) set(`${visitorCookie}=${visitor}; HttpOnly`)
  if (visit.reader !== (readCookie(cookies, readerCookie) ?? '')) set(`${readerCookie}=${visit.reader}`)
  return response
}
