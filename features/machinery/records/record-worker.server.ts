import type { FileWork, FileWorker, Worked } from '#features/machinery/file-runs/file-worker.ts'
import { firstLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { workOnPart } from '#features/machinery/file-runs/work-on-part.server.ts'
import { ownRows } from '#web/own-rows.ts'
import type { RecordKind } from './record-kind.ts'
import { positionOf, recordUploadOf, type RecordPlan, type RecordUpload } from './record-plan.ts'
import { resultParts } from './record-result.server.ts'
import { countRows, removeRows, rowsOf, wrongRows } from './records-db.server.ts'
import { reportProgress } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { keepPart, removeParts } from '#features/machinery/file-runs/run-parts-db.server.ts'

export const recordWorker = (kind: RecordKind): FileWorker => ({
  direction: 'UPLOAD',
  kind: kind.run,
  access: kind.access,
  async work(work) {
    const upload = recordUploadOf(work.run)
    if (!upload) return { outcome: 'failed', failure: 'unknown' }
    return upload.plan.isChecked ? applyFile(work, kind, upload) : checkFile(work, kind, upload)
  },
})

/**
 * Checks the rows of a file and stores what was found of each, part by part, in several slices if it is long. Then the
 * seller decides. Changes nothing else.
 */
async function checkFile({ hub, run, isOver }: FileWork, kind: RecordKind, upload: RecordUpload): Promise<Worked> {
  const { sellerId, id, plan } = upload
  const key = { sellerId, id }
  const { read, write } = ownRows(hub, sellerId)
  const reached = positionOf(run)
  const from = { line: 0, ...reached, from: reached?.from ?? firstLine }
  const begun = await workOnPart(hub, run, async (db) => {
    if (!reached?.from) await removeRows(db, kind, key)
    return { position: from, doneRows: run.doneRows, errorRows: 0 }
  })
  if (begun.outcome !== 'done') return { outcome: 'lost' }
  let current = begun.run
  let checked: RecordPlan = { ...plan, isChecked: true }
  if (kind.missing(plan.columns).length > 0) return { outcome: 'review', plan: checked }
  let [parts, seen] = [0, 0]
  for await (const { rows, position, keep, plan: shown } of kind.check({ hub, read }, upload, from)) {
    // A short file is checked at once, however slow the machine is.
    if (parts >= (kind.leastParts ?? 1) && isOver()) return { outcome: 'more' }
    parts += 1
    seen = rows
    const part = await workOnPart(hub, current, async (db) => {
      await keep(db)
      return { position, doneRows: rows, errorRows: 0 }
    })
    if (part.outcome !== 'done') return { outcome: 'lost' }
    current = part.run
    checked = { ...checked, ...shown }
  }
  if (seen >= plan.lines) return { outcome: 'review', plan: checked }
  await write((db) => removeRows(db, kind, key))
  return { outcome: 'failed', failure: 'file-erased' }
}

async function applyFile(work: FileWork, kind: RecordKind, upload: RecordUpload): Promise<Worked> {
  const { sellerId, id, plan } = upload
  const change = plan.isUndo ? kind.undo : kind.apply
  const applied = change ? await change(work, upload) : null
  if (!applied || applied.outcome === 'erased') return { outcome: 'failed', failure: 'file-erased' }
  if (applied.outcome !== 'through') return { outcome: applied.outcome }
  const { read } = ownRows(work.hub, sellerId)
  const counts = await read((db) => countRows(db, kind, { sellerId, ids: [id] }))
  const errorRows = rowsOf(wrongRows, counts.get(id) ?? [])
  const isKept = await keepResult({ ...work, run: { ...applied.run, errorRows } }, resultParts(read, kind, upload))
  return isKept ? { outcome: 'done', errorRows } : { outcome: 'lost' }
}

/** Stores the result file of an upload; anew after a crash. False if the run was cancelled or taken over. */
async function keepResult(
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
