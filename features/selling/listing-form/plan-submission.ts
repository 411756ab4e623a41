import { isKeyOf } from '#lib/records.ts'
import { maxFormBytes, type SentForm } from './form/sent-form.ts'
import type { KeepOutcome } from './keep/keep-form.server.ts'

export type Unkept = Exclude<KeepOutcome, { ok: true } | { reason: 'untouched' }>

type Kept = Extract<KeepOutcome, { ok: true }>

export type SubmissionPlan =
  | { kind: 'discard' }
  | { kind: 'refuse'; kept: Unkept }
  /** Performs the step of the button, then saves the input. */
  | { kind: 'keep'; intent: string }

/** Plans what a form button does. Whatever the button, the input is first saved as a draft. Pure. */
export function planSubmission({
  intent,
  search,
  typed,
}: Pick<SentForm, 'intent' | 'search' | 'typed'>): SubmissionPlan {
  if (intent === 'discard') return { kind: 'discard' }
  // Checked before any step processes it.
  if (JSON.stringify(typed).length > maxFormBytes) return { kind: 'refuse', kept: { ok: false, reason: 'too-long' } }
  if (intent !== 'enter') return { kind: 'keep', intent }
  return { kind: 'keep', intent: search.trim() ? 'search' : 'save' }
}

export type AnswerPlan =
  /** Shows the form, which is still empty. */
  | { kind: 'untouched' }
  | { kind: 'refuse'; kept: Unkept }
  /** Publishes the draft, or leads to its preview, or to the saved form, or shows the form again. */
  | { kind: 'publish' | 'preview' | 'saved' | 'form'; draft: Kept['draft'] }

/** Plans the answer to a button whose step was performed and whose input was saved, or not. Pure. */
export function planAnswer(intent: string, kept: KeepOutcome): AnswerPlan {
  if (!kept.ok) return kept.reason === 'untouched' ? { kind: 'untouched' } : { kind: 'refuse', kept }
  return { kind: isKeyOf(kinds, intent) ? kinds[intent] : 'form', draft: kept.draft }
}

/** Buttons that leave the form. */
const kinds = { publish: 'publish', preview: 'preview', save: 'saved' } as const
