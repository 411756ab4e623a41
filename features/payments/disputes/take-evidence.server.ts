import { addDocument, type DocumentRefusal } from '#features/core/listing-pictures/add-document.server.ts'
import { addSentPictures } from '#features/core/listing-pictures/add-sent-pictures.server.ts'
import { fileKindOf, headBytes } from '#features/core/listing-pictures/file-kind.ts'
import { readChosenPictures } from '#features/core/listing-pictures/picture.ts'
import { refusalText } from '#features/core/listing-pictures/picture-refusal.ts'
import type { EvidenceFile } from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { filesIn } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { documentFieldName, evidenceLimits } from './dispute-form.ts'

export interface TakenEvidence {
  files: EvidenceFile[]
  errors: string[]
}

/** Takes pictures and PDFs for the bank: those stored earlier, then those sent now, up to the most that there may be. */
export async function takeEvidence(visit: SellerActionArgs): Promise<TakenEvidence> {
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
