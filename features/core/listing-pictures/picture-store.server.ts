import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { writeAtomically } from '#lib/atomic-write.ts'
import { isDocument, type PictureSize } from './picture.ts'

export interface PictureFile {
  hash: string
  size: PictureSize | 'document'
}

/** Storage for sellers' files: pictures as WebP, and PDFs; immutable. */
export interface PictureStore {
  /** Folder or URL, for messages. */
  place: string
  /** Writes a file; idempotent. Rejects on failure. */
  put(file: PictureFile, bytes: Uint8Array): Promise<void>
  get(file: PictureFile): Promise<Uint8Array<ArrayBuffer> | null>
  /** Removes a file; idempotent. */
  remove(file: PictureFile): Promise<void>
}

export function fileNameOf({ hash, size }: PictureFile): string {
  return size === 'document' ? `${hash}.pdf` : `${hash}-${size}.webp`
}

export const filesOf = (hash: string): PictureFile[] =>
  isDocument(hash)
    ? [{ hash, size: 'document' }]
    : [
        { hash, size: 'large' },
        { hash, size: 'small' },
      ]

/** Stores pictures in a folder, created on first use, with 256 subfolders by the hash's first two digits. */
export function createFolderStore(folder: string): PictureStore {
  const pathOf = (file: PictureFile) => path.join(folder, file.hash.slice(0, 2), fileNameOf(file))
  return {
    place: path.resolve(folder),
    async put(file, bytes) {
      const target = pathOf(file)
      await mkdir(path.dirname(target), { recursive: true })
      // Atomic, so that readers never see a partial file.
      await writeAtomically(target, (draft) => draft.writeFile(bytes))
    },
    get: (file) => readFile(pathOf(file)).catch(nullIfMissing),
    remove: (file) => rm(pathOf(file), { force: true }),
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
