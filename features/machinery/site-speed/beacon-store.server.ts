import type { Logger } from 'pino'
import type { Database } from '#db/client.ts'
import { deletePageLoadsBefore, insertPageLoads, type PageLoad } from './page-loads-db.server.ts'
import { day } from '#lib/duration.ts'

/** What has become of beacons since the process started. */
export interface BeaconCounts {
  stored: number
  /** There was no room: PostgreSQL was slower than browsers told. */
  full: number
  /** PostgreSQL did not take them. */
  failed: number
}

/** Where beacons wait in the process until they are written, many at once. */
export interface BeaconStore {
  /** Takes one, of so many bytes; never waits. False where there is no room left: then it is dropped and counted. */
  add(load: PageLoad, bytes: number): boolean
  /** Writes what waits; settles also where that fails. */
  flush(): Promise<void>
  /** Deletes what is older than is to be kept, now and once a day. */
  startSweeping(): void
  /** Stops sweeping and writes what waits. */
  close(): Promise<void>
  readonly counts: Readonly<BeaconCounts>
}

interface BeaconStoreOptions {
  db: Database
  log: Logger
  now: () => Date
  /** Days that page loads are kept. */
  days: number
  /** The longest a beacon waits, in milliseconds. */
  delay?: number
  /** Beacons written at once. */
  batch?: number
  /** Bytes that may wait at most. */
  room?: number
}

/** Makes the store of a process. */
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
      log.warn({ err: error, beacons: loads.length }, 'beacons were not stored')
    }
  }
  // One after the other: what arrives meanwhile gathers for the next.
  const flush = () => (writing = writing.then(write))
  const sweep = () =>
    deletePageLoadsBefore(db.owner, new Date(now().getTime() - days * day)).then(
      (deleted) => deleted > 0 && log.info({ deleted }, 'old page loads deleted'),
      (error: unknown) => log.warn({ err: error }, 'old page loads were not deleted'),
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
