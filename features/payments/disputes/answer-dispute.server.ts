import { parseDisputeNumber, sellerAnswers, type SellerAnswer } from '#features/after-sale/disputes/dispute.ts'
import { moveDispute, type DisputeOutcome } from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { addSentPictures } from '#features/core/listing-pictures/add-sent-pictures.server.ts'
import { fileKindOf, headBytes } from '#features/core/listing-pictures/file-kind.ts'
import { refusalText } from '#features/core/listing-pictures/picture-refusal.ts'
import { readChosenPictures } from '#features/core/listing-pictures/picture.ts'
import { keepPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { plainMessage } from '#features/orders/conversations/message.ts'
import { filesIn, oneOf } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import { hasErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { data, redirect } from '#web/router/router.ts'
import { evidenceLimits, type DisputeErrors, type DisputeFormAnswer } from './dispute-form.ts'
import { disputeValues } from './read-dispute-form.ts'

/** Processes a member's answer and shows the dispute, or the form with errors. */
export async function answerDispute(visit: SellerActionArgs) {
  const { form, hub, seller, member, url, write, texts } = visit
  const number = parseDisputeNumber(url.searchParams.get('dispute'))
  if (!number) throw refuse('not-found')
  const step = oneOf(form, 'step', sellerAnswers)
  const text = plainMessage(disputeValues(form).text)
  const sent = step === 'accept' ? { hashes: [], errors: [] } : await takePictures(visit)
  const errors = { ...errorsOf(step, text, texts) }
  if (sent.errors.length > 0) errors.photos = sent.errors.join(' ')
  if (!step || hasErrors(errors)) return showAgain(visit, { errors, hashes: sent.hashes, status: 422 })
  const outcome = await write((db) =>
    moveDispute(db, {
      sellerId: seller.id,
      number,
      step,
      ...(step === 'contest' ? { answer: { text, pictures: sent.hashes } } : {}),
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
    case 'unknown-picture':
      return showAgain(visit, {
        errors: { photos: texts.t('dispute.error.unknown-picture') },
        hashes: sent.hashes,
        status: 422,
      })
    case 'answered-already':
    case 'closed-already':
      return showAgain(visit, {
        errors: { form: texts.t(`dispute.error.${outcome.reason}`) },
        hashes: sent.hashes,
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

/** Pictures for the bank: stored earlier or sent now. */
async function takePictures({
  form,
  hub,
  seller,
  request,
  requireStill,
  texts,
}: SellerActionArgs): Promise<{ hashes: string[]; errors: string[] }> {
  const most = hub.config.policyPack.dispute.pictures
  const isText = (value: unknown): value is string => typeof value === 'string'
  const chosen = readChosenPictures(form.getAll('picture').filter(isText), { isPrivate: true }).slice(0, most)
  const files = filesIn(form, 'photos')
  const checked = await Promise.all(files.map(async (file) => ({ file, error: await fileError(file, texts) })))
  const good = checked.flatMap(({ file, error }) => (error === null ? [file] : []))
  const room = most - chosen.length
  const taken = await addSentPictures(
    { hub, sellerId: seller.id, requireStill, signal: request.signal, isPrivate: true },
    chosen,
    good.slice(0, room),
  )
  return {
    hashes: taken.chosen.map(({ hash }) => hash),
    errors: [
      ...checked.flatMap(({ error }) => error ?? []),
      ...taken.refused.map(({ name, refusal }) => `${name}: ${refusalText(refusal, texts)}`),
      ...(good.length > room ? [texts.t('dispute.error.many', { n: most })] : []),
    ],
  }
}

async function fileError(file: File, { t }: Texts): Promise<string | null> {
  const { name } = file
  if (file.size > evidenceLimits.bytes) return t('dispute.error.large', { name, megabytes: evidenceLimits.bytes / 1e6 })
  const kind = fileKindOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
  return kind === 'jpeg' || kind === 'png' ? null : t('dispute.error.kind', { name })
}

/** Returns the answer as typed, with the pictures that are stored. */
async function showAgain(
  { form, hub, seller, write }: SellerActionArgs,
  { errors, hashes, status }: { errors: DisputeErrors; hashes: readonly string[]; status: number },
) {
  const chosen = hashes.map((hash) => ({ hash, alt: '' }))
  const pictures = await write((db) => keepPictures(db, { sellerId: seller.id, chosen, now: hub.now() }))
  return data<DisputeFormAnswer>({ errors, values: disputeValues(form), pictures }, { status })
}
