import type { SellerDb } from '#db/client.ts'
import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { rememberColumns, rememberedColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { SentFile } from '#features/machinery/file-runs/sent-file.ts'
import { lockRun, removeRun, reopenRun, setPlan } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { UnreadableTable } from '#lib/table-file.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { reportComparisons } from './compare-reports.server.ts'
import { openReport, type ChosenForm } from './read-report.ts'
import { storedColumns, type Reconciliation, type ReportForm } from './reconciliation.ts'
import { findReconciliation, keepReport, removeResult, reportKind } from './reconciliations-db.server.ts'
import { isEnough } from './report-columns.ts'
import { columnKinds } from './known-reports.ts'
import { reportKinds } from './report-kinds.ts'

export type RefusedReport = UnreadableTable | 'tooLong'

/** Reads an uploaded report, stores it and compares it with the books. */
export async function receiveReport(
  args: SellerActionArgs,
  { name: fileName, bytes }: SentFile,
): Promise<{ ok: true; id: string } | { ok: false; reason: RefusedReport }> {
  const { hub, seller, member, read, write } = args
  const opened = await openReport(bytes, {
    currency: seller.currency,
    chosenFor: (header) => read((db) => chosenForm(db, seller.id, header)),
  })
  if (!opened.ok) return opened
  const { file: report, count } = opened
  const rows = opened.rows()
  const kept = { sellerId: seller.id, member, fileName, form: report, rows, count, now: hub.now() }
  const id = await write((db) => keepReport(db, kept))
  await beginAtOnce(args, { id, worker: reportComparisons })
  const key = { sellerId: seller.id, id }
  const compared = await read((db) => findReconciliation(db, { ...key, now: hub.now() }))
  if (compared?.failure !== 'too-long') return { ok: true, id }
  await write((db) => removeRun(db, key))
  return { ok: false, reason: 'tooLong' }
}

async function chosenForm(db: SellerDb, sellerId: number, header: readonly string[]): Promise<ChosenForm | null> {
  const chosen = await rememberedColumns(db, { sellerId, kind: reportKind, header, meanings: columnKinds })
  if (!chosen) return null
  const { columns, dayOrder, choices } = chosen
  const kinds = Object.entries(choices.kinds ?? {}).flatMap(([word, kind]) =>
    isOneOf(reportKinds, kind) ? [[word, kind] as const] : [],
  )
  return { columns, dayOrder, kinds: Object.fromEntries(kinds) }
}

/** Compares a report again as the seller chose its columns, kinds and order of dates; later files with its header, too. */
export async function compareAgain(
  args: SellerActionArgs,
  { id, plan, totalRows }: Reconciliation,
  chosen: ChosenForm,
): Promise<void> {
  const { hub, seller, write } = args
  const key = { sellerId: seller.id, id }
  const next: ReportForm = { ...plan, ...chosen }
  const now = hub.now()
  const { kinds = {}, ...form } = chosen
  const isQueued = await write(async (db) => {
    if (!(await lockRun(db, { ...key, now, kind: reportKind }))) return false
    const of = { sellerId: seller.id, kind: reportKind, header: plan.header } as const
    await rememberColumns(db, { ...of, ...form, choices: { kinds }, now })
    await reopenRun(db, key)
    if (isEnough(storedColumns(next)))
      return queueRun(db, { ...key, event: 'QUEUE', plan: next, totalRows: totalRows ?? 0, now })
    await setPlan(db, { ...key, plan: next })
    await removeResult(db, key)
    return false
  })
  if (isQueued) await beginAtOnce(args, { id, worker: reportComparisons })
}
