import type { Role } from '#web/roles.ts'

/** Days for which an invitation is valid. */
export const invitationDays = 7

/** Maximum open invitations of a seller. */
export const maxInvitations = 50

/** History entries shown on the page. */
export const shownEvents = 50

/** Maximum length of a member's name. */
export const maxNameLength = 100

/** Role of the former owner after handing over. */
export const roleAfterHandOver: Role = 'manager'

/** Whether a role change requires the password: if it grants or revokes ownership. Null is no role. */
export function asksForPassword({ from, to }: { from: Role | null; to: Role | null }): boolean {
  return from !== to && (from === 'owner' || to === 'owner')
}
