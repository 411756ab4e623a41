import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { byteOrderMark } from '#lib/csv.ts'
import type { ExportFile, Written } from './export-file.ts'
import { minute } from '#lib/duration.ts'

/** A reader who takes nothing for so long gives the download up, and with it the connection, in milliseconds. */
const stalledAfter = minute

/**
 * A download ends after so many milliseconds, however slowly it is taken: 100,000 orders are 40 MB, which take six minutes
 * at 1 Mbit/s. Without it a reader who takes a little now and then would keep a connection for ever.
 */
const longestDownload = 15 * minute

/** What an export is made of. */
export interface ExportArgs<Row> {
  /** Runs work in a transaction bound to the seller. */
  read: <T>(work: (db: SellerDb) => Promise<T>) => Promise<T>
  /** Whether this export may run at all, asked first; nothing is sent where it may not. */
  admit?: (db: SellerDb) => Promise<boolean>
  /** Whether whoever takes the file may have more of it, asked whenever they take some: where not, the download breaks off. */
  mayGoOn?: () => Promise<boolean>
  /** The rows in the file's order, some at a time. */
  batches: (db: SellerDb) => AsyncIterable<Written<Row>[]>
  file: ExportFile<Row>
  /** Told of a failure in the middle of the file; not of a download that was cancelled. */
  onError: (error: unknown) => void
  /** Told once when the connection has been given back, however it ended. */
  onEnd?: () => void
  stalledAfterMs?: number
  longestMs?: number
}

/** Why an export stopped before its end without being at fault. */
class DownloadGivenUp extends Error {}

/**
 * Rows as a file, read from the database only as fast as it is taken: a batch is read when the one
 * before is gone. Cancelling the stream ends the transaction. A failure breaks the download off, so that no file looks
 * whole that is not.
 */
export function exportStream<Row>({
  read,
  admit = async () => true,
  mayGoOn = async () => true,
  batches,
  file,
  onError,
  onEnd = () => {},
  stalledAfterMs = stalledAfter,
  longestMs = longestDownload,
}: ExportArgs<Row>) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    // Called once there is somebody to take it, however long ago it was read.
    async transform(rows, controller) {
      if (!(await mayGoOn())) throw new DownloadGivenUp('the reader may not have it any more')
      controller.enqueue(rows)
    },
  })
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const end = performance.now() + longestMs
  const taken = (step: Promise<void>) => withDeadline(step, Math.min(stalledAfterMs, end - performance.now()))
  const send = async (text: string) => {
    await taken(writer.ready)
    await taken(writer.write(encoder.encode(text)))
  }
  // The stream tells of its end by its writes; both must be looked at, or Node counts them as unhandled.
  let isCancelled = false
  const cancelled = () => {
    isCancelled = true
  }
  writer.closed.catch(cancelled)
  const run = read(async (db) => {
    // All batches see the same moment, as the first statement must say.
    await sql`set transaction isolation level repeatable read`.execute(db)
    if (!(await admit(db))) return
    await send(byteOrderMark + file.header)
    for await (const rows of batches(db)) await send(rows.map(file.record).join(''))
  })
  run.then(
    () => writer.close().catch(cancelled),
    (error: unknown) => {
      if (!isCancelled && !(error instanceof DownloadGivenUp)) onError(error)
      return writer.abort(error).catch(cancelled)
    },
  )
  run.then(onEnd, onEnd)
  return readable
}

async function withDeadline(step: Promise<void>, milliseconds: number): Promise<void> {
  if (milliseconds <= 0) throw new DownloadGivenUp('the download took too long')
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DownloadGivenUp('the reader took nothing for too long')), milliseconds)
  })
  try {
    await Promise.race([step, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** The answer that makes a browser keep the file. */
export function csvDownload(body: ReadableStream<Uint8Array>, fileName: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
