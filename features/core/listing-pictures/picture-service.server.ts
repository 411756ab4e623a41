import path from 'node:path'
import { createFolderStore, type PictureStore } from './picture-store.server.ts'
import { createPictureProcess } from './picture-process.server.ts'
import type { PrepareResult } from './prepare-picture.server.ts'
import { createS3Store, type S3Options } from './s3-store.server.ts'
import { createTurns, type Turn } from '#lib/turns.ts'

declare module '#web/hub.ts' {
  interface Hub {
    pictures: PictureService
  }
}

/** What the process offers for pictures. */
export interface PictureService {
  store: PictureStore
  /**
   * A seller's turn to have a file received: it lies on the disk from its first byte until it is ready, however slowly it comes. Null where
   * too many wait. Rejects where `signal` ends the waiting.
   */
  receive(sellerId: number, signal: AbortSignal): Promise<Turn | null>
  /**
   * Makes a seller's uploaded file ready, one at a time, so that pages keep a processor. Refuses with `busy` where too many
   * wait. Rejects where `signal` ends the waiting.
   */
  prepare(file: string, sellerId: number, signal: AbortSignal): Promise<PrepareResult>
}

/** Files on the disk of a process: of six members of a seller, whose browsers send two at once. Two listings' of each seller wait unread. */
const receiveRules = { atOnce: 240, waiting: 960, each: { atOnce: 12, waiting: 48 } }
/** Of these one is made ready at a time. */
const prepareRules = { atOnce: 1, waiting: 240, each: { atOnce: 1, waiting: 12 } }

/** Makes the service: pictures in the bucket where one is configured, else in the data folder. */
export function createPictureService({ dataDir, s3 }: { dataDir: string; s3: S3Options | null }): PictureService {
  const receiving = createTurns(receiveRules)
  const turns = createTurns(prepareRules)
  const { prepare } = createPictureProcess()
  return {
    store: s3 ? createS3Store(s3) : createFolderStore(path.join(dataDir, 'pictures')),
    receive: (sellerId, signal) => receiving.take(String(sellerId), signal),
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
