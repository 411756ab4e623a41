import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { readCookie } from '#lib/cookie.ts'
import { isConcurrencyConflict } from '#db/failure.ts'
import { oneRow } from '#db/one-row.ts'
import { countAttempts, forgetAttempts, type Attempt, type AttemptOutcome } from './attempts.server.ts'
import { authHeaders, cookiesOf, refusalCode, type Client } from './better-auth-call.server.ts'
import { authenticatorUri } from './authenticator-uri.ts'
import { normalCode } from './backup-codes.ts'
import { authCookieName } from './auth.server.ts'
import { knownDevice, rememberDevice } from './known-device.server.ts'
import { verifySigned } from './session.server.ts'
import type { AccountsHub } from './accounts-hub.ts'

type TooMany = Extract<AttemptOutcome, { ok: false }>

/**
 * `ended`: the password is required again, after ten minutes or five wrong codes. `unreadable`: the hub's secret
 * changed since setup, so no code can be verified.
 */
export type CodeOutcome =
  | { ok: true; cookies: Headers }
  | { ok: false; reason: 'wrong' | 'ended' | 'unreadable' }
  | TooMany

/** Whether the browser has given a password and must enter a code. */
export function awaitsCode(hub: AccountsHub, request: Request): boolean {
  return challengeOf(hub, request) !== null
}

/**
 * Completes sign-in with an authenticator or backup code; a backup code is used up. Counted before it is checked, so
 * that concurrent attempts cannot exceed the limit.
 */
export async function signInByCode(
  hub: AccountsHub,
  { code: typed, ...client }: Client & { code: string },
): Promise<CodeOutcome> {
  const code = normalCode(typed)
  const memberId = await challengedMember(hub, client.request)
  if (memberId === null) return { ok: false, reason: 'ended' }
  const device = await knownDevice(hub, client.request, { by: 'id', value: memberId })
  const own: Attempt = device ? ['code-device', device] : ['code-member', memberId]
  const attempts = await countAttempts(hub, device ? [own] : [['code-address', client.clientIp], own])
  if (!attempts.ok) return attempts
  const first = await countAttempts(hub, [['code-once', `${memberId} ${code}`]])
  if (!first.ok) return { ok: false, reason: 'wrong' }
  if (!(await isReadable(hub, memberId))) {
    hub.log.warn('cannot read a member’s two-step secret: it was set up with another HUB_SECRET')
    return { ok: false, reason: 'unreadable' }
  }
  const outcome = await validateCode(hub, { ...client, code, memberId })
  if (!outcome.ok) return outcome
  await forgetAttempts(hub.db, [own])
  await rememberDevice(hub, { request: client.request, memberId, cookies: outcome.cookies })
  return outcome
}

async function validateCode(
  hub: AccountsHub,
  { code, memberId, ...client }: Client & { code: string; memberId: string },
): Promise<CodeOutcome> {
  const call = { body: { code }, headers: challengeHeaders(hub, client), returnHeaders: true } as const
  try {
    const answer = /^\d{6}$/.test(code)
      ? await hub.auth.api.verifyTOTP(call)
      : await hub.auth.api.verifyBackupCode(call)
    // The code was correct, but for another member.
    if (answer.response.user.id !== memberId) return { ok: false, reason: 'wrong' }
    return { ok: true, cookies: cookiesOf(answer.headers) }
  } catch (error) {
    const isEnded = ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'].includes(refusalCode(error))
    return { ok: false, reason: isEnded ? 'ended' : 'wrong' }
  }
}

/**
 * Passes only the verified challenge cookie to better-auth. With an additional session cookie it would check the code
 * for that session's member, without counting attempts.
 */
function challengeHeaders(hub: AccountsHub, client: Client): Headers {
  const headers = authHeaders(client)
  const challenge = challengeCookie(hub, client.request) ?? ''
  headers.set('cookie', `${authCookieName(hub.config, 'two_factor')}=${encodeURIComponent(challenge)}`)
  return headers
}

async function isReadable(hub: AccountsHub, memberId: string): Promise<boolean> {
  const row = await hub.db.owner
    .selectFrom('two_factors')
    .select('secret')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const { secretConfig } = await hub.auth.$context
  const read = async (data: string) => symmetricDecrypt({ key: secretConfig, data })
  return (
    row === undefined ||
    read(row.secret).then(
      () => true,
      () => false,
    )
  )
}

const challengeCookie = (hub: AccountsHub, request: Request) =>
  readCookie(request.headers.get('cookie') ?? '', authCookieName(hub.config, 'two_factor'))

function challengeOf(hub: AccountsHub, request: Request): string | null {
  const cookie = challengeCookie(hub, request)
  return cookie === null ? null : verifySigned(cookie, hub.secret)
}

async function challengedMember(hub: AccountsHub, request: Request): Promise<string | null> {
  const challenge = challengeOf(hub, request)
  if (challenge === null) return null
  const { internalAdapter } = await hub.auth.$context
  const row = await internalAdapter.findVerificationValue(challenge)
  return row && row.expiresAt > hub.now() ? row.value : null
}

