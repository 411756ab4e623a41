import { readFile } from 'node:fs/promises'
import { ownRows } from '#web/own-rows.ts'
import type { PictureUpload } from './add-picture.server.ts'
import { keepFiles } from './keep-files.server.ts'
import { findPicture } from './pictures-db.server.ts'
import { withReceivedFile, type ReceivedFile } from './received-file.server.ts'

/** Why a PDF is refused: it is not whole, or a password locks it. */
type PdfFault = 'broken' | 'locked'

/** Bytes from the end within which a PDF names its table of objects. */
const tailBytes = 1024

/**
 * Checks that a file is a whole PDF that opens without a password: its head, and at the end the place of a table of objects
 * that names a root. Null if it is. Nothing of it is decoded.
 */
export function pdfFaultOf(file: Uint8Array): PdfFault | null {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1')
  if (!/^%PDF-[12]\.\d[\r\n ]/.test(text.slice(0, 16))) return 'broken'
  const tail = text.slice(-tailBytes)
  const [, place] = /startxref\s+(\d{1,10})\s+%%EOF/.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref')))) ?? []
  const start = Number(place)
  if (place === undefined || start >= text.length) return 'broken'
  if (!/^\s{0,8}(xref\s|\d{1,10}\s+\d{1,5}\s+obj\b)/.test(text.slice(start, start + 64))) return 'broken'
  const end = text.indexOf('startxref', start)
  const table = text.slice(start, end)
  if (!/\/Root\s{0,8}\d{1,10}\s{1,8}\d{1,5}\s{1,8}R/.test(table)) return 'broken'
  return /\/Encrypt\b/.test(table) ? 'locked' : null
}

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
