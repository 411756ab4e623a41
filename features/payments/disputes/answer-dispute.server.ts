import { parseDisputeNumber, sellerAnswers, type SellerAnswer } from '#features/after-sale/disputes/dispute.ts'
import {
  moveDispute,
  type DisputeOutcome,
  type EvidenceFile,
} from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { plainMessage } from '#features/orders/conversations/message.ts'
import { oneOf } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import { hasErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { data, redirect } from '#web/router/router.ts'
import { evidenceLimits, type DisputeErrors, type DisputeFormAnswer } from './dispute-form.ts'
import { keepEvidence } from './evidence-db.server.ts'
import { disputeValues } from './read-dispute-form.ts'
import { takeEvidence } from './take-evidence.server.ts'

export async function answerDispute(visit: SellerActionArgs) {
  const { form, hub, seller, member, url, write, texts } = visit
  const number = parseDisputeNumber(url.searchParams.get('dispute'))
  if (!number) throw refuse('not-found')
  const step = oneOf(form, 'step', sellerAnswers)
  const text = plainMessage(disputeValues(form).text)
  const sent = step === 'accept' ? { files: [], errors: [] } : await takeEvidence(visit)
  const errors = { ...errorsOf(step, text, texts) }
  if (sent.errors.length > 0) errors.photos = sent.errors.join(' ')
  if (!step || hasErrors(errors)) return showAgain(visit, { errors, files: sent.files, status: 422 })
  const outcome = await write((db) =>
    moveDispute(db, {
      sellerId: seller.id,
      number,
      step,
      ...(step === 'contest' ? { answer: { text, files: sent.files } } : {}),
      by: member.name,
      now: hub.now(),
      policyPack: hub.config.policyPack,
    }),
  )
  if (outcome.ok || isRepeated(outcome, { step, text, by: member.name }))
    return redirect(paths.disputeDetails(number, url.searchParams.get('from') ?? undefined, step), { status: 303 })
  switch (outcome.reason) {
    case 'unknown':
      throw refuse('not-found')
    case 'unknown-file':
      return showAgain(visit, {
        errors: { photos: texts.t('dispute.error.unknown-file') },
        files: sent.files,
        status: 422,
      })
    case 'answered-already':
    case 'closed-already':
      return showAgain(visit, {
        errors: { form: texts.t(`dispute.error.${outcome.reason}`) },
        files: sent.files,
        status: 409,
      })
  }
}

function errorsOf(step: SellerAnswer | null, text: string, { t }: Texts): DisputeErrors {
  if (!step) return { step: t('dispute.error.choose') }
  if (step === 'accept') return {}
  const over = [...text].length - evidenceLimits.text
  if (over > 0) return { text: t('dispute.error.long', { n: evidenceLimits.text, over }) }
  return text === '' ? { text: t('dispute.error.text') } : {}
}

/** Whether the same member sent the same answer before, as with a double click. */
function isRepeated(
  outcome: Extract<DisputeOutcome, { ok: false }>,
  { step, text, by }: { step: SellerAnswer; text: string; by: string },
): boolean {
  if (!('dispute' in outcome)) return false
  const { state, answer, answered_by: name } = outcome.dispute
  if (name !== by) return false
  return step === 'accept' ? state === 'ACCEPTED' : state === 'CONTESTED' && answer === text
}

/** Returns the answer as typed, with the files that are stored. */
async function showAgain(
  { form, hub, seller, write }: SellerActionArgs,
  { errors, files, status }: { errors: DisputeErrors; files: readonly EvidenceFile[]; status: number },
) {
  const kept = await write((db) => keepEvidence(db, { sellerId: seller.id, files, now: hub.now() }))
  return data<DisputeFormAnswer>({ errors, values: disputeValues(form), ...kept }, { status })
}
