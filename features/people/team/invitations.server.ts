import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AccountsHub } from '#features/people/accounts/accounts-hub.ts'
import { countAttempts, type AttemptOutcome } from '#features/people/accounts/attempts.server.ts'
import { endInvitationsTo, lockTeam, memberOf } from '#features/people/accounts/members.server.ts'
import { spellEmail } from '#features/people/accounts/spell-email.server.ts'
import { recordTeamEvent } from '#features/people/accounts/team-events.server.ts'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import type { TeamOwner } from './change-team.server.ts'
import { invitationDays, maxInvitations } from './team.ts'

/** Hash under which a token is stored. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export type InviteOutcome =
  | { ok: true; link: string }
  | { ok: false; reason: 'not-owner' | 'too-many-open' | 'is-member' }
  | Extract<AttemptOutcome, { ok: false }>

/**
 * Creates an invitation with a one-time link. An `email` must not belong to a member of the team; a former invitation of
 * this address ends.
 */
export async function makeInvitation(
  hub: Pick<AccountsHub, 'db' | 'now' | 'config'>,
  { sellerId, by, role, email }: { sellerId: number; by: TeamOwner; role: Role; email: string | null },
): Promise<InviteOutcome> {
  const attempts = await countAttempts(hub, [
    ['invite-member', by.id],
    ['invite-seller', String(sellerId)],
    ...(email === null ? [] : [['invite-email', email] as const]),
  ])
  if (!attempts.ok) return attempts
  const token = randomBytes(32).toString('base64url')
  const now = hub.now()
  const refusal = await hub.db.asOwner(async (db) => {
    const team = await lockTeam(db, sellerId)
    if (team.get(by.id) !== 'owner') return 'not-owner'
    const known = email === null ? undefined : await memberOf(db, email)
    if (known && team.has(known.id)) return 'is-member'
    if (email !== null) await endInvitationsTo(db, { sellerId, email })
    if ((await countOpen(db, { sellerId, now })) >= maxInvitations) return 'too-many-open'
    const expiresAt = new Date(now.getTime() + invitationDays * day)
    const row = { seller_id: sellerId, token_hash: hashOf(token), role, email, invited_by: by.id }
    await db
      .insertInto('invitations')
      .values({ ...row, created_at: now, expires_at: expiresAt })
      .execute()
    await recordTeamEvent(db, { sellerId, kind: 'invited', by: by.name, subject: { email }, role })
    return null
  })
  if (refusal) return { ok: false, reason: refusal }
  return { ok: true, link: new URL(paths.join(token), hub.config.publicUrl).href }
}

async function countOpen(db: Kysely<Schema>, { sellerId, now }: { sellerId: number; now: Date }): Promise<number> {
  const { open } = await selectOfSeller(db, 'invitations', sellerId)
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return open
}

export async function withdrawInvitation(
  hub: Pick<AccountsHub, 'db'>,
  { sellerId, by, id }: { sellerId: number; by: TeamOwner; id: string },
): Promise<boolean> {
  return hub.db.asOwner(async (db) => {
    const withdrawn = await deleteOfSeller(db, 'invitations', sellerId)
      .where('id', '=', id)
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (!withdrawn) return false
    const { email, role } = withdrawn
    await recordTeamEvent(db, { sellerId, kind: 'withdrawn', by: by.name, subject: { email }, role })
    return true
  })
}

export interface Invitation {
  sellerId: number
  seller: string
  role: Role
  /** The address it was mailed to; null for a link. */
  email: string | null
  inviter: string
  expiresAt: Date
}

/** Whether an account may use an invitation: one that was mailed is for the account with that address. */
export const isFor = (invitation: Pick<Invitation, 'email'>, account: { email: string }): boolean =>
  invitation.email === null || spellEmail(account.email).all.includes(invitation.email)

/** The invitation of a link, without using it; null if used, withdrawn, expired or unknown. */
export async function invitationOf(hub: Pick<AccountsHub, 'db' | 'now'>, token: string): Promise<Invitation | null> {
  const row = await hub.db.owner
    .selectFrom('invitations')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.seller_id', '=', 'invitations.seller_id')
        .onRef('memberships.member_id', '=', 'invitations.invited_by'),
    )
    .innerJoin('members', 'members.id', 'invitations.invited_by')
    .select([
      'invitations.seller_id as sellerId',
      'invitations.role',
      'invitations.email',
      'members.name as inviter',
      'invitations.expires_at as expiresAt',
    ])
    .where('invitations.token_hash', '=', hashOf(token))
    .where('invitations.expires_at', '>', hub.now())
    .where('memberships.role', '=', 'owner')
    .executeTakeFirst()
  if (!row) return null
  const { display_name: seller } = await selectOfSeller(hub.db.owner, 'seller_names', row.sellerId)
    .select('display_name')
    .executeTakeFirstOrThrow()
  return { ...row, seller }
}

/** Uses an invitation; null if invalid. The delete decides between concurrent requests. `email` as in `Invitation`. */
export async function consumeInvitation(
  db: Kysely<Schema>,
  { token, now }: { token: string; now: Date },
): Promise<{ sellerId: number; role: Role; by: string; email: string | null } | null> {
  const used = await db
    .deleteFrom('invitations')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .returning(['seller_id', 'role', 'invited_by', 'email'])
    .executeTakeFirst()
  if (!used) return null
  const inviter = await selectOfSeller(db, 'memberships', used.seller_id)
    .select('member_id')
    .where('member_id', '=', used.invited_by)
    .where('role', '=', 'owner')
    .executeTakeFirst()
  return inviter ? { sellerId: used.seller_id, role: used.role, by: used.invited_by, email: used.email } : null
}
