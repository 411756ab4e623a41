import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { byteOrderMark } from '#lib/csv.ts'
import type { ExportFile, Written } from './export-file.ts'
import { minute } from '#lib/duration.ts'

/** Milliseconds after which a stalled download is aborted to free its connection. */
const stalledAfter = minute

/**
 * Maximum duration of a download in milliseconds; slow readers would otherwise hold a connection forever. 100,000
 * orders are 40 MB, six minutes at 1 Mbit/s.
 */
const longestDownload = 15 * minute

export interface ExportArgs<Row> {
  /** Runs a function in a transaction bound to the seller. */
  read: <T>(work: (db: SellerDb) => Promise<T>) => Promise<T>
  /** Checked before anything is sent; false refuses the export. */
  admit?: (db: SellerDb) => Promise<boolean>
  /** Checked for each chunk; false aborts the download. */
  mayGoOn?: () => Promise<boolean>
  /** Rows in the file's order, in batches. */
  batches: (db: SellerDb) => AsyncIterable<Written<Row>[]>
  file: ExportFile<Row>
  /** Called if the export fails midway; not if the download is cancelled. */
  onError: (error: unknown) => void
  /** Called once when the connection is released. */
  onEnd?: () => void
  stalledAfterMs?: number
  longestMs?: number
}

class DownloadGivenUp extends Error {}

/**
 * Streams rows as a file, reading each batch only when the previous one was consumed. Cancelling ends the transaction.
 * Errors abort the download, so that a partial file does not look complete.
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
    // Called once the reader is ready for more, possibly long after the rows were read.
    async transform(rows, controller) {
      if (!(await mayGoOn())) throw new DownloadGivenUp('the reader may not have it any more')
      controller.enqueue(rows)
    },
  })
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const end = performance.now() + longestMs
  const taken = (step: () => Promise<void>) => withDeadline(step, Math.min(stalledAfterMs, end - performance.now()))
  const send = async (text: string) => {
    await taken(() => writer.ready)
    await taken(() => writer.write(encoder.encode(text)))
  }
  // A stream reports its end through its writes; both promises must be handled to avoid unhandled rejections.
  let isCancelled = false
  const cancelled = () => {
    isCancelled = true
  }
  writer.closed.catch(cancelled)
  const run = read(async (db) => {
    // One snapshot for all batches; must be the first statement.
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

/** Takes a step unless the time is over: a write that nobody waits for would be an unhandled rejection. */
async function withDeadline(step: () => Promise<void>, milliseconds: number): Promise<void> {
  if (milliseconds <= 0) throw new DownloadGivenUp('the download took too long')
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DownloadGivenUp('the reader took nothing for too long')), milliseconds)
  })
  try {
    await Promise.race([step(), deadline])
  } finally {
    clearTimeout(timer)
  }
}

export function csvDownload(body: ReadableStream<Uint8Array> | string, fileName: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
