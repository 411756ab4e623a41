import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { pictureLimits } from './picture.ts'
import type { AddPictureResult, PictureRefusal } from './picture-refusal.ts'
import { refuseFile } from './refuse-file.ts'
import { keepFiles } from './keep-files.server.ts'
import { findPicture } from './pictures-db.server.ts'
import { withReceivedFile, type ReceivedFile } from './received-file.server.ts'

export interface PictureUpload {
  hub: Pick<Hub, 'db' | 'log' | 'now' | 'pictures' | 'secret'>
  sellerId: number
  body: ReadableStream<Uint8Array> | null
  /** Public by default, like listing pictures. */
  isPrivate?: boolean
  /** Throws if the sender has lost access. Called after receiving and after processing the file. */
  requireStill: () => Promise<void>
  /** Aborts when the client disconnects. */
  signal: AbortSignal
}

/** Version of the image processing; increase it when the output changes, so that hashes change too. */
const recipe = 1

/** Receives, checks, converts and stores an uploaded picture. Idempotent: the same file of a seller is stored once. */
export async function addPicture(upload: PictureUpload): Promise<AddPictureResult> {
  const { hub, sellerId, body, isPrivate = false, signal } = upload
  // Separate keys, so that a public hash reveals nothing about the private one.
  const hashKey = `${hub.secret} ${isPrivate ? 'private picture' : 'picture'} ${recipe} ${sellerId}`
  const turn = await hub.pictures.receive(sellerId, signal)
  if (!turn) return refused({ reason: 'busy' })
  try {
    return await withReceivedFile({ body, maxBytes: pictureLimits.bytes, hashKey }, (file) =>
      file ? takeFile(file, upload) : Promise.resolve(refused({ reason: 'too-large' })),
    )
  } finally {
    turn.end()
  }
}

async function takeFile(
  file: ReceivedFile,
  { hub, sellerId, signal, isPrivate, requireStill }: PictureUpload,
): Promise<AddPictureResult> {
  const { log } = hub
  await requireStill()
  const { write } = ownRows(hub, sellerId)
  const refusal = refuseFile(file)
  if (refusal) return refused(refusal)
  const hash = isPrivate ? `p${file.hash}` : file.hash
  const known = await write((own) => findPicture(own, { sellerId, hash, now: hub.now() }))
  if (known) return { ok: true, picture: known }
  const made = await hub.pictures.prepare(file.path, sellerId, signal)
  if (!made.ok) {
    if (made.cause) log.info({ cause: made.cause }, 'could not decode an uploaded picture')
    return refused(made.refusal)
  }
  await requireStill()
  const { width, height, large, small } = made.picture
  const isKept = await keepFiles(hub, sellerId, {
    hash,
    sides: { width, height },
    files: [
      { size: 'large', bytes: large },
      { size: 'small', bytes: small },
    ],
  })
  return isKept ? { ok: true, picture: { hash, width, height } } : refused({ reason: 'not-kept' })
}

function refused(refusal: PictureRefusal): AddPictureResult {
  return { ok: false, refusal }
}
