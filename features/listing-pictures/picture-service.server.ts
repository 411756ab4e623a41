import path from 'node:path'
import { createFolderStore, type PictureStore } from './picture-store.server.ts'
import { createPictureProcess } from './picture-process.server.ts'
import type { PrepareResult } from './prepare-picture.server.ts'
import { createS3Store, type S3Options } from './s3-store.server.ts'
import { createTurns } from '#lib/turns.ts'

declare module '#web/hub.ts' {
  interface Hub {
    pictures: PictureService
  }
}

/** What the process offers for pictures. */
export interface PictureService {
  store: PictureStore
  /**
   * Makes a seller's uploaded file ready, one at a time, so that pages keep a processor. Refuses with `busy` where too many
   * wait. Rejects where `signal` ends the waiting.
   */
  prepare(file: string, sellerId: number, signal: AbortSignal): Promise<PrepareResult>
}

/** Files that may wait for their turn in a process, on the disk: two listings' of each seller. */
const turnRules = { atOnce: 1, waiting: 240, each: { atOnce: 1, waiting: 48 } }

/** Makes the service: pictures in the bucket where one is configured, else in the data folder. */
export function createPictureService({ dataDir, s3 }: { dataDir: string; s3: S3Options | null }): PictureService {
  const turns = createTurns(turnRules)
  const { prepare } = createPictureProcess()
  return {
    store: s3 ? createS3Store(s3) : createFolderStore(path.join(dataDir, 'pictures')),
    prepare: async (file, sellerId, signal) => {
      const turn = await turns.take(String(sellerId), signal)
      if (!turn) return { ok: false, refusal: { reason: 'busy' } }
      try {
        return await prepare(file)
      } finally {
        turn.end()
      }
    },
  }
}
