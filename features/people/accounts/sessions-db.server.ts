import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

export type SessionRow = Awaited<ReturnType<typeof liveSessions>>[number]

/** A member's live sessions, last seen first. */
export function liveSessions(db: Kysely<Schema>, { memberId, now }: { memberId: string; now: Date }) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at'])
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends one of the member's own sessions; false where there is none of that id. */
export async function endSession(
  db: Kysely<Schema>,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of the member except `except`. Returns their number. */
export async function endSessions(
  db: Kysely<Schema>,
  { memberId, except = null }: { memberId: string; except?: string | null },
): Promise<number> {
  let query = db.deleteFrom('sessions').where('member_id', '=', memberId)
  if (except !== null) query = query.where('id', '<>', except)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Switches this session to a seller; false if the member has no role there. */
export async function selectSeller(
  db: Kysely<Schema>,
  { sessionId, memberId, sellerId }: { sessionId: string; memberId: string; sellerId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ seller_id: sellerId })
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('memberships')
          .select('seller_id')
          .where('memberships.member_id', '=', memberId)
          .where('memberships.seller_id', '=', sellerId),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
