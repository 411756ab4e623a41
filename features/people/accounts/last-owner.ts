import type { Role } from '#web/roles.ts'

/** Roles of a seller's members, by member id. */
export type Team = ReadonlyMap<string, Role>

/** Whether a team keeps an owner after a member's role changes; null removes the member. */
export function keepsAnOwner(team: Team, { memberId, role }: { memberId: string; role: Role | null }): boolean {
  if (role === 'owner' || team.get(memberId) !== 'owner') return true
  return [...team].some(([id, own]) => id !== memberId && own === 'owner')
}
