import { data, redirect } from '#web/router/router.ts'
import { confirmPassword } from '#features/people/accounts/confirm-password.server.ts'
import { roleOf } from '#features/people/accounts/members.server.ts'
import type { TeamEventKind } from '#features/people/accounts/team-events.server.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { roles, type Role } from '#web/roles.ts'
import {
  changeRole,
  endSessionsOf,
  handOver,
  removeFromTeam,
  type TeamChange,
  type TeamOutcome,
} from './change-team.server.ts'
import { confirmError } from './confirm-error.server.ts'
import { memberNamed } from './team-db.server.ts'
import { notifyTeam } from './team-mails.server.ts'
import { asksForPassword } from './team.ts'

const steps = ['role', 'sessions', 'hand-over', 'remove'] as const
export type MemberStep = (typeof steps)[number]

interface MemberAnswer {
  step: MemberStep
  errors: FieldErrors<'role' | 'role-confirm' | 'hand-over-confirm' | 'remove-confirm'>
  role: string
}

interface Step {
  to: Role | null
  kind: TeamEventKind
  take: (hub: SellerActionArgs['hub'], change: TeamChange) => Promise<TeamOutcome>
}

function stepOf(step: MemberStep, { from, role }: { from: Role; role: Role }): Step {
  switch (step) {
    case 'role':
      return { to: role, kind: 'role', take: (hub, change) => changeRole(hub, { ...change, role }) }
    case 'sessions':
      return { to: from, kind: 'sessions', take: endSessionsOf }
    case 'hand-over':
      return { to: 'owner', kind: 'handed-over', take: handOver }
    case 'remove':
      return { to: null, kind: 'removed', take: removeFromTeam }
  }
}

/** Handles the forms of a colleague's page; `step` names the form. */
export async function changeMember({ form, url, hub, seller, member, texts, requireStill }: SellerActionArgs) {
  const name = oneOf(form, 'step', steps)
  if (!name) throw refuse('malformed')
  const memberId = url.searchParams.get('member') ?? ''
  const from = await roleOf(hub.db.owner, { memberId, sellerId: seller.id })
  if (from === null || memberId === member.id) throw refuse('not-found')
  const answer = (errors: MemberAnswer['errors'], status = 422, headers: Record<string, string> = {}) =>
    data<MemberAnswer>({ step: name, errors, role: textOf(form, 'role') }, { status, headers })
  const role = name === 'role' ? oneOf(form, 'role', roles) : from
  if (!role) return answer({ role: texts.t('team.error.role') })
  const { to, kind, take } = stepOf(name, { from, role })
  if (asksForPassword({ from, to })) {
    const password = secretOf(form, 'confirm')
    const confirmed = await confirmPassword(hub, { memberId: member.id, password })
    if (!confirmed.ok) {
      const { error, status, headers } = confirmError(confirmed, { password, now: hub.now(), texts })
      return answer({ [`${name}-confirm`]: error }, status, headers)
    }
    await requireStill()
  }
  const outcome = await take(hub, { sellerId: seller.id, by: member, memberId, from })
  if (!outcome.ok && outcome.reason !== 'as-it-was') {
    if (outcome.reason === 'not-owner') throw refuse('forbidden')
    if (outcome.reason === 'gone') throw refuse('not-found')
    return answer({ form: texts.t(`team.error.${outcome.reason}`) }, 409)
  }
  if (outcome.ok) {
    const subject = await memberNamed(hub.db.owner, memberId)
    const event = { kind, actor: member.name, subject, role: to, roleBefore: from }
    await notifyTeam(hub, { seller, event, by: member.id, concerns: [memberId], locale: texts.locale })
  }
  // After handing over, the member is no longer an owner and may only see the team's page.
  return redirect(withQuery(paths.team, { done: kind }), { status: 303 })
}
