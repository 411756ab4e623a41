import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import type { FileWork, FileWorker, Worked } from '#features/machinery/file-runs/file-worker.ts'
import { ownRows } from '#web/own-rows.ts'
import { applyRows } from './apply-rows.server.ts'
import { checkUpload } from './check-upload.server.ts'
import { keepResult } from './keep-result.server.ts'
import { undoRows } from './undo-rows.server.ts'
import { lineOf, workOnUpload } from './upload-part.server.ts'
import type { RowVerdict } from './upload-plan.ts'
import { uploadKind, uploadOf } from './upload-plans-db.server.ts'
import { countRows, markRows, nextRows } from './upload-rows-db.server.ts'
import { resultParts } from './write-result.server.ts'

/** Rows that are applied in one transaction. */
const rowsAtOnce = 500

/** Verdicts of rows that were not applied, or not undone, for a problem that the result file says. */
const errors: ReadonlySet<RowVerdict> = new Set<RowVerdict>(['PROBLEM', 'REFUSED', 'KEPT'])

/** Checks uploaded files of listings; once the seller wants it, applies or undoes them and writes their result files. */
export const listingUploads: FileWorker = {
  direction: 'UPLOAD',
  kind: uploadKind,
  access: 'listings.edit',
  work: (work) => (uploadOf(work.run).plan.isChecked ? changeListings(work) : checkUpload(work)),
}

async function changeListings(work: FileWork): Promise<Worked> {
  const { hub } = work
  let { run } = work
  const { sellerId, id } = run
  const { isUndo } = uploadOf(run).plan
  for (;;) {
    const current = run
    const part = await workOnUpload(hub, current, async (db) => {
      const verdict = isUndo ? 'DONE' : 'CHANGE'
      const rows = await nextRows(db, { sellerId, id, verdict, after: lineOf(current), limit: rowsAtOnce })
      const last = rows.at(-1)
      if (!last) return null
      await nameStockCause(db, { kind: 'UPLOAD', file: id })
      const outcomes = await (isUndo ? undoRows : applyRows)(db, { hub, sellerId, id }, rows)
      await markRows(db, { sellerId, id }, outcomes)
      return {
        position: { line: last.line },
        doneRows: current.doneRows + rows.length,
        errorRows: current.errorRows + outcomes.filter((row) => errors.has(row.verdict)).length,
      }
    })
    if (part.outcome === 'lost') return { outcome: 'lost' }
    if (part.outcome === 'through') break
    run = part.run
    if (work.isOver()) return { outcome: 'more' }
  }
  const { read } = ownRows(hub, sellerId)
  const counts = await read((db) => countRows(db, { sellerId, id }))
  const errorRows = counts.reduce((sum, { verdict, n }) => (errors.has(verdict) ? sum + n : sum), 0)
  const isKept = await keepResult({ ...work, run: { ...run, errorRows } }, resultParts(read, uploadOf(run)))
  return isKept ? { outcome: 'done', errorRows } : { outcome: 'lost' }
}
