import type { AccountsHub } from './accounts-hub.ts'
import { attemptPair, countAttempts, forgetAttempts, type AttemptOutcome } from './attempts.server.ts'
import { authHeaders, cookiesOf, type Client } from './better-auth-call.server.ts'
import { knownDevice, rememberDevice } from './known-device.server.ts'
import { addressOf } from './members.server.ts'
import { passwordLimits } from './password-rules.ts'

type TooMany = Extract<AttemptOutcome, { ok: false }>

/** `step` tells whether the member is signed in or must enter a code. `cookies` belong on the response. */
export type SignInOutcome =
  | { ok: true; step: 'done' | 'code'; cookies: Headers }
  | { ok: false; reason: 'wrong' }
  | TooMany

/**
 * Signs in by e-mail address and password. `wrong`, and its timing, do not reveal whether the account exists. Ends the
 * browser's previous session.
 */
export async function signIn(
  hub: AccountsHub,
  { email: typed, password, ...client }: Client & { email: string; password: string },
): Promise<SignInOutcome> {
  const email = await addressOf(hub.db.owner, typed)
  const device = await knownDevice(hub, client.request, { by: 'email', value: email })
  const pair = attemptPair(client.clientIp, email)
  const attempts = device
    ? await countAttempts(hub, [['sign-in-device', device]])
    : await countStranger(hub, { email, pair, clientIp: client.clientIp })
  if (!attempts.ok) return attempts
  // No stored password is that long; hashing it would only cost time.
  if (password.length > passwordLimits.max) return { ok: false, reason: 'wrong' }
  const hashBefore = await hashOf(hub, email)
  const { headers, response } = await hub.auth.api.signInByPassword({
    body: { email, password },
    headers: authHeaders(client),
    returnHeaders: true,
  })
  const needsCode = 'twoFactorRedirect' in response
  if (!needsCode && !response.ok) return { ok: false, reason: 'wrong' }
  if ((await hashOf(hub, email)) !== hashBefore) return await refuseFormer(hub, needsCode ? null : response.token)
  await forgetAttempts(
    hub.db,
    device
      ? [['sign-in-device', device]]
      : [
          ['sign-in-pair', pair],
          ['sign-in-email', email],
        ],
  )
  const cookies = cookiesOf(headers)
  if (needsCode) return { ok: true, step: 'code', cookies }
  await rememberDevice(hub, { request: client.request, memberId: response.memberId, cookies })
  return { ok: true, step: 'done', cookies }
}

async function hashOf(hub: AccountsHub, email: string): Promise<string | null | undefined> {
  const row = await hub.db.owner
    .selectFrom('credentials')
    .innerJoin('members', 'members.id', 'credentials.member_id')
    .select('credentials.password')
    .where('members.email', '=', email.toLowerCase())
    .where('credentials.provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password
}

/**
 * Ends the new session if the password changed during the check. Sessions opened before that change are ended by it
 * (`passwords.server.ts`).
 */
async function refuseFormer(
  hub: AccountsHub,
  token: string | null,
): Promise<Extract<SignInOutcome, { reason: 'wrong' }>> {
  if (token !== null) await hub.db.owner.deleteFrom('sessions').where('token', '=', token).execute()
  return { ok: false, reason: 'wrong' }
}

/** Counts a password attempt from an unknown browser. */
async function countStranger(
  hub: AccountsHub,
  { email, pair, clientIp }: { email: string; pair: string; clientIp: string },
): Promise<AttemptOutcome> {
  const attempts = await countAttempts(hub, [
    ['sign-in-address', clientIp],
    ['sign-in-pair', pair],
  ])
  // Attempts rejected for one client do not use up the account's limit.
  return attempts.ok ? countAttempts(hub, [['sign-in-email', email]]) : attempts
}

export type LinkOutcome = { ok: true; cookies: Headers } | { ok: false; reason: 'used-up' } | TooMany

export async function signInByLink(
  hub: AccountsHub,
  { token, ...client }: Client & { token: string },
): Promise<LinkOutcome> {
  const { headers, response } = await hub.auth.api.signInByLink({
    body: { token },
    headers: authHeaders(client),
    returnHeaders: true,
  })
  return response.ok ? { ok: true, cookies: cookiesOf(headers) } : refuseLink(hub, client.clientIp)
}

/** The response to an invalid link. Only invalid links are counted, so that strangers cannot block a valid one. */
export async function refuseLink(
  hub: AccountsHub,
  clientIp: string,
): Promise<{ ok: false; reason: 'used-up' } | TooMany> {
  const attempts = await countAttempts(hub, [['link-address', clientIp]])
  return attempts.ok ? { ok: false, reason: 'used-up' } : attempts
}

/** Ends the session; the returned cookies clear the browser's. */
export async function signOut(hub: AccountsHub, client: Client): Promise<Headers> {
  const { headers } = await hub.auth.api.signOut({ headers: authHeaders(client), returnHeaders: true })
  return cookiesOf(headers)
}
