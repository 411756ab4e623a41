import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { keepsAnOwner, type Team } from '#features/people/accounts/last-owner.ts'
import { lockTeam, removeRole, setRole } from '#features/people/accounts/members.server.ts'
import { endSessions } from '#features/people/accounts/sessions-db.server.ts'
import { recordTeamEvent } from '#features/people/accounts/team-events.server.ts'
import type { Hub } from '#web/hub.ts'
import type { Role } from '#web/roles.ts'
import { roleAfterHandOver } from './team.ts'

export interface TeamOwner {
  id: string
  name: string
}

/**
 * `not-owner`: the requester is no longer an owner. `gone`: the colleague has left. `changed`: their role has changed.
 * `last-owner`: no owner would remain. `as-it-was`: nothing to change.
 */
export type TeamOutcome =
  | { ok: true }
  | { ok: false; reason: 'not-owner' | 'gone' | 'changed' | 'last-owner' | 'as-it-was' }

export interface TeamChange {
  sellerId: number
  by: TeamOwner
  memberId: string
  /** The role shown to the owner, which determines whether the password is required. */
  from: Role
}

/** Runs an owner's change with the team locked, so that concurrent changes are serialised. */
function asTeamOwner(
  hub: Pick<Hub, 'db'>,
  { sellerId, by, memberId, from }: TeamChange,
  work: (db: Kysely<Schema>, team: Team) => Promise<TeamOutcome>,
): Promise<TeamOutcome> {
  return hub.db.asOwner(async (db) => {
    const team = await lockTeam(db, sellerId)
    if (team.get(by.id) !== 'owner') return { ok: false, reason: 'not-owner' }
    if (!team.has(memberId)) return { ok: false, reason: 'gone' }
    if (team.get(memberId) !== from) return { ok: false, reason: 'changed' }
    return work(db, team)
  })
}

export function changeRole(
  hub: Pick<Hub, 'db'>,
  { role, ...change }: TeamChange & { role: Role },
): Promise<TeamOutcome> {
  const { sellerId, by, memberId } = change
  return asTeamOwner(hub, change, async (db, team) => {
    if (team.get(memberId) === role) return { ok: false, reason: 'as-it-was' }
    if (!keepsAnOwner(team, { memberId, role })) return { ok: false, reason: 'last-owner' }
    await setRole(db, { memberId, sellerId, role, by: by.name })
    return { ok: true }
  })
}

/** Removes a colleague from the team; their work remains. */
export function removeFromTeam(hub: Pick<Hub, 'db'>, change: TeamChange): Promise<TeamOutcome> {
  const { sellerId, by, memberId } = change
  return asTeamOwner(hub, change, async (db, team) => {
    if (!keepsAnOwner(team, { memberId, role: null })) return { ok: false, reason: 'last-owner' }
    await removeRole(db, { memberId, sellerId, by: by.name })
    return { ok: true }
  })
}

/** Signs a colleague out on all devices and for all sellers, since any of their sessions can switch to this one. */
export function endSessionsOf(hub: Pick<Hub, 'db'>, change: TeamChange): Promise<TeamOutcome> {
  const { sellerId, by, memberId } = change
  return asTeamOwner(hub, change, async (db) => {
    if ((await endSessions(db, { memberId })) === 0) return { ok: false, reason: 'as-it-was' }
    await recordTeamEvent(db, { sellerId, kind: 'sessions', by: by.name, subject: { memberId } })
    return { ok: true }
  })
}

/** Makes a colleague an owner; the requester becomes a manager. */
export function handOver(hub: Pick<Hub, 'db'>, change: TeamChange): Promise<TeamOutcome> {
  const { sellerId, by, memberId } = change
  return asTeamOwner(hub, change, async (db) => {
    if (memberId === by.id) return { ok: false, reason: 'as-it-was' }
    await recordTeamEvent(db, { sellerId, kind: 'handed-over', by: by.name, subject: { memberId } })
    await setRole(db, { memberId, sellerId, role: 'owner', by: by.name })
    await setRole(db, { memberId: by.id, sellerId, role: roleAfterHandOver, by: by.name })
    return { ok: true }
  })
}

export type LeaveOutcome = { ok: true; role: Role | null } | { ok: false; reason: 'gone' | 'last-owner' }

export function leaveTeam(
  hub: Pick<Hub, 'db'>,
  { sellerId, member }: { sellerId: number; member: TeamOwner },
): Promise<LeaveOutcome> {
  return hub.db.asOwner(async (db): Promise<LeaveOutcome> => {
    const team = await lockTeam(db, sellerId)
    if (!team.has(member.id)) return { ok: false, reason: 'gone' }
    if (!keepsAnOwner(team, { memberId: member.id, role: null })) return { ok: false, reason: 'last-owner' }
    await removeRole(db, { memberId: member.id, sellerId, by: member.name, hasLeft: true })
    return { ok: true, role: team.get(member.id) ?? null }
  })
}
