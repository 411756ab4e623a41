import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { rememberColumns, rememberedColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { lockRun, removeRun, reopenRun, setPlan } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { textOf } from '#lib/form-fields.ts'
import type { UnreadableTable } from '#lib/table-file.ts'
import { dateAt } from '#lib/zoned-time.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { reportComparisons } from './compare-reports.server.ts'
import { readReport, type ReportFile } from './read-report.ts'
import type { Reconciliation, ReportForm } from './reconciliation.ts'
import { findReconciliation, keepReport, removeResult, reportKind } from './reconciliations-db.server.ts'
import { columnKinds, findColumns, isEnough, type ColumnChoice } from './report-columns.ts'
import { dayOrderOf, type ReportRow } from './report-items.ts'
import { readRows } from './stored-report.server.ts'

/** Why a report is refused: it cannot be read, or spans too many transactions. */
type RefusedReport = UnreadableTable | 'tooLong'

/** Rows from which the meaning of columns is found. */
const mostSampled = 200

/** Reads an uploaded report, stores it and compares it with the books. */
export async function receiveReport(
  args: SellerActionArgs,
): Promise<{ ok: true; id: string } | { ok: false; reason: RefusedReport }> {
  const { form, hub, seller, member, texts, read, write } = args
  const chosen = form.get('file')
  const file = chosen instanceof File && chosen.size > 0 ? chosen : null
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(textOf(form, 'pasted'))
  const opened = await readReport(bytes)
  if (!opened.ok) return opened
  const { rows, ...found } = opened.file
  const of = { sellerId: seller.id, kind: reportKind, header: found.header, meanings: columnKinds } as const
  const remembered = await read((db) => rememberedColumns(db, of))
  const columns = remembered?.columns ?? columnsOf(opened.file)
  const dayOrder = remembered?.dayOrder ?? null
  const report: ReportForm = { ...found, columns, dayOrder, asksDayOrder: asksDayOrder(args, rows, columns) }
  const fileName = file?.name || texts.t('reconcile.pasted')
  const kept = { sellerId: seller.id, member, fileName, form: report, rows, now: hub.now() }
  const id = await write((db) => keepReport(db, kept))
  await beginAtOnce(args, { id, worker: reportComparisons })
  const key = { sellerId: seller.id, id }
  const compared = await read((db) => findReconciliation(db, key))
  if (compared?.failure !== 'too-long') return { ok: true, id }
  await write((db) => removeRun(db, key))
  return { ok: false, reason: 'tooLong' }
}

function columnsOf({ header, rows }: ReportFile): ColumnChoice {
  const sample = rows.slice(0, mostSampled)
  return findColumns(header.map((name, at) => ({ header: name, values: sample.map(({ fields }) => fields[at] ?? '') })))
}

/** Whether the dates of a report can be read in both orders. */
const asksDayOrder = (
  { hub, seller }: Pick<SellerActionArgs, 'hub' | 'seller'>,
  rows: readonly ReportRow[],
  columns: ColumnChoice,
): boolean => dayOrderOf(rows, columns, dateAt(hub.now(), seller.timeZone)) === 'EITHER'

/** Compares a report again, by the seller's columns and order of dates, which later files with its header use. */
export async function compareAgain(
  args: SellerActionArgs,
  { id, plan }: Reconciliation,
  chosen: Pick<ReportForm, 'columns' | 'dayOrder'>,
): Promise<void> {
  const { hub, seller, read, write } = args
  const key = { sellerId: seller.id, id }
  const rows = await readRows(read, key)
  const next: ReportForm = { ...plan, ...chosen, asksDayOrder: asksDayOrder(args, rows, chosen.columns) }
  const now = hub.now()
  const isQueued = await write(async (db) => {
    if (!(await lockRun(db, { ...key, kind: reportKind }))) return false
    await rememberColumns(db, { sellerId: seller.id, kind: reportKind, header: plan.header, ...chosen, now })
    await reopenRun(db, key)
    if (isEnough(next.columns)) return queueRun(db, { ...key, event: 'QUEUE', plan: next, totalRows: rows.length, now })
    await setPlan(db, { ...key, plan: next })
    await removeResult(db, key)
    return false
  })
  if (isQueued) await beginAtOnce(args, { id, worker: reportComparisons })
}
