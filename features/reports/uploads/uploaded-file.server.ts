import type { SellerDb } from '#db/client.ts'
import { keepPart, readPart } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { openListingFile } from '#features/selling/listing-files/open-listing-file.ts'
import type { UploadKey } from './upload-rows-db.server.ts'

/** Bytes of a stored part. */
const partBytes = 500_000

/** Stores an uploaded file as it is. */
export async function keepUploadedFile(db: SellerDb, { sellerId, id }: UploadKey, bytes: Uint8Array): Promise<void> {
  for (let part = 0; part * partBytes < bytes.length; part += 1) {
    const content = bytes.subarray(part * partBytes, (part + 1) * partBytes)
    await keepPart(db, { sellerId, id, file: 'INPUT', part, content })
  }
}

/** Opens a stored file again; null if it is no longer kept. */
export async function openUploadedFile(
  read: <T>(work: (db: SellerDb) => Promise<T>) => Promise<T>,
  { sellerId, id }: UploadKey,
) {
  const parts: Uint8Array[] = []
  for (;;) {
    const part = await read((db) => readPart(db, { sellerId, id, file: 'INPUT', part: parts.length }))
    if (!part) break
    parts.push(part)
  }
  if (parts.length === 0) return null
  const opened = await openListingFile(Buffer.concat(parts))
  return opened.ok ? opened.file : null
}
