import type { ConfirmPasswordOutcome } from '#features/people/accounts/confirm-password.server.ts'
import type { Texts } from '#texts/texts.ts'
import { retryAfter } from '#web/form-answer.ts'

export function confirmError(
  outcome: Extract<ConfirmPasswordOutcome, { ok: false }>,
  { password, now, texts }: { password?: string; now: Date; texts: Texts },
): { error: string; status: number; headers: Record<string, string> } {
  if (outcome.reason === 'too-many') {
    const { seconds, text } = retryAfter(outcome.retryAt, { now, texts })
    return { error: text, status: 429, headers: { 'Retry-After': String(seconds) } }
  }
  const wrong = password === '' ? 'team.member.passwordHint' : 'accounts.error.wrongPassword'
  const key = outcome.reason === 'no-password' ? 'team.error.no-password' : wrong
  return { error: texts.t(key), status: 422, headers: {} }
}
