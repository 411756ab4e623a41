import type { AccountsHub } from './accounts-hub.ts'
import { countAttempts, type AttemptOutcome } from './attempts.server.ts'
import { passwordLimits } from './password-rules.ts'

/** `no-password`: the member must set a password first. */
export type ConfirmPasswordOutcome =
  | { ok: true }
  | { ok: false; reason: 'wrong-password' | 'no-password' }
  | Extract<AttemptOutcome, { ok: false }>

/** Checks a signed-in member's password before a sensitive step, rate limited. */
export async function confirmPassword(
  hub: AccountsHub,
  { memberId, password }: { memberId: string; password: string },
): Promise<ConfirmPasswordOutcome> {
  const attempts = await countAttempts(hub, [['confirm-member', memberId]])
  if (!attempts.ok) return attempts
  const row = await hub.db.owner
    .selectFrom('credentials')
    .select('password')
    .where('member_id', '=', memberId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!row?.password) return { ok: false, reason: 'no-password' }
  if (password.length > passwordLimits.max) return { ok: false, reason: 'wrong-password' }
  const context = await hub.auth.$context
  const isRight = await context.password.verify({ hash: row.password, password })
  return isRight ? { ok: true } : { ok: false, reason: 'wrong-password' }
}
