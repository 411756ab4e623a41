import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { readCookie } from '#lib/cookie.ts'
import { hasMetAnother } from '#db/failure.ts'
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
 * `ended`: the password must be given again, after ten minutes or five wrong codes. `unreadable`: the hub has another secret than
 * when the second step was set up, so that no code can be judged.
 */
export type CodeOutcome =
  | { ok: true; cookies: Headers }
  | { ok: false; reason: 'wrong' | 'ended' | 'unreadable' }
  | TooMany

/** Whether the browser has given a password and owes a code. */
export function owesCode(hub: AccountsHub, request: Request): boolean {
  return challengeOf(hub, request) !== null
}

/**
 * Signs in with a code after the password: six digits of an authenticator, or a backup code, which is used up. Each is
 * counted before it is judged, so that no more are judged of any number sent at the same moment.
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
    hub.log.warn('a second step cannot be read: it was set up with another HUB_SECRET')
    return { ok: false, reason: 'unreadable' }
  }
  const outcome = await judgeCode(hub, { ...client, code, memberId })
  if (!outcome.ok) return outcome
  await forgetAttempts(hub.db, [own])
  await rememberDevice(hub, { request: client.request, memberId, cookies: outcome.cookies })
  return outcome
}

async function judgeCode(
  hub: AccountsHub,
  { code, memberId, ...client }: Client & { code: string; memberId: string },
): Promise<CodeOutcome> {
  const call = { body: { code }, headers: challengeHeaders(hub, client), returnHeaders: true } as const
  try {
    const answer = /^\d{6}$/.test(code)
      ? await hub.auth.api.verifyTOTP(call)
      : await hub.auth.api.verifyBackupCode(call)
    // Whoever else's code was right: it is not the one that this member owes.
    if (answer.response.user.id !== memberId) return { ok: false, reason: 'wrong' }
    return { ok: true, cookies: cookiesOf(answer.headers) }
  } catch (error) {
    const isEnded = ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'].includes(refusalCode(error))
    return { ok: false, reason: isEnded ? 'ended' : 'wrong' }
  }
}

/**
 * The challenge as the hub has read it is the only cookie that better-auth is told. With a session that the browser has as
 * well, in whatever spelling, it would judge the code for that one's member, and not count attempts.
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

/** What a member needs to set up an authenticator. */
export interface TwoFactorSetup {
  /** `otpauth://totp/...`, what a QR code holds. */
  uri: string
  /** The same secret for typing, base32. */
  secret: string
  backupCodes: string[]
}

/** `overtaken`: it is on by now, or off, as by another window of the member's, and nothing was changed. */
export type ConfirmOutcome<T> = ({ ok: true } & T) | { ok: false; reason: 'wrong-password' | 'overtaken' } | TooMany

/** Begins with a new secret; nothing is asked for at sign-in before `confirmTwoFactor`. Windows that begin at one moment begin with the same. */
export async function beginTwoFactor(
  hub: AccountsHub,
  { memberId, password, ...client }: Client & { memberId: string; password: string },
): Promise<ConfirmOutcome<{ setup: TwoFactorSetup }>> {
  const begun = await withPassword(hub, memberId, async () => {
    try {
      await hub.auth.api.enableTwoFactor({ body: { password }, headers: authHeaders(client) })
    } catch (error) {
      if (!hasMetAnother(error)) throw error
    }
    return { setup: await pendingTwoFactor(hub, memberId) }
  })
  if (!begun.ok) return begun
  return begun.setup ? { ok: true, setup: begun.setup } : { ok: false, reason: 'overtaken' }
}

/** The setup that waits for its first code, or null. */
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

/** Turns two-factor on with the authenticator's first code. The session is replaced: `cookies` belong to the answer. */
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
 * Until a code has been judged, no other window puts another secret in the place of its own: that one would be confirmed.
 * Until when is the database's own time, by which it keeps the secret.
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

/** Turns two-factor off. The session is replaced: `cookies` belong to the answer. */
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

/** New backup codes in place of all old ones. */
export async function renewBackupCodes(
  hub: AccountsHub,
  { memberId, password, ...client }: Client & { memberId: string; password: string },
): Promise<ConfirmOutcome<{ backupCodes: string[] }>> {
  return withPassword(hub, memberId, async () => {
    const { backupCodes } = await hub.auth.api.generateBackupCodes({ body: { password }, headers: authHeaders(client) })
    return { backupCodes }
  })
}

/** Runs what asks for the member's password again, within the limit of attempts. */
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
