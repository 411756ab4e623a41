import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { placeCells, typedCells, withCells } from '#features/machinery/file-runs/corrected-cells.ts'
import { queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { lockRun, reopenRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { removeParts } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { reportComparisons } from './compare-reports.server.ts'
import type { Reconciliation } from './reconciliation.ts'
import { reportKind } from './reconciliations-db.server.ts'
import type { ReportRow } from './report-items.ts'
import { keepRows, readRows } from './stored-report.server.ts'

/** Writes the typed cells of a form into the stored rows of a report, and compares it again. */
export async function correctReport(args: SellerActionArgs, { id, plan, totalRows }: Reconciliation): Promise<void> {
  const { form, hub, seller, read, write } = args
  const key = { sellerId: seller.id, id }
  const now = hub.now()
  const cells = typedCells(form)
  if (cells.length === 0) return
  const records: CsvRecord[] = []
  for await (const rows of readRows(read, key))
    records.push(...rows.map(({ row: line, fields }) => ({ line, fields: [...fields] })))
  const corrected = inParts(withCells(records, await placeCells([records], cells)))
  const isQueued = await write(async (db) => {
    if (!(await lockRun(db, { ...key, now, kind: reportKind }))) return false
    await removeParts(db, { ...key, file: 'INPUT' })
    await keepRows(db, key, corrected)
    await reopenRun(db, key)
    return queueRun(db, { ...key, event: 'QUEUE', plan, totalRows: totalRows ?? 0, now })
  })
  if (isQueued) await beginAtOnce(args, { id, worker: reportComparisons })
}

const rowsAtOnce = 1_000

function* inParts(records: readonly CsvRecord[]): Generator<ReportRow[], void> {
  for (let at = 0; at < records.length; at += rowsAtOnce)
    yield records.slice(at, at + rowsAtOnce).map(({ line: row, fields }) => ({ row, fields }))
}
