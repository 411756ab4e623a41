import { paths } from '#web/paths.ts'
import type { SellerDb } from '#db/client.ts'
import { fieldLabel, problemValues } from './form/field-label.ts'
import { aspectNames } from '#features/core/listing/taxonomy.ts'
import { readListing } from './form/content-db.server.ts'
import { findDraft, type Draft } from './keep/drafts-db.server.ts'
import { discardForUndo } from './keep/discarded-drafts-db.server.ts'
import { settingOf, viewOf, type FormArgs } from './form/form-setting.server.ts'
import { takeStep } from './form/form-steps.server.ts'
import type { FieldErrorModel, FormView, HiddenFields } from './form/form-view.ts'
import { keepForm } from './keep/keep-form.server.ts'
import { listedOf, typedOf } from './keep/open-form.server.ts'
import { planAnswer, planSubmission, type Unkept } from './plan-submission.ts'
import type { FormProblem } from './publish/plan-publication.ts'
import { publishListing, lockSkus } from './publish/publish-listing.server.ts'
import { liveProblems } from './form/standing-errors.ts'
import { refusalWords } from '#features/core/listing/listing-words.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import type { SentForm } from './form/sent-form.ts'

export type FormAnswer = { to: string } | { view: FormView; status: 200 | 409 | 422 }

export interface Submission {
  sent: SentForm
  form: FormData
  refused?: readonly FieldErrorModel[]
}

/** Performs a form button by its plan (`plan-submission.ts`): writes, then answers. */
export async function submitForm(
  db: SellerDb,
  args: FormArgs,
  { sent: given, form, refused = [] }: Submission,
): Promise<FormAnswer> {
  const plan = planSubmission(given)
  if (plan.kind === 'discard') return discard(db, args, given)
  if (plan.kind === 'refuse') return refuseKept(db, args, { sent: given, kept: plan.kept })
  const { intent } = plan
  const sent = { ...given, intent }
  const { typed, shown } = await takeStep(db, args, sent, form)
  if (intent === 'publish') await lockSkus(db, args.seller.id)
  const kept = await keepForm(db, args, { sent, typed })
  const answer = planAnswer(intent, kept)
  switch (answer.kind) {
    case 'untouched':
      return untouched(db, args, { sent, shown })
    case 'refuse':
      return refuseKept(db, args, { sent, kept: answer.kept })
    case 'publish':
      return publish(db, args, { sent, draft: answer.draft })
    case 'preview':
      return { to: paths.listingPreview(answer.draft.itemNumber) }
    case 'saved':
      return { to: savedAddress(answer.draft) }
    case 'form': {
      const view = await keptView(db, args, { sent, draft: answer.draft })
      const errors = [...(shown.errors ?? []), ...refused]
      return {
        view: { ...view, ...shown, errors, isRestored: intent === 'restore' },
        status: errors.length > 0 ? 422 : 200,
      }
    }
  }
}

/** An empty form: steps work, nothing is saved, and publishing lists what is missing. */
async function untouched(
  db: SellerDb,
  args: FormArgs,
  { sent, shown }: { sent: SentForm; shown: Partial<FormView> },
): Promise<FormAnswer> {
  const view = await viewOf(db, args, sent)
  const wanted = sent.intent === 'publish' || sent.intent === 'preview'
  const errors = wanted ? wordsOf(args, liveProblems(view, sent.typed)) : (shown.errors ?? [])
  return { view: { ...view, ...shown, errors }, status: errors.length > 0 ? 422 : 200 }
}

/** Discards the form; the next page offers undo. */
async function discard(db: SellerDb, { seller, member, hub }: FormArgs, { hidden }: SentForm): Promise<FormAnswer> {
  const { mode: formMode, key: formKey, on } = hidden
  // By its listing: another window may have saved it first under its own key.
  const draft = await findDraft(db, seller.id, on ? { itemNumber: on.itemNumber } : { formKey })
  if (!draft)
    return {
      to:
        on && formMode === 'ReviseItem'
          ? paths.listingForm({ mode: formMode, itemId: on.itemNumber })
          : paths.listings.drafts,
    }
  const undo = await keepUndo(db, {
    sellerId: seller.id,
    memberId: member.id,
    now: hub.now(),
    said: { n: 1 },
    kind: 'drafts',
    step: 'discard',
    inverse: await discardForUndo(db, seller.id, draft),
  })
  const { mode, itemNumber } = draft
  return {
    to: withUndo(mode === 'ReviseItem' ? paths.listingForm({ mode, itemId: itemNumber }) : paths.listings.drafts, undo),
  }
}

function savedAddress({ mode, formKey, itemNumber }: Draft): string {
  const done = 'saved' as const
  return paths.listingForm(mode === 'ReviseItem' ? { mode, itemId: itemNumber, done } : { mode, key: formKey, done })
}

