import type { Role } from '#web/roles.ts'

/** A seller's members by id, each with a role. */
export type Team = ReadonlyMap<string, Role>

/** Whether a team that has an owner still has one once a member gets another role, or none (null). */
export function keepsAnOwner(team: Team, { memberId, role }: { memberId: string; role: Role | null }): boolean {
  if (role === 'owner' || team.get(memberId) !== 'owner') return true
  return [...team].some(([id, own]) => id !== memberId && own === 'owner')
}
