import { fileNameOf, type PictureStore } from './picture-store.server.ts'

/** A store in memory, and its files by name. */
export function memoryStore(): PictureStore & { files: Map<string, Uint8Array<ArrayBuffer>> } {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    place: 'memory',
    files,
    put: async (file, bytes) => void files.set(fileNameOf(file), new Uint8Array(bytes)),
    get: async (file) => files.get(fileNameOf(file)) ?? null,
    remove: async (file) => void files.delete(fileNameOf(file)),
  }
}
