import type { Role } from '#web/roles.ts'

export const invitationDays = 7

export const maxInvitations = 50

export const shownEvents = 50

export const maxNameLength = 100

export const roleAfterHandOver: Role = 'manager'

/** Preset in an invitation: it may only look. */
export const leastRole: Role = 'viewer'

/** Whether a role change requires the password: if it grants or revokes ownership. Null is no role. */
export function asksForPassword({ from, to }: { from: Role | null; to: Role | null }): boolean {
  return from !== to && (from === 'owner' || to === 'owner')
}
