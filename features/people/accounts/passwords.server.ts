import { randomBytes } from 'node:crypto'
import { isConcurrencyConflict } from '#db/failure.ts'
import { paths } from '#web/paths.ts'
import { preferencesFrom } from '#web/preferences.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { countAttempts, forgetAttempts, type AttemptOutcome } from './attempts.server.ts'
import { authHeaders, cookiesOf, refusalCode, type Client } from './better-auth-call.server.ts'
import { addressOf } from './members.server.ts'
import { passwordProblem, type PasswordProblem } from './password-rules.ts'
import { rememberDevice } from './known-device.server.ts'
import { refuseLink } from './sign-in.server.ts'
import type { AccountsHub } from './accounts-hub.ts'
import { minute } from '#lib/duration.ts'
import { oneLine } from '#lib/one-line.ts'

type TooMany = Extract<AttemptOutcome, { ok: false }>

/** Validity of a password link in minutes: mailed, and printed when a member is added. */
export const passwordLinkMinutes = { mail: 60, invitation: 24 * 60 } as const

export async function createPasswordLink(
  hub: Pick<AccountsHub, 'auth' | 'config' | 'now'>,
  { memberId, minutes }: { memberId: string; minutes: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { internalAdapter } = await hub.auth.$context
  await internalAdapter.createVerificationValue({
    identifier: identifierOf(token),
    value: memberId,
    expiresAt: new Date(hub.now().getTime() + minutes * minute),
  })
  return new URL(paths.resetPassword(token), hub.config.publicUrl).href
}

/** The key used by better-auth's password reset. */
function identifierOf(token: string): string {
  return `reset-password:${token}`
}

/** The member of a link, without using it; null if used, expired or unknown. */
export async function passwordLinkMember(
  hub: AccountsHub,
  token: string,
): Promise<{ id: string; email: string } | null> {
  const { internalAdapter } = await hub.auth.$context
  const row = await internalAdapter.findVerificationValue(identifierOf(token))
  if (!row || row.expiresAt <= hub.now()) return null
  const member = await hub.db.owner
    .selectFrom('members')
    .select(['id', 'email'])
    .where('id', '=', row.value)
    .executeTakeFirst()
  return member ?? null
}

/**
 * Mails a password link if the account exists; response and timing are the same otherwise. At most three per hour and
 * account.
 */
export async function requestPasswordLink(
  hub: AccountsHub,
  { email: typed, locale, clientIp }: { email: string; locale: string; clientIp: string },
): Promise<{ ok: true } | TooMany> {
  const attempts = await countAttempts(hub, [['reset-address', clientIp]])
  if (!attempts.ok) return attempts
  // Mail goes to the stored spelling, never to the typed one.
  const email = await addressOf(hub.db.owner, typed)
  const mails = await countAttempts(hub, [['reset-email', email]])
  if (mails.ok) {
    hub.mailer.send(async () => {
      const member = await hub.db.owner
        .selectFrom('members')
        .select(['id', 'name', 'preferences'])
        .where('email', '=', email)
        .executeTakeFirst()
      if (!member) return null
      const link = await createPasswordLink(hub, { memberId: member.id, minutes: passwordLinkMinutes.mail })
      const { t } = textsFor(preferencesFrom(member.preferences).locale ?? locale, 'UTC')
      const values = { name: oneLine(member.name), hub: hub.config.brand.name, link, minutes: passwordLinkMinutes.mail }
      return {
        to: email,
        subject: t('accounts.mail.reset.subject', values),
        text: t('accounts.mail.reset.text', values),
      }
    })
  }
  return { ok: true }
}

export type ResetOutcome = { ok: true; cookies: Headers } | { ok: false; reason: PasswordProblem | 'used-up' } | TooMany

/**
 * Sets a password with a one-time link. Ends all sessions and other links of the member. Marks the browser as known
 * (`cookies`), so that the mailbox owner is not locked out by strangers' attempts.
 */
export async function resetPassword(
  hub: AccountsHub,
  { token, password, locale, ...client }: Client & { token: string; password: string; locale: string },
): Promise<ResetOutcome> {
  const member = await passwordLinkMember(hub, token)
  if (!member) return refuseLink(hub, client.clientIp)
  const problem = passwordProblem(password, member.email)
  if (problem) return { ok: false, reason: problem }
  try {
    await hub.auth.api.resetPassword({ body: { newPassword: password, token } })
  } catch (error) {
    // Another request has just used the link.
    refusalCode(error)
    return { ok: false, reason: 'used-up' }
  }
  await endAllOf(hub, { memberId: member.id, except: null })
  await forgetAttempts(hub.db, [['sign-in-email', member.email]])
  notifyPasswordChanged(hub, { memberId: member.id, locale })
  const cookies = new Headers()
  await rememberDevice(hub, { request: client.request, memberId: member.id, cookies })
  return { ok: true, cookies }
}

export type ChangePasswordOutcome =
  | { ok: true; cookies: Headers }
  | { ok: false; reason: PasswordProblem | 'wrong-password' }
  | TooMany

/** Changes a signed-in member's password and ends their other sessions and links; replaces this session (`cookies`). */
export async function changePassword(
  hub: AccountsHub,
  options: Client & {
    member: { id: string; email: string }
    sellerId: number | null
    current: string
    password: string
    locale: string
  },
): Promise<ChangePasswordOutcome> {
  const { member, sellerId, current, password, locale, ...client } = options
  const attempts = await countAttempts(hub, [['confirm-member', member.id]])
  if (!attempts.ok) return attempts
  const problem = passwordProblem(password, member.email)
  if (problem) return { ok: false, reason: problem }
  try {
    const { headers, response } = await hub.auth.api.changePassword({
      body: { currentPassword: current, newPassword: password, revokeOtherSessions: true },
      headers: authHeaders(client),
      returnHeaders: true,
    })
    await hub.db.owner
      .updateTable('sessions')
      .set({ seller_id: sellerId })
      .where('token', '=', response.token)
      .where('member_id', '=', member.id)
      .execute()
    await endAllOf(hub, { memberId: member.id, except: response.token })
    notifyPasswordChanged(hub, { memberId: member.id, locale })
    const cookies = cookiesOf(headers)
    await rememberDevice(hub, { request: client.request, memberId: member.id, cookies })
    return { ok: true, cookies }
  } catch (error) {
    const code = refusalCode(error)
    if (code !== 'INVALID_PASSWORD' && code !== 'CREDENTIAL_ACCOUNT_NOT_FOUND') throw error
    return { ok: false, reason: 'wrong-password' }
  }
}

/**
 * Ends links and sessions of the former password, including sign-ins checked before and completed before the change.
 * `signIn` rejects later ones.
 */
async function endAllOf(
  { db }: AccountsHub,
  { memberId, except }: { memberId: string; except: string | null },
): Promise<void> {
  await db.owner.deleteFrom('verifications').where('value', '=', memberId).execute()
  await db.owner
    .deleteFrom('sessions')
    .where('member_id', '=', memberId)
    .$if(except !== null, (others) => others.where('token', '!=', except))
    .execute()
}

/** Whether the member has a password; members invited by a sign-in link may not. */
export async function hasPassword(hub: Pick<AccountsHub, 'db'>, memberId: string): Promise<boolean> {
  const row = await hub.db.owner
    .selectFrom('credentials')
    .select('id')
    .where('member_id', '=', memberId)
    .where('password', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the first password of a signed-in member. Refuses with `wrong-password` if one exists by now. */
export async function setFirstPassword(
  hub: AccountsHub,
  options: Client & { member: { id: string; email: string }; password: string; locale: string },
): Promise<{ ok: true } | { ok: false; reason: PasswordProblem | 'wrong-password' }> {
  const { member, password, locale, ...client } = options
  const problem = passwordProblem(password, member.email)
  if (problem) return { ok: false, reason: problem }
  try {
    await hub.auth.api.setPassword({ body: { newPassword: password }, headers: authHeaders(client) })
  } catch (error) {
    // Another window has set one, earlier or concurrently.
    if (!isConcurrencyConflict(error) && refusalCode(error) !== 'PASSWORD_ALREADY_SET') throw error
    return { ok: false, reason: 'wrong-password' }
  }
  notifyPasswordChanged(hub, { memberId: member.id, locale })
  return { ok: true }
}

/** Notifies the member by mail, in case somebody else changed it. */
function notifyPasswordChanged(hub: AccountsHub, { memberId, locale }: { memberId: string; locale: string }): void {
  if (!hub.mailer.canSend) return
  const at = hub.now()
  hub.mailer.send(async () => {
    const member = await hub.db.owner
      .selectFrom('members')
      .select(['name', 'email', 'preferences'])
      .where('id', '=', memberId)
      .executeTakeFirst()
    if (!member) return null
    const preferences = preferencesFrom(member.preferences)
    const texts = textsFor(preferences.locale ?? locale, preferences.timeZone ?? 'UTC')
    const values = {
      name: oneLine(member.name),
      hub: hub.config.brand.name,
      at: texts.moment(at, 'full'),
      link: new URL(paths.forgotPassword, hub.config.publicUrl).href,
    }
    return {
      to: member.email,
      subject: texts.t('accounts.mail.changed.subject', values),
      text: texts.t('accounts.mail.changed.text', values),
    }
  })
}
