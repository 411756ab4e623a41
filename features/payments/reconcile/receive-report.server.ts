import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { rememberColumns, rememberedColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { takeSentFile } from '#features/machinery/file-runs/sent-file.ts'
import { lockRun, removeRun, reopenRun, setPlan } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import type { UnreadableTable } from '#lib/table-file.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { reportComparisons } from './compare-reports.server.ts'
import { openReport, type ReportFile } from './read-report.ts'
import type { Reconciliation, ReportForm } from './reconciliation.ts'
import { findReconciliation, keepReport, removeResult, reportKind } from './reconciliations-db.server.ts'
import { columnKinds, findColumns, isEnough, type ColumnChoice } from './report-columns.ts'
import type { ReportRow } from './report-items.ts'

/** Why a report is refused: it cannot be read, or spans too many transactions. */
type RefusedReport = UnreadableTable | 'tooLong'

/** Reads an uploaded report, stores it and compares it with the books. */
export async function receiveReport(
  args: SellerActionArgs,
): Promise<{ ok: true; id: string } | { ok: false; reason: RefusedReport }> {
  const { form, hub, seller, member, texts, read, write } = args
  const { name: fileName, bytes } = await takeSentFile(form, { pastedName: texts.t('reconcile.pasted') })
  const opened = await openReport(bytes)
  if (!opened.ok) return opened
  const { file: found, sample, count } = opened
  const of = { sellerId: seller.id, kind: reportKind, header: found.header, meanings: columnKinds } as const
  const remembered = await read((db) => rememberedColumns(db, of))
  const columns = remembered?.columns ?? columnsOf(found, sample)
  const dayOrder = remembered?.dayOrder ?? null
  const report: ReportForm = { ...found, columns, dayOrder, asksDayOrder: false }
  const rows = opened.rows()
  const kept = { sellerId: seller.id, member, fileName, form: report, rows, count, now: hub.now() }
  const id = await write((db) => keepReport(db, kept))
  await beginAtOnce(args, { id, worker: reportComparisons })
  const key = { sellerId: seller.id, id }
  const compared = await read((db) => findReconciliation(db, key))
  if (compared?.failure !== 'too-long') return { ok: true, id }
  await write((db) => removeRun(db, key))
  return { ok: false, reason: 'tooLong' }
}

const columnsOf = ({ header }: ReportFile, sample: readonly ReportRow[]): ColumnChoice =>
  findColumns(header.map((name, at) => ({ header: name, values: sample.map(({ fields }) => fields[at] ?? '') })))

/** Compares a report again, by the seller's columns and order of dates, which later files with its header use. */
export async function compareAgain(
  args: SellerActionArgs,
  { id, plan, totalRows }: Reconciliation,
  chosen: Pick<ReportForm, 'columns' | 'dayOrder'>,
): Promise<void> {
  const { hub, seller, write } = args
  const key = { sellerId: seller.id, id }
  const next: ReportForm = { ...plan, ...chosen }
  const now = hub.now()
  const isQueued = await write(async (db) => {
    if (!(await lockRun(db, { ...key, kinds: [reportKind] }))) return false
    await rememberColumns(db, { sellerId: seller.id, kind: reportKind, header: plan.header, ...chosen, now })
    await reopenRun(db, key)
    if (isEnough(next.columns))
      return queueRun(db, { ...key, event: 'QUEUE', plan: next, totalRows: totalRows ?? 0, now })
    await setPlan(db, { ...key, plan: next })
    await removeResult(db, key)
    return false
  })
  if (isQueued) await beginAtOnce(args, { id, worker: reportComparisons })
}
