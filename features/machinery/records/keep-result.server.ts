import { reportProgress } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { keepPart, removeParts } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { FileWork } from '#features/machinery/file-runs/file-worker.ts'
import { ownRows } from '#web/own-rows.ts'

/** Stores the result file of an upload; anew after a crash. False if the run was cancelled or taken over. */
export async function keepResult(
  { hub, run, signal }: Pick<FileWork, 'hub' | 'run' | 'signal'>,
  parts: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const { sellerId, id, attempt, position, doneRows, errorRows } = run
  const own = { sellerId, id }
  const { write } = ownRows(hub, sellerId)
  let part = 0
  for await (const content of parts) {
    if (signal.aborted) return false
    const isKept = await write(async (db) => {
      const progress = { position, doneRows, errorRows }
      if (!(await reportProgress(db, { ...own, attempt, now: hub.now(), ...progress }))) return false
      if (part === 0) await removeParts(db, { ...own, file: 'RESULT' })
      await keepPart(db, { ...own, file: 'RESULT', part, content })
      return true
    })
    if (!isKept) return false
    part += 1
  }
  return true
}
