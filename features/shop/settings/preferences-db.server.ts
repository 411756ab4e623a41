import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Preferences } from '#web/preferences.ts'

/** Stores a member's preferences. They are read with the session, so the next page uses them. */
export async function savePreferences(
  db: Kysely<Schema>,
  { memberId, preferences, now }: { memberId: string; preferences: Preferences; now: Date },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ preferences: JSON.stringify(preferences), updated_at: now })
    .where('id', '=', memberId)
    .execute()
}
