import type { Logger } from 'pino'
import type { Database } from '#db/client.ts'
import { deletePageLoadsBefore, insertPageLoads, type PageLoad } from './page-loads-db.server.ts'
import { day } from '#lib/duration.ts'

/** Counters of beacons since process start. */
export interface BeaconCounts {
  stored: number
  /** Dropped because the buffer was full. */
  full: number
  /** Dropped because PostgreSQL rejected them. */
  failed: number
}

/** Buffers beacons and writes them in batches. */
export interface BeaconStore {
  /**
   * Buffers a beacon of this size in bytes without waiting. False if the buffer is full; the beacon is dropped and
   * counted.
   */
  add(load: PageLoad, bytes: number): boolean
  /** Writes the buffer; resolves even on failure. */
  flush(): Promise<void>
  /** Deletes expired rows, now and once a day. */
  startSweeping(): void
  /** Stops sweeping and writes the buffer. */
  close(): Promise<void>
  readonly counts: Readonly<BeaconCounts>
}

interface BeaconStoreOptions {
  db: Database
  log: Logger
  now: () => Date
  days: number
  /** Maximum delay in milliseconds. */
  delay?: number
  /** Beacons per write. */
  batch?: number
  /** Maximum buffered bytes. */
  room?: number
}

export function createBeaconStore(options: BeaconStoreOptions): BeaconStore {
  const { db, log, now, days, delay = 2000, batch = 200, room = 4 * 1024 * 1024 } = options
  const counts: BeaconCounts = { stored: 0, full: 0, failed: 0 }
  let waiting: PageLoad[] = []
  let bytesWaiting = 0
  let timer: NodeJS.Timeout | undefined
  let sweeper: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const loads = waiting
    waiting = []
    bytesWaiting = 0
    if (loads.length === 0) return
    try {
      await insertPageLoads(db.owner, loads)
      counts.stored += loads.length
    } catch (error) {
      counts.failed += loads.length
      log.warn({ err: error, beacons: loads.length }, 'could not store page loads')
    }
  }
  // Writes run one at a time; new beacons gather meanwhile.
  const flush = () => (writing = writing.then(write))
  const sweep = () =>
    deletePageLoadsBefore(db.owner, new Date(now().getTime() - days * day)).then(
      (deleted) => deleted > 0 && log.info({ deleted }, 'deleted old page loads'),
      (error: unknown) => log.warn({ err: error }, 'could not delete old page loads'),
    )
  return {
    counts,
    add(load, bytes) {
      if (bytesWaiting + bytes > room) {
        counts.full += 1
        return false
      }
      waiting.push(load)
      bytesWaiting += bytes
      if (waiting.length === batch) void flush()
      else timer ??= setTimeout(() => void flush(), delay).unref()
      return true
    },
    flush,
    startSweeping() {
      void sweep()
      sweeper = setInterval(() => void sweep(), day).unref()
    },
    async close() {
      clearInterval(sweeper)
      await flush()
    },
  }
}
