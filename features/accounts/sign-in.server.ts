import type { Hub } from '#web/hub.ts'
import { countAttempts, forgetAttempts, removeEnded, type AttemptOutcome } from './attempts.server.ts'
import { authHeaders, cookiesOf, refusalCode, type Client } from './better-auth-call.server.ts'
import { passwordLimits } from './password-rules.ts'

/** What accounts need of the hub; tests make one of less. */
export type AccountsHub = Pick<Hub, 'db' | 'auth' | 'secret' | 'now' | 'log' | 'mailer'> & {
  config: Pick<Hub['config'], 'publicUrl' | 'brand'>
}

type TooMany = Extract<AttemptOutcome, { ok: false }>

/** `step` is what comes next: the member is in, or must give a code. `cookies` belong to the answer. */
export type SignInOutcome =
  | { ok: true; step: 'done' | 'code'; cookies: Headers }
  | { ok: false; reason: 'wrong' }
  | TooMany

/**
 * Signs in by e-mail address and password. `wrong` says nothing of whether the account exists, and takes as long for
 * one that does not. A session that the browser may still have ends.
 */
export async function signIn(
  hub: AccountsHub,
  { email, password, ...client }: Client & { email: string; password: string },
): Promise<SignInOutcome> {
  const attempts = await countAttempts(hub, [
    ['sign-in-address', client.clientIp],
    ['sign-in-email', email],
  ])
  if (!attempts.ok) return attempts
  // Nobody has such a password; hashing a very long one would only cost.
  if (password.length > passwordLimits.max) return { ok: false, reason: 'wrong' }
  try {
    const { headers, response } = await hub.auth.api.signInEmail({
      body: { email, password },
      headers: authHeaders(client),
      returnHeaders: true,
    })
    await forgetAttempts(hub.db, [['sign-in-email', email]])
    await removeEnded(hub)
    // Typed without what the second factor's hook answers.
    const step = 'twoFactorRedirect' in response ? 'code' : 'done'
    return { ok: true, step, cookies: cookiesOf(headers) }
  } catch (error) {
    refusalCode(error)
    return { ok: false, reason: 'wrong' }
  }
}

export type LinkOutcome = { ok: true; cookies: Headers } | { ok: false; reason: 'used-up' } | TooMany

/** Signs in by a one-time link (`sign-in-links.server.ts`), which is used up by it. */
export async function signInByLink(
  hub: AccountsHub,
  { token, ...client }: Client & { token: string },
): Promise<LinkOutcome> {
  const attempts = await countAttempts(hub, [['link-address', client.clientIp]])
  if (!attempts.ok) return attempts
  const { headers, response } = await hub.auth.api.signInByLink({
    body: { token },
    headers: authHeaders(client),
    returnHeaders: true,
  })
  return response.ok ? { ok: true, cookies: cookiesOf(headers) } : { ok: false, reason: 'used-up' }
}

/** Ends the session of the request; the cookies remove the browser's own. */
export async function signOut(hub: AccountsHub, client: Client): Promise<Headers> {
  const { headers } = await hub.auth.api.signOut({ headers: authHeaders(client), returnHeaders: true })
  return cookiesOf(headers)
}
