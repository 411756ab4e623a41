import { data } from '#web/router/router.ts'
import { isOwnOrigin } from '#lib/own-origin.ts'
import { checkHeader } from './check-form.ts'
import { defaultFormLimits, readFormBody, readJsonBody } from './form-body.server.ts'
import { isToken, isTokenOfSession } from './form-token.server.ts'
import type { VisitArgs } from './context.ts'
import { refuse } from './refusals.ts'

/**
 * Reads the form of a state change. Requires our origin and the session's token (`srt`); refuses with 403, or 413 if
 * too large, before any change.
 */
export async function readForm(visit: VisitArgs, limits = defaultFormLimits, check = requireToken): Promise<FormData> {
  requireOwnOrigin(visit)
  const form = await readFormBody(visit.request, limits, (token) => check(visit, token))
  if (!form) throw refuse('too-large')
  if (visit.request.headers.has(checkHeader)) throw data(null, { status: 204 })
  return form
}

export const tokenOf = (form: FormData) => form.get('srt')

/** Checks a JSON body in the same way; only its token is read. */
export async function checkJson(visit: VisitArgs): Promise<unknown> {
  requireOwnOrigin(visit)
  const body: unknown = await readJsonBody(visit.request).catch(() => null)
  if (body === undefined) throw refuse('too-large')
  const token = typeof body === 'object' && body !== null && 'srt' in body ? body.srt : null
  requireToken(visit, token)
  return token
}

/** Refuses a request that no page of ours sent. */
export function requireOwnOrigin({ request }: VisitArgs): void {
  if (!isOwnOrigin(request)) throw refuse('origin', { address: new URL(request.url).origin })
}

/** Token check: a seller's token must match the seller; signing out and switching accept any of the session. */
type TokenCheck = (visit: VisitArgs, token: unknown) => void

export const requireSellersToken: TokenCheck = ({ srt }, token) => {
  if (!isToken(token, srt)) throw refuse('token', { srt })
}

export const requireToken: TokenCheck = ({ srt }, token) => {
  if (!isTokenOfSession(token, srt)) throw refuse('token', { srt })
}
