import type { Role } from '#web/roles.ts'

/** Days that an invitation is good. */
export const invitationDays = 7

/** Open invitations that a seller may have. */
export const maxInvitations = 50

/** Lines of the history that the page shows. */
export const shownEvents = 50

/** The longest name of a member. */
export const maxNameLength = 100

/** The role of whoever hands over ownership, from then on. */
export const roleAfterHandOver: Role = 'manager'

/** Whether a change of role asks for the password again: ownership is given or taken. Null is no role. */
export function asksForPassword({ from, to }: { from: Role | null; to: Role | null }): boolean {
  return from !== to && (from === 'owner' || to === 'owner')
}