export interface TwoFactorSetup {
  /** `otpauth://totp/...`, the content of the QR code. */
  uri: string
  /** The same secret for typing, base32. */
  secret: string
  backupCodes: string[]
}

/** `lostUpdateAnswer`: another window has turned it on or off meanwhile; nothing was changed. */
export type ConfirmOutcome<T> = ({ ok: true } & T) | { ok: false; reason: 'wrong-password' | 'overtaken' } | TooMany

/** Starts setup with a new secret; sign-in is unchanged until `confirmTwoFactor`. Concurrent windows get the same secret. */
export async function beginTwoFactor(
  hub: AccountsHub,
  { memberId, password, ...client }: Client & { memberId: string; password: string },
): Promise<ConfirmOutcome<{ setup: TwoFactorSetup }>> {
  const started = await withPassword(hub, memberId, async () => {
    try {
      await hub.auth.api.enableTwoFactor({ body: { password }, headers: authHeaders(client) })
    } catch (error) {
      if (!isConcurrencyConflict(error)) throw error
    }
    return { setup: await pendingTwoFactor(hub, memberId) }
  })
  if (!started.ok) return started
  return started.setup ? { ok: true, setup: started.setup } : { ok: false, reason: 'overtaken' }
}

export async function pendingTwoFactor(hub: AccountsHub, memberId: string): Promise<TwoFactorSetup | null> {
  const row = await hub.db.owner
    .selectFrom('two_factors')
    .innerJoin('members', 'members.id', 'two_factors.member_id')
    .select(['two_factors.secret', 'members.email'])
    .where('member_id', '=', memberId)
    .where('verified', '=', false)
    .executeTakeFirst()
  if (!row) return null
  const { secretConfig } = await hub.auth.$context
  const secret = await symmetricDecrypt({ key: secretConfig, data: row.secret })
  const { backupCodes } = await hub.auth.api.viewBackupCodes({ body: { userId: memberId } })
  return { ...authenticatorUri({ secret, issuer: hub.config.brand.name, account: row.email }), backupCodes }
}

/** Turns two-factor on with the authenticator's first code. Replaces the session: `cookies` belong on the response. */
export async function confirmTwoFactor(
  hub: AccountsHub,
  { memberId, code, ...client }: Client & { memberId: string; code: string },
): Promise<{ ok: true; cookies: Headers } | { ok: false; reason: 'wrong' } | TooMany> {
  const attempts = await countAttempts(hub, [['confirm-member', memberId]])
  if (!attempts.ok) return attempts
  await holdSecret(hub, memberId)
  try {
    const { headers } = await hub.auth.api.verifyTOTP({
      body: { code: normalCode(code) },
      headers: authHeaders(client),
      returnHeaders: true,
    })
    return { ok: true, cookies: cookiesOf(headers) }
  } catch (error) {
    refusalCode(error)
    return { ok: false, reason: 'wrong' }
  }
}

/**
 * Prevents other windows from replacing the secret while a code is checked, since that secret would then be confirmed.
 * Uses the database clock, as the stored expiry does.
 */
async function holdSecret(hub: AccountsHub, memberId: string): Promise<void> {
  const held = sql<{ judging_until: Date }>`select clock_timestamp() + interval '10 seconds' as judging_until`
  const { judging_until } = await oneRow(hub.db.owner, held)
  await hub.db.owner
    .updateTable('two_factors')
    .set({ judging_until })
    .where('member_id', '=', memberId)
    .where('verified', '=', false)
    .execute()
}

/** Turns two-factor off. Replaces the session: `cookies` belong on the response. */
export async function endTwoFactor(
  hub: AccountsHub,
  { memberId, password, ...client }: Client & { memberId: string; password: string },
): Promise<ConfirmOutcome<{ cookies: Headers }>> {
  return withPassword(hub, memberId, async () => {
    const { headers } = await hub.auth.api.disableTwoFactor({
      body: { password },
      headers: authHeaders(client),
      returnHeaders: true,
    })
    return { cookies: cookiesOf(headers) }
  })
}

export async function renewBackupCodes(
  hub: AccountsHub,
  { memberId, password, ...client }: Client & { memberId: string; password: string },
): Promise<ConfirmOutcome<{ backupCodes: string[] }>> {
  return withPassword(hub, memberId, async () => {
    const { backupCodes } = await hub.auth.api.generateBackupCodes({ body: { password }, headers: authHeaders(client) })
    return { backupCodes }
  })
}

/** Runs a step that requires the member's password, rate limited. */
async function withPassword<T>(hub: AccountsHub, memberId: string, run: () => Promise<T>): Promise<ConfirmOutcome<T>> {
  const attempts = await countAttempts(hub, [['confirm-member', memberId]])
  if (!attempts.ok) return attempts
  try {
    return { ok: true, ...(await run()) }
  } catch (error) {
    const code = refusalCode(error)
    if (['TOTP_ALREADY_ENABLED', 'TWO_FACTOR_NOT_ENABLED'].includes(code)) return { ok: false, reason: 'overtaken' }
    if (code !== 'INVALID_PASSWORD') throw error
    return { ok: false, reason: 'wrong-password' }
  }
}
