import { data, redirect } from '#web/router/router.ts'
import { confirmPassword } from '#features/people/accounts/confirm-password.server.ts'
import { spellEmail } from '#features/people/accounts/spell-email.server.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { hasErrors, looksLikeEmail, retryAfter, type FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { roles } from '#web/roles.ts'
import { confirmError } from './confirm-error.server.ts'
import { makeInvitation, withdrawInvitation, type InviteOutcome } from './invitations.server.ts'
import { mailInvitation, notifyTeam } from './team-mails.server.ts'
import { roleName } from './team-view.ts'
import { asksForPassword, maxInvitations } from './team.ts'

export interface InviteAnswer {
  errors: FieldErrors<'email' | 'role' | 'confirm'>
  values: { email: string; role: string }
  /** The link; shown only once. */
  made: { link: string; role: string } | null
}

export async function invite(args: SellerActionArgs) {
  const { form, hub, seller, member } = args
  const step = oneOf(form, 'step', ['mail', 'link', 'withdraw'])
  if (!step) throw refuse('malformed')
  if (step !== 'withdraw') return makeOne(args, step)
  const id = textOf(form, 'invitation')
  if (!(await withdrawInvitation(hub, { sellerId: seller.id, by: member, id }))) throw refuse('not-found')
  return redirect(withQuery(paths.team, { done: 'withdrawn' }), { status: 303 })
}

async function makeOne(args: SellerActionArgs, step: 'mail' | 'link') {
  const { form, hub, seller, member, texts } = args
  const values = { email: textOf(form, 'email'), role: textOf(form, 'role') }
  const answer = (errors: InviteAnswer['errors'], made: InviteAnswer['made'] = null, headers = {}, status = 422) =>
    data<InviteAnswer>(
      { errors, values, made },
      { status: made ? 200 : status, headers: { 'Cache-Control': 'no-store', ...headers } },
    )
  const role = oneOf(form, 'role', roles)
  const email = step === 'mail' ? spellEmail(values.email).kept : null
  const errors: InviteAnswer['errors'] = {
    ...(email === null || looksLikeEmail(email) ? {} : { email: texts.t('team.error.email') }),
    ...(role ? {} : { role: texts.t('team.error.role') }),
  }
  if (step === 'mail' && !hub.mailer.canSend) errors.form = texts.t('team.invite.noMail')
  if (hasErrors(errors) || !role) return answer(errors)
  if (asksForPassword({ from: null, to: role })) {
    const password = secretOf(form, 'confirm')
    const confirmed = await confirmPassword(hub, { memberId: member.id, password })
    if (!confirmed.ok) {
      const { error, headers, status } = confirmError(confirmed, { password, now: hub.now(), texts })
      return answer({ confirm: error }, null, headers, status)
    }
    await args.requireStill()
  }
  const outcome = await makeInvitation(hub, { sellerId: seller.id, by: member, role, email })
  if (!outcome.ok) return refusal(outcome)
  const event = { kind: 'invited', actor: member.name, subject: email, role, roleBefore: null } as const
  await notifyTeam(hub, { seller, event, by: member.id, concerns: [], locale: texts.locale })
  if (email === null) return answer({}, { link: outcome.link, role: roleName(role, texts) })
  mailInvitation(hub, { to: email, link: outcome.link, inviter: member.name, seller: seller.displayName, role, texts })
  return redirect(withQuery(paths.team, { done: 'invited' }), { status: 303 })

  function refusal(refused: Extract<InviteOutcome, { ok: false }>) {
    switch (refused.reason) {
      case 'not-owner':
        throw refuse('forbidden')
      case 'is-member':
        return answer({ email: texts.t('team.error.is-member') })
      case 'too-many-open':
        return answer({ form: texts.t('team.error.too-many-open', { n: maxInvitations }) })
      case 'too-many': {
        const { seconds, text } = retryAfter(refused.retryAt, { now: hub.now(), texts })
        return answer({ form: text }, null, { 'Retry-After': String(seconds) }, 429)
      }
    }
  }
}
