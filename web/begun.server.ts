import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { secretOf } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from './guard.server.ts'
import { refuse } from './refusals.ts'
import { mayDo, type Permission } from './roles.ts'

/**
 * Names what a form was begun with: what its page showed when it was opened. The form has it in its hidden field `begun`, for
 * settings that several members may change and of which nobody counts versions. A form that comes back for any other reason keeps it.
 */
export function begunWith(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

/**
 * Waits until nobody else saves settings of this seller: what is read from now on stays until the transaction ends. Who may not do it
 * any more once the turn has come is refused.
 */
export async function takeSettingsTurn(
  db: SellerDb,
  { seller, member }: Pick<SellerArgs, 'seller' | 'member'>,
  permission: Permission,
): Promise<void> {
  const [, present] = await Promise.all([
    sql`select pg_advisory_xact_lock(lock_number(${`settings ${seller.id}`}))`.execute(db),
    // Sent behind it, and asked once the turn has come: one wait for both.
    db
      .selectFrom('memberships')
      .select('role')
      .where('seller_id', '=', seller.id)
      .where('member_id', '=', member.id)
      .executeTakeFirst(),
  ])
  if (!present || !mayDo(present.role, permission)) throw refuse('forbidden')
}

/**
 * What to say where somebody else has changed what a form was begun with: saved, it would put that back without anybody having seen
 * it (lost update). Null where nobody has, where what is `wanted` is there already, as by a form that is sent twice, and for forms
 * of pages that do not say what they were begun with. Whoever saves has taken the turn before reading what is `present`.
 */
export function overtaken<State>(
  form: FormData,
  { present, wanted }: { present: State; wanted: State },
  { t }: Pick<Texts, 't'>,
): string | null {
  const begun = secretOf(form, 'begun')
  const now = begunWith(present)
  return begun === '' || begun === now || begunWith(wanted) === now ? null : t('form.overtaken')
}
