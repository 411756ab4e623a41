import { findRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { storedParts } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { formatTypes } from '#features/machinery/file-runs/write-file.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { hasResult } from '../uploads/upload-plan.ts'
import { uploadOf } from '../uploads/upload-plans-db.server.ts'
import { resultParts } from '../uploads/write-result.server.ts'

/** The file that a run wrote, for the roles that may have it. An upload that was cancelled has a result, too. */
export const loader = sellerLoader('hub.view', async ({ read, seller, url, roleNow }) => {
  const of = { sellerId: seller.id, id: url.searchParams.get('run') ?? '' }
  const run = await read((db) => findRun(db, of))
  if (!run?.readers.includes(seller.role)) throw refuse('not-found')
  const isDone = run.state === 'DONE' || run.state === 'DONE_WITH_ERRORS'
  if (!isDone && !hasResult(run)) throw refuse('not-found')
  const parts = isDone ? storedParts(read, { ...of, file: 'RESULT' }) : resultParts(read, uploadOf(run))
  let waiting = await parts.next()
  if (waiting.done) throw refuse('not-found')
  const body = new ReadableStream<Uint8Array>({
    // Called once the reader is ready for more: no connection waits for a slow one.
    async pull(controller) {
      if (waiting.done) return controller.close()
      const role = await roleNow()
      if (!role || !run.readers.includes(role))
        return controller.error(new Error('the reader may not have it any more'))
      controller.enqueue(waiting.value)
      waiting = await parts.next()
    },
    cancel: async () => void (await parts.return()),
  })
  return new Response(body, {
    headers: {
      'Content-Type': formatTypes[run.format].contentType,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(run.fileName)}`,
      'Cache-Control': 'no-store',
    },
  })
})

/** A file name as RFC 5987 writes it: members name the files that they upload. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
