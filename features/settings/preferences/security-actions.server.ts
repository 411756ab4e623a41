import { data, redirect } from '#web/router/router.ts'
import type { memberAction } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { forgetPages } from '#features/people/accounts/forget-pages.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { keysOf } from '#lib/records.ts'
import { retryAfter } from '#web/form-answer.ts'
import { passwordLimits, type PasswordProblem } from '#features/people/accounts/password-rules.ts'
import { changePassword, hasPassword, setFirstPassword } from '#features/people/accounts/passwords.server.ts'
import { endSession, endSessions } from '#features/people/accounts/sessions-db.server.ts'
import { signOut } from '#features/people/accounts/sign-in.server.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  pendingTwoFactor,
  renewBackupCodes,
  type TwoFactorSetup,
} from '#features/people/accounts/two-factor.server.ts'
import type { SecurityAnswer, TwoFactorSetupModel } from './security-answer.ts'
import { refuse } from '#web/refusals.ts'

export type MemberActionArgs = Parameters<Parameters<typeof memberAction>[0]>[0]

const actions = {
  password: changePasswordAction,
  'two-factor-begin': beginAction,
  'two-factor-confirm': confirmAction,
  'two-factor-end': endAction,
  'backup-codes': backupCodesAction,
  'end-session': endSessionAction,
  'end-others': endOthersAction,
  'end-all': endAllAction,
} as const

/** Handles the security page's forms; `intent` names the form. */
export async function changeSecurity(args: MemberActionArgs) {
  const intent = oneOf(args.form, 'intent', keysOf(actions))
  if (!intent) throw refuse('malformed')
  return actions[intent](args)
}

type Part = SecurityAnswer['part']

function answer(part: Part, given: Partial<SecurityAnswer>, status = 422, headers: Record<string, string> = {}) {
  // Not cached: secrets and codes are shown once.
  return data<SecurityAnswer>(
    { part, errors: {}, ...given },
    { status, headers: { 'Cache-Control': 'no-store', ...headers } },
  )
}

function tooMany(part: Part, { retryAt }: { retryAt: Date }, { hub, texts }: MemberActionArgs) {
  const { seconds, text } = retryAfter(retryAt, { now: hub.now(), texts })
  return answer(part, { errors: { form: text } }, 429, { 'Retry-After': String(seconds) })
}

/** Redirects to the page; the cookies may contain a new session. */
function done(what: string | null, cookies?: Headers) {
  return redirect(withQuery(paths.security, { done: what }), { status: 303, headers: cookies ?? {} })
}

async function changePasswordAction(args: MemberActionArgs) {
  const { hub, form, signedIn, request, clientIp, texts } = args
  const { member, seller } = signedIn
  const password = secretOf(form, 'password')
  if (password !== secretOf(form, 'repeat'))
    return answer('password', { errors: { repeat: texts.t('accounts.error.repeat') } })
  const change = { request, clientIp, member, password, locale: texts.locale }
  if (!(await hasPassword(hub, member.id))) {
    const first = await setFirstPassword(hub, change)
    return first.ok ? done('first-password') : refusedPassword(first.reason, args)
  }
  const current = secretOf(form, 'current')
  const outcome = await changePassword(hub, { ...change, sellerId: seller?.id ?? null, current })
  if (outcome.ok) return done('password', outcome.cookies)
  return outcome.reason === 'too-many' ? tooMany('password', outcome, args) : refusedPassword(outcome.reason, args)
}

function refusedPassword(reason: PasswordProblem | 'wrong-password', { texts }: MemberActionArgs) {
  if (reason === 'wrong-password')
    return answer('password', { errors: { current: texts.t('accounts.error.wrongPassword') } })
  return answer('password', { errors: { password: texts.t(`accounts.error.${reason}`, passwordLimits) } })
}

function confirmed({ form, signedIn, request, clientIp }: MemberActionArgs) {
  return { request, clientIp, memberId: signedIn.member.id, password: secretOf(form, 'confirm') }
}

