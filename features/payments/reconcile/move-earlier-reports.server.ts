import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { fileRunLifetimeMs } from '#features/machinery/file-runs/file-run.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { minute } from '#lib/duration.ts'
import { ownRows } from '#web/own-rows.ts'
import { permissions } from '#web/roles.ts'
import { reportKind } from './reconciliations-db.server.ts'
import { keepRows } from './stored-report.server.ts'

/** Milliseconds after which a report of the previous version is moved. */
const leftAloneMs = minute
/** Reports that are moved in one run of the job. */
const mostAtOnce = 500

/**
 * Makes reports of the previous version, which had tables of its own, runs of files; run by a job while that version may
 * serve. Returns the number moved.
 */
export async function moveEarlierReports(
  { db, now }: { db: Database; now: () => Date },
  report: ReportFailure,
): Promise<number> {
  const left = await db.owner
    .selectFrom('reconciliations')
    .select(['seller_id as sellerId', 'id'])
    .where('made_at', '<', new Date(now().getTime() - leftAloneMs))
    .limit(mostAtOnce)
    .modifyEnd(overAllSellers)
    .execute()
  const move = (key: RunKey) => ownRows({ db }, key.sellerId).write((own) => moveReport(own, { ...key, now: now() }))
  return (await forEachIsolated(left, move, report)).done.length
}

async function moveReport(db: SellerDb, { sellerId, id, now }: RunKey & { now: Date }): Promise<void> {
  const report = await db
    .selectFrom('reconciliations')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!report) return
  const { made_at: madeAt, compared_at: comparedAt } = report
  const rows = await db
    .selectFrom('reconciliation_rows')
    .select(['row', 'fields'])
    .where('seller_id', '=', sellerId)
    .where('reconciliation_id', '=', id)
    .orderBy('row')
    .execute()
  const lines = await db
    .selectFrom('reconciliation_results')
    .select(['position', 'verdict', 'kind', 'order_number', 'number', 'currency', 'row', 'report_minor', 'book_minor'])
    .select(['book_currency', 'difference_minor', 'report_day', 'book_day', 'reasons'])
    .where('seller_id', '=', sellerId)
    .where('reconciliation_id', '=', id)
    .execute()
  const unread = lines.filter(({ verdict }) => verdict === 'UNREAD').length
  await db
    .insertInto('file_runs')
    .values({
      seller_id: sellerId,
      id,
      direction: 'UPLOAD',
      kind: reportKind,
      state: comparedAt === null ? 'CREATED' : unread > 0 ? 'DONE_WITH_ERRORS' : 'DONE',
      file_name: report.file_name || 'report.csv',
      format: 'CSV',
      plan: JSON.stringify(report.form),
      total_rows: rows.length,
      done_rows: comparedAt === null ? 0 : rows.length,
      error_rows: unread,
      readers: [...permissions['money.view']],
      has_buyers: false,
      // Who uploaded it was kept by name alone.
      member_id: '',
      member_name: report.member_name,
      made_at: madeAt,
      started_at: comparedAt,
      worked_at: comparedAt ?? madeAt,
      looked_at: now,
      finished_at: comparedAt,
      // Earlier reports had no end.
      kept_until: new Date(now.getTime() + fileRunLifetimeMs),
    })
    .execute()
  await keepRows(db, { sellerId, id }, [rows])
  const moved = lines.map((line) => ({ seller_id: sellerId, run_id: id, ...line }))
  await insertRows(db, 'report_lines', moved, { json: ['reasons'] })
  await db.deleteFrom('reconciliations').where('seller_id', '=', sellerId).where('id', '=', id).execute()
}
