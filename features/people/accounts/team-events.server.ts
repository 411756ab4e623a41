import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Role } from '#web/roles.ts'

export type TeamEventKind =
  | 'invited'
  | 'withdrawn'
  | 'joined'
  | 'role'
  | 'sessions'
  | 'removed'
  | 'left'
  | 'handed-over'

export interface TeamEvent {
  kind: TeamEventKind
  at: Date
  /** Name of the acting member; null for the marketplace. */
  actor: string | null
  /** Name or address of the affected person; null for anybody with the link. */
  subject: string | null
  role: Role | null
  roleBefore: Role | null
}

/** Adds an entry to a team's history. Call in the transaction that changes the team. */
export async function recordTeamEvent(
  db: Kysely<Schema>,
  {
    sellerId,
    kind,
    by,
    subject,
    role = null,
    roleBefore = null,
  }: {
    sellerId: number
    kind: TeamEventKind
    by: string | null
    /** A member, or the address of somebody who is none yet. */
    subject: { memberId: string } | { email: string | null }
    role?: Role | null
    roleBefore?: Role | null
  },
): Promise<void> {
  const name = 'email' in subject ? subject.email : await nameOf(db, subject.memberId)
  await db
    .insertInto('team_events')
    .values({ seller_id: sellerId, kind, actor: by, subject: name, role, role_before: roleBefore })
    .execute()
}

async function nameOf(db: Kysely<Schema>, memberId: string): Promise<string | null> {
  const member = await db.selectFrom('members').select('name').where('id', '=', memberId).executeTakeFirst()
  return member?.name ?? null
}

/** A team's history, newest first. */
export async function teamEvents(
  db: Kysely<Schema>,
  { sellerId, limit }: { sellerId: number; limit: number },
): Promise<TeamEvent[]> {
  const rows = await selectOfSeller(db, 'team_events', sellerId)
    .select(['kind', 'at', 'actor', 'subject', 'role', 'role_before'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ role_before, ...row }) => ({ ...row, roleBefore: role_before }))
}