function refusedConfirmation(
  outcome: { reason: 'wrong-password' | 'overtaken' } | { reason: 'too-many'; retryAt: Date },
  args: MemberActionArgs,
) {
  // The redirect shows the current state.
  if (outcome.reason === 'overtaken') return done(null)
  if (outcome.reason === 'too-many') return tooMany('two-factor', outcome, args)
  return answer('two-factor', { errors: { confirm: args.texts.t('accounts.error.wrongPassword') } })
}

async function beginAction(args: MemberActionArgs) {
  const outcome = await beginTwoFactor(args.hub, confirmed(args))
  return outcome.ok
    ? answer('two-factor', { setup: await setupModel(outcome.setup) }, 200)
    : refusedConfirmation(outcome, args)
}

async function confirmAction(args: MemberActionArgs) {
  const { hub, form, signedIn, request, clientIp, texts } = args
  const memberId = signedIn.member.id
  const pending = await pendingTwoFactor(hub, memberId)
  if (!pending) return done(null)
  const outcome = await confirmTwoFactor(hub, { request, clientIp, memberId, code: textOf(form, 'code') })
  if (outcome.ok) return done('two-factor-on', outcome.cookies)
  if (outcome.reason === 'too-many') return tooMany('two-factor', outcome, args)
  return answer('two-factor', {
    setup: await setupModel(pending),
    errors: { code: texts.t('settings.twoFactor.wrongCode') },
  })
}

async function endAction(args: MemberActionArgs) {
  const outcome = await endTwoFactor(args.hub, confirmed(args))
  return outcome.ok ? done('two-factor-off', outcome.cookies) : refusedConfirmation(outcome, args)
}

async function backupCodesAction(args: MemberActionArgs) {
  const outcome = await renewBackupCodes(args.hub, confirmed(args))
  return outcome.ok
    ? answer('two-factor', { backupCodes: outcome.backupCodes }, 200)
    : refusedConfirmation(outcome, args)
}

async function endSessionAction({ hub, form, signedIn }: MemberActionArgs) {
  // A session that has already ended is a success, too.
  await endSession(hub.db.owner, { memberId: signedIn.member.id, sessionId: textOf(form, 'session') })
  return done('session')
}

async function endOthersAction({ hub, signedIn }: MemberActionArgs) {
  await endSessions(hub.db.owner, { memberId: signedIn.member.id, except: signedIn.sessionId })
  return done('others')
}

async function endAllAction({ hub, signedIn, request, clientIp }: MemberActionArgs) {
  await endSessions(hub.db.owner, { memberId: signedIn.member.id })
  const cookies = await signOut(hub, { request, clientIp })
  const headers = forgetPages(cookies)
  return redirect(withQuery(paths.signIn, { done: 'signed-out-everywhere' }), { status: 303, headers })
}

async function setupModel({ uri, secret, backupCodes }: TwoFactorSetup): Promise<TwoFactorSetupModel> {
  return { uri, qr: await drawQrCode(uri), secret: (secret.match(/.{1,4}/g) ?? []).join(' '), backupCodes }
}

/** The quiet zone that scanners need around a QR code, in squares. */
const quiet = 4

/** Draws a QR code as a path of unit squares. Loads the large barcode library. */
async function drawQrCode(text: string): Promise<TwoFactorSetupModel['qr']> {
  const { default: bwip } = await import('bwip-js/node')
  const [code] = bwip.raw('qrcode', text, 'eclevel=M')
  if (!code || !('pixs' in code)) throw new Error('a QR code is a square')
  const { pixs, pixx } = code
  const square = (at: number) => `M${quiet + (at % pixx)} ${quiet + Math.floor(at / pixx)}h1v1h-1z`
  const path = pixs.flatMap((dark, at) => (dark ? [square(at)] : [])).join('')
  return { size: pixx + 2 * quiet, path }
}