async function keptView(
  db: SellerDb,
  args: FormArgs,
  { sent, draft }: { sent: SentForm; draft: Draft },
): Promise<FormView> {
  const hidden: HiddenFields = { ...sent.hidden, revision: draft.revision }
  const revised = draft.mode === 'ReviseItem' ? draft.itemNumber : null
  return { ...(await drawnView(db, args, { typed: draft.typed, hidden, revised })), savedAt: draft.savedAt }
}

async function drawnView(
  db: SellerDb,
  args: FormArgs,
  { revised, ...form }: Pick<SentForm, 'typed' | 'hidden'> & { revised: string | null },
): Promise<FormView> {
  const view = await viewOf(db, args, form)
  const listing = revised === null ? null : await readListing(db, args.seller.id, revised)
  return { ...view, ...(listing ? listedOf(args, view, listing) : {}) }
}

/** Shows both states after a conflict, or that the form is already published. */
async function refuseKept(
  db: SellerDb,
  args: FormArgs,
  { sent, kept }: { sent: SentForm; kept: Unkept },
): Promise<FormAnswer> {
  // A colleague published another input of this draft: ours is kept.
  if (kept.reason === 'published' && !sent.hidden.on)
    return { to: paths.listingForm({ mode: 'ReviseItem', itemId: kept.itemNumber }) }
  const revised = sent.hidden.mode === 'ReviseItem' && sent.hidden.on ? sent.hidden.on.itemNumber : null
  if (kept.reason !== 'conflict') {
    const view = await drawnView(db, args, { typed: sent.typed, hidden: sent.hidden, revised })
    return { view: { ...view, isKept: false, errors: [wholeError(unkeptWords(args, kept))] }, status: 409 }
  }
  const { formKey, revision, savedAt, typed } = kept.draft
  const hidden: HiddenFields = { ...sent.hidden, key: formKey, revision }
  const view = await drawnView(db, args, { typed: sent.typed, hidden, revised })
  return { view: { ...view, conflict: { typed, revision, savedAt, version: null } }, status: 409 }
}

function unkeptWords(
  { texts }: FormArgs,
  kept: Extract<Unkept, { reason: 'published' | 'not-relistable' | 'too-long' }>,
): string {
  if (kept.reason === 'not-relistable') return `${refusalWords(kept.refusal, texts)}.`
  return texts.t(kept.reason === 'published' ? 'listingForm.alreadyPublished' : 'listingForm.error.tooLong')
}

function wholeError(text: string): FieldErrorModel {
  return { field: '', fieldId: '', text }
}

async function publish(
  db: SellerDb,
  args: FormArgs,
  { sent, draft }: { sent: SentForm; draft: Draft },
): Promise<FormAnswer> {
  const { hub, seller } = args
  const options = {
    sellerId: seller.id,
    draft,
    setting: settingOf(args),
    taxonomy: hub.config.taxonomy,
    now: hub.now(),
  }
  // Revising a listing that became a draft again must not put it on sale.
  const isAsSent = (draft.mode === 'ReviseItem') === (sent.hidden.mode === 'ReviseItem')
  const outcome = isAsSent ? await publishListing(db, options) : ({ ok: false, reason: 'not-possible-now' } as const)
  if (outcome.ok) {
    const done = draft.mode === 'ReviseItem' ? 'revised' : outcome.state === 'SCHEDULED' ? 'scheduled' : 'published'
    return { to: paths.listing(outcome.itemNumber, undefined, done) }
  }
  const view = await keptView(db, args, { sent, draft })
  switch (outcome.reason) {
    case 'problems':
      return { view: { ...view, errors: wordsOf(args, outcome.problems) }, status: 422 }
    case 'stale': {
      // When sent again, the form continues from the listing's current version.
      const on = { itemNumber: draft.itemNumber, version: outcome.version }
      const listing = await readListing(db, seller.id, draft.itemNumber)
      const typed = listing ? typedOf(args, listing) : {}
      const conflict = { typed, revision: draft.revision, savedAt: null, version: outcome.version }
      return { view: { ...view, hidden: { ...view.hidden, on }, conflict }, status: 409 }
    }
    case 'not-possible-now': {
      const listing = await readListing(db, seller.id, draft.itemNumber)
      const text = args.texts.t('listingForm.error.notNow', { state: listing?.state ?? '' })
      return { view: { ...view, errors: [wholeError(text)] }, status: 409 }
    }
  }
}

function wordsOf({ hub, texts }: FormArgs, problems: readonly FormProblem[]): FieldErrorModel[] {
  const names = aspectNames(hub.config.taxonomy, texts.locale)
  return problems.map((problem) => ({
    field: problem.field,
    fieldId: problem.fieldId,
    text: texts.t(`listingForm.problem.${problem.problem}`, {
      ...problemValues(problem, names),
      field: fieldLabel(texts, problem.field, names),
    }),
  }))
}
