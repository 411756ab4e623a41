import path from 'node:path'
import { createFolderStore, type PictureStore } from './picture-store.server.ts'
import { createPictureProcess } from './picture-process.server.ts'
import type { PrepareResult } from './prepare-picture.server.ts'
import { createS3Store, type S3Options } from './s3-store.server.ts'
import { createSlotQueue, type Slot } from '#lib/slot-queue.ts'

declare module '#web/hub.ts' {
  interface Hub {
    pictures: PictureService
  }
}

export interface PictureService {
  store: PictureStore
  /**
   * Waits for a slot to receive a file; the file occupies disk until it is processed. Null if the queue is full.
   * Rejects when `signal` aborts.
   */
  receive(sellerId: number, signal: AbortSignal): Promise<Slot | null>
  /**
   * Processes a seller's file, one at a time to leave CPU for pages. Refuses with `busy` if the queue is full. Rejects
   * when `signal` aborts.
   */
  prepare(file: string, sellerId: number, signal: AbortSignal): Promise<PrepareResult>
}

/** Files on disk per process: six members of a seller sending two at once. Two listings' worth may queue per seller. */
const receiveRules = { atOnce: 240, waiting: 960, each: { atOnce: 12, waiting: 48 } }
/** Limits of preparing pictures, in all and per seller: one at a time. */
const prepareRules = { atOnce: 1, waiting: 240, each: { atOnce: 1, waiting: 12 } }

/** Creates the service. Stores pictures in the S3 bucket if configured, else in the data folder. */
export function createPictureService({ dataDir, s3 }: { dataDir: string; s3: S3Options | null }): PictureService {
  const receiving = createSlotQueue(receiveRules)
  const turns = createSlotQueue(prepareRules)
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
