import { listingForm } from '#web/form-body.server.ts'
import { sellerAction } from '#web/guard.server.ts'
import { keepForm, type KeepOutcome } from './keep-form.server.ts'
import { readSentForm } from '../form/sent-form.ts'
import type { Typed } from '../form/typed-form.ts'
import { refuse } from '#web/refusals.ts'

export type KeptAnswer =
  /** `savedAt` is null if the form was empty and nothing was saved. */
  | { ok: true; revision: number; savedAt: string | null }
  | { ok: false; reason: 'conflict'; revision: number; savedAt: string; typed: Typed }
  | { ok: false; reason: 'published' | 'refused' }

export const action = sellerAction(
  'listings.edit',
  async (args): Promise<Response> => {
    const sent = readSentForm(args.form)
    if (!sent) throw refuse('malformed')
    const outcome = await args.write((db) => keepForm(db, args, { sent, typed: sent.typed }))
    const answer = answerOf(outcome)
    return Response.json(answer, { status: answer.ok ? 200 : 409 })
  },
  listingForm,
)

function answerOf(outcome: KeepOutcome): KeptAnswer {
  if (outcome.ok) {
    const { revision, savedAt } = outcome.draft
    return { ok: true, revision, savedAt: savedAt.toISOString() }
  }
  if (outcome.reason === 'untouched') return { ok: true, revision: 0, savedAt: null }
  if (outcome.reason === 'published') return { ok: false, reason: 'published' }
  if (outcome.reason === 'not-relistable' || outcome.reason === 'too-long') return { ok: false, reason: 'refused' }
  const { revision, savedAt, typed } = outcome.draft
  return { ok: false, reason: 'conflict', revision, savedAt: savedAt.toISOString(), typed }
}
