import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Preferences } from '#web/preferences.ts'

/** Stores some of a member's preferences and keeps the others. They are read with the session, so the next page uses them. */
export async function savePreferences(
  db: Kysely<Schema>,
  {
    memberId,
    preferences,
    now,
  }: { memberId: string; preferences: Partial<Record<keyof Preferences, string | null>>; now: Date },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ preferences: sql`preferences || ${JSON.stringify(preferences)}::jsonb`, updated_at: now })
    .where('id', '=', memberId)
    .execute()
}
