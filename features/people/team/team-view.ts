import type { TeamEvent } from '#features/people/accounts/team-events.server.ts'
import type { Texts } from '#texts/texts.ts'
import { roles, type Role } from '#web/roles.ts'
import type { InvitationRow, TeamMemberRow } from './team-db.server.ts'

export type TeamMemberModel = ReturnType<typeof teamModels>[number]

/** The members for the page; only owners see addresses. */
export function teamModels(
  rows: readonly TeamMemberRow[],
  { ownId, isOwner, texts }: { ownId: string; isOwner: boolean; texts: Texts },
) {
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    // Null unless the viewer is an owner.
    email: isOwner ? row.email : null,
    role: roleName(row.role, texts),
    isYou: row.id === ownId,
    twoStep: isOwner && row.two_factor_enabled,
    // "today, 09:12", "not signed in".
    seen: row.seen_at ? texts.moment(row.seen_at, 'dateTime') : texts.t('team.notSignedIn'),
  }))
}

export const roleName = (role: Role, { t }: Texts): string => t('shell.role', { role })

export function roleOptions(texts: Texts): { value: Role; label: string }[] {
  return roles.map((role) => ({
    value: role,
    label: texts.t('team.roleOption', { name: roleName(role, texts), role }),
  }))
}

export type InvitationModel = ReturnType<typeof invitationModels>[number]

export function invitationModels(rows: readonly InvitationRow[], texts: Texts) {
  return rows.map((row) => ({
    id: row.id,
    // The address, or "by link".
    to: row.email ?? texts.t('team.byLink'),
    facts: texts.t('team.invitation.facts', {
      role: roleName(row.role, texts),
      by: row.invited_by,
      until: texts.moment(row.expires_at, 'dateTime'),
    }),
  }))
}

export function eventText(event: Omit<TeamEvent, 'at'>, texts: Texts): string {
  const { t } = texts
  const by = event.actor ?? t('team.marketplace')
  const who = event.subject ?? t('team.someone')
  const role = event.role ? roleName(event.role, texts) : ''
  const before = event.roleBefore ? roleName(event.roleBefore, texts) : ''
  switch (event.kind) {
    case 'invited':
      return event.subject === null
        ? t('team.event.invitedByLink', { by, role })
        : t('team.event.invited', { by, who, role })
    case 'withdrawn':
      return event.subject === null
        ? t('team.event.withdrawnLink', { by, role })
        : t('team.event.withdrawn', { by, who, role })
    case 'joined':
      return event.actor === null ? t('team.event.added', { by, who, role }) : t('team.event.joined', { who, role })
    case 'role':
      return t('team.event.role', { by, who, role, before })
    case 'sessions':
      return t('team.event.sessions', { by, who })
    case 'removed':
      return t('team.event.removed', { by, who, before })
    case 'left':
      return t('team.event.left', { who, before })
    case 'handed-over':
      return t('team.event.handedOver', { by, who })
  }
}
