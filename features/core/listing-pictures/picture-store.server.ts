import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { writeWhole } from '#lib/whole-file.ts'
import type { PictureSize } from './picture.ts'

/** One file of a picture. */
export interface PictureFile {
  hash: string
  size: PictureSize
}

/** Where the files of pictures are kept: WebP, never changed once written. */
export interface PictureStore {
  /** Where, for people: a folder or an address. */
  place: string
  /** Writes a file; one that is there already is the same. Rejects where it cannot be kept. */
  put(file: PictureFile, bytes: Uint8Array): Promise<void>
  /** The file's bytes; null where there is none. */
  get(file: PictureFile): Promise<Uint8Array<ArrayBuffer> | null>
  /** Removes a file; one that is not there is removed already. */
  remove(file: PictureFile): Promise<void>
}

/** The name of a picture's file in every store. */
export function fileNameOf({ hash, size }: PictureFile): string {
  return `${hash}-${size}.webp`
}

/** Keeps pictures in a folder, which is made when the first comes: 256 folders below it, by the hash's first two digits. */
export function createFolderStore(folder: string): PictureStore {
  const pathOf = (file: PictureFile) => path.join(folder, file.hash.slice(0, 2), fileNameOf(file))
  return {
    place: path.resolve(folder),
    async put(file, bytes) {
      const target = pathOf(file)
      await mkdir(path.dirname(target), { recursive: true })
      // Nobody ever reads half a picture.
      await writeWhole(target, (draft) => draft.writeFile(bytes))
    },
    get: (file) => readFile(pathOf(file)).catch(nullIfMissing),
    remove: (file) => rm(pathOf(file), { force: true }),
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
