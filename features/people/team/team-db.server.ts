import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { preferencesFrom } from '#web/preferences.ts'
import type { Role } from '#web/roles.ts'

export interface TeamMemberRow {
  id: string
  name: string
  email: string
  role: Role
  two_factor_enabled: boolean
  since: Date
  /** Number of live sessions, and when the latest was last seen. */
  sessions: number
  seen_at: Date | null
}

/** A seller's members: owners first, then by name. */
export async function teamOf(
  db: Kysely<Schema>,
  { sellerId, now, memberId }: { sellerId: number; now: Date; memberId?: string },
): Promise<TeamMemberRow[]> {
  const sessions = db
    .selectFrom('sessions')
    .select(({ fn }) => ['member_id', fn.countAll<number>().as('sessions'), fn.max('updated_at').as('seen_at')])
    .where('expires_at', '>', now)
    .where('member_id', 'in', (own) =>
      own.selectFrom('memberships').select('member_id').where('seller_id', '=', sellerId),
    )
    .groupBy('member_id')
  const rows = await db
    .with('live', () => sessions)
    .selectFrom('memberships')
    .innerJoin('members', 'members.id', 'memberships.member_id')
    .leftJoin('live', 'live.member_id', 'members.id')
    .select([
      'members.id',
      'members.name',
      'members.email',
      'memberships.role',
      'members.two_factor_enabled',
      'memberships.created_at as since',
      'live.sessions',
      'live.seen_at',
    ])
    .where('memberships.seller_id', '=', sellerId)
    .$if(memberId !== undefined, (one) => one.where('members.id', '=', memberId ?? ''))
    .orderBy((row) => row('memberships.role', '=', 'owner'), 'desc')
    .orderBy('members.name')
    .orderBy('members.id')
    .execute()
  return rows.map(({ sessions: live, ...row }) => ({ ...row, sessions: live ?? 0 }))
}

export type InvitationRow = Awaited<ReturnType<typeof invitationsOf>>[number]

/** A seller's open invitations, newest first. */
export function invitationsOf(db: Kysely<Schema>, { sellerId, now }: { sellerId: number; now: Date }) {
  return db
    .selectFrom('invitations')
    .innerJoin('members', 'members.id', 'invitations.invited_by')
    .select([
      'invitations.id',
      'invitations.role',
      'invitations.email',
      'members.name as invited_by',
      'invitations.expires_at',
    ])
    .where('invitations.seller_id', '=', sellerId)
    .where('invitations.expires_at', '>', now)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .execute()
}

export async function addresseesOf(
  db: Kysely<Schema>,
  { sellerId, besides }: { sellerId: number; besides: readonly string[] },
) {
  const owners = selectOfSeller(db, 'memberships', sellerId).select('member_id').where('role', '=', 'owner')
  const rows = await db
    .selectFrom('members')
    .select(['id', 'name', 'email', 'preferences'])
    .where((where) =>
      where.or([where('id', 'in', owners), ...(besides.length > 0 ? [where('id', 'in', besides)] : [])]),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ preferences, ...row }) => ({ ...row, locale: preferencesFrom(preferences).locale }))
}

export async function memberNamed(db: Kysely<Schema>, memberId: string): Promise<string | null> {
  const member = await db.selectFrom('members').select('name').where('id', '=', memberId).executeTakeFirst()
  return member?.name ?? null
}
