import { parseDisputeNumber, sellerAnswers, type SellerAnswer } from '#features/after-sale/disputes/dispute.ts'
import {
  moveDispute,
  type DisputeOutcome,
  type EvidenceFile,
} from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { plainMessage } from '#features/orders/conversations/message.ts'
import { oneOf, filesIn } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import { hasErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { data, redirect } from '#web/router/router.ts'
import { evidenceLimits, type DisputeErrors, type DisputeFormAnswer, documentFieldName } from './dispute-form.ts'
import { keepEvidence } from './evidence-db.server.ts'
import { disputeValues } from './read-dispute-form.ts'
import { addDocument, type DocumentRefusal } from '#features/core/listing-pictures/add-document.server.ts'
import { addSentPictures } from '#features/core/listing-pictures/add-sent-pictures.server.ts'
import { fileKindOf, headBytes } from '#features/core/listing-pictures/file-kind.ts'
import { readChosenPictures } from '#features/core/listing-pictures/picture.ts'
import { refusalText } from '#features/core/listing-pictures/picture-refusal.ts'

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

interface TakenEvidence {
  files: EvidenceFile[]
  errors: string[]
}

/** Takes pictures and PDFs for the bank: those stored earlier, then those sent now, up to the most that there may be. */
async function takeEvidence(visit: SellerActionArgs): Promise<TakenEvidence> {
  const { form, hub, texts } = visit
  const most = hub.config.policyPack.dispute.pictures
  const kept = keptFiles(form).slice(0, most)
  const checked = await Promise.all(filesIn(form, 'photos').map((file) => checkFile(file, texts)))
  const good = checked.filter((each) => typeof each !== 'string')
  const errors = checked.filter((each) => typeof each === 'string')
  const room = most - kept.length
  const taken = await store(visit, good.slice(0, room))
  const hashes = new Set(kept.map(({ hash }) => hash))
  return {
    files: [...kept, ...taken.files.filter(({ hash }) => !hashes.has(hash) && hashes.add(hash))],
    errors: [...errors, ...taken.errors, ...(good.length > room ? [texts.t('dispute.error.many', { n: most })] : [])],
  }
}

/** Files of the form that were stored before; what is no longer there is found when the answer is saved. */
function keptFiles(form: FormData): EvidenceFile[] {
  const textsOf = (field: string) => form.getAll(field).filter((value) => typeof value === 'string')
  const pictures = readChosenPictures(textsOf('picture'), { isPrivate: true })
  const documents = new Map(
    textsOf(documentFieldName).flatMap((value) => {
      const [, hash, name = ''] = /^(doc[0-9a-f]{32})(?: (.*))?$/s.exec(value) ?? []
      return hash ? [[hash, shownName(name)] as const] : []
    }),
  )
  return [
    ...pictures.map(({ hash }) => ({ hash, name: null })),
    ...[...documents].map(([hash, name]) => ({ hash, name })),
  ]
}

/** A document's name in one line, without folders and control characters. */
function shownName(name: string): string {
  const [, last = ''] = /([^/\\]*)$/.exec(name) ?? []
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  const ending = '.pdf'
  const stem = plain.toLowerCase().endsWith(ending) ? plain.slice(0, -ending.length) : plain
  const most = evidenceLimits.name - ending.length
  return `${[...stem].slice(0, most).join('').trim() || 'document'}${ending}`
}

interface CheckedFile {
  file: File
  isDocument: boolean
}

/** Judges a file by its size and content; a text if it is refused. */
async function checkFile(file: File, { t }: Texts): Promise<CheckedFile | string> {
  const { name } = file
  if (file.size > evidenceLimits.bytes) return t('dispute.error.large', { name, megabytes: evidenceLimits.bytes / 1e6 })
  const kind = fileKindOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
  if (kind === 'pdf') return { file, isDocument: true }
  return kind === 'jpeg' || kind === 'png' ? { file, isDocument: false } : t('dispute.error.kind', { name })
}

/** Stores files one after another. */
async function store(
  { hub, seller, request, requireStill, texts }: SellerActionArgs,
  checked: readonly CheckedFile[],
): Promise<TakenEvidence> {
  const taken: TakenEvidence = { files: [], errors: [] }
  const upload = { hub, sellerId: seller.id, requireStill, signal: request.signal }
  for (const { file, isDocument } of checked) {
    if (isDocument) {
      const added = await addDocument({ ...upload, body: file.stream(), maxBytes: evidenceLimits.bytes })
      if (added.ok) taken.files.push({ hash: added.hash, name: shownName(file.name) })
      else taken.errors.push(documentRefusal(added.refusal, file.name, texts))
    } else {
      const { chosen, refused } = await addSentPictures({ ...upload, isPrivate: true }, [], [file])
      taken.files.push(...chosen.map(({ hash }) => ({ hash, name: null })))
      taken.errors.push(...refused.map(({ name, refusal }) => `${name}: ${refusalText(refusal, texts)}`))
    }
  }
  return taken
}

function documentRefusal(refusal: DocumentRefusal, name: string, { t }: Texts): string {
  switch (refusal) {
    case 'too-large':
      return t('dispute.error.large', { name, megabytes: evidenceLimits.bytes / 1e6 })
    case 'broken':
    case 'locked':
    case 'busy':
    case 'not-kept':
      return t(`dispute.error.${refusal}`, { name })
  }
}
