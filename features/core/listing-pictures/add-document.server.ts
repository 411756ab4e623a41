import { readFile } from 'node:fs/promises'
import { ownRows } from '#web/own-rows.ts'
import type { PictureUpload } from './add-picture.server.ts'
import { keepFiles } from './keep-files.server.ts'
import { pdfFaultOf, type PdfFault } from './pdf-structure.ts'
import { findPicture } from './pictures-db.server.ts'
import { withReceivedFile, type ReceivedFile } from './received-file.server.ts'

/** Why a document was refused; the last two are not the file's fault. */
export type DocumentRefusal = PdfFault | 'too-large' | 'busy' | 'not-kept'

export type AddDocumentResult = { ok: true; hash: string } | { ok: false; refusal: DocumentRefusal }

export interface DocumentUpload extends Omit<PictureUpload, 'isPrivate'> {
  maxBytes: number
}

/** Receives, checks and stores a private PDF as it is. Idempotent: the same file of a seller is stored once. */
export async function addDocument(upload: DocumentUpload): Promise<AddDocumentResult> {
  const { hub, sellerId, body, maxBytes, signal } = upload
  const turn = await hub.pictures.receive(sellerId, signal)
  if (!turn) return { ok: false, refusal: 'busy' }
  try {
    return await withReceivedFile({ body, maxBytes, hashKey: `${hub.secret} document ${sellerId}` }, (file) =>
      file ? takeDocument(file, upload) : Promise.resolve({ ok: false, refusal: 'too-large' }),
    )
  } finally {
    turn.end()
  }
}

async function takeDocument(
  file: ReceivedFile,
  { hub, sellerId, requireStill }: DocumentUpload,
): Promise<AddDocumentResult> {
  await requireStill()
  const hash = `doc${file.hash}`
  const known = await ownRows(hub, sellerId).write((own) => findPicture(own, { sellerId, hash, now: hub.now() }))
  if (known) return { ok: true, hash }
  const bytes = await readFile(file.path)
  const fault = pdfFaultOf(bytes)
  if (fault) return { ok: false, refusal: fault }
  const isKept = await keepFiles(hub, sellerId, { hash, sides: null, files: [{ size: 'document', bytes }] })
  return isKept ? { ok: true, hash } : { ok: false, refusal: 'not-kept' }
}
