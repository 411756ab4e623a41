import { selectOfSeller } from '#db/select-of-seller.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { secretOf } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from './guard.server.ts'
import { refuse } from './refusals.ts'
import { mayDo, type Permission } from './roles.ts'

/**
 * Identifies the state that a form was opened with, in its hidden field `begun`; detects concurrent changes of settings
 * without a version. A rejected form keeps it.
 */
export function formBaseline(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

/** Locks the seller's settings until the transaction ends. */
export const lockSettingsOf = (db: SellerDb, sellerId: number) =>
  sql`select pg_advisory_xact_lock(lock_number(${`settings ${sellerId}`}))`.execute(db)

/** Locks the seller's settings until the transaction ends. Checks the permission again after waiting. */
export async function lockSettings(
  db: SellerDb,
  { seller, member }: Pick<SellerArgs, 'seller' | 'member'>,
  permission: Permission,
): Promise<void> {
  const [, present] = await Promise.all([
    lockSettingsOf(db, seller.id),
    // Sent together, to save a round trip.
    selectOfSeller(db, 'memberships', seller.id).select('role').where('member_id', '=', member.id).executeTakeFirst(),
  ])
  if (!present || !mayDo(present.role, permission)) throw refuse('forbidden')
}

/**
 * Error text if somebody changed the settings since the form was opened (lost update). Null if unchanged, if `wanted`
 * is already stored (repeated submit), or if the form has no `begun`. Call `lockSettings` before reading `present`.
 */
export function lostUpdateAnswer<State>(
  form: FormData,
  { present, wanted }: { present: State; wanted: State },
  { t }: Pick<Texts, 't'>,
): string | null {
  const begun = secretOf(form, 'begun')
  const now = formBaseline(present)
  return begun === '' || begun === now || formBaseline(wanted) === now ? null : t('form.overtaken')
}
