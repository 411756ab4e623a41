import { deleteOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import { createRun, findRun, listRuns, type RunAt } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { permissions } from '#web/roles.ts'
import type { Compared } from './compare.ts'
import { storedColumns } from './reconciliation.ts'
import type { LeftSum, Reconciliation, ReportForm, ResultRow, Verdict, VerdictSum } from './reconciliation.ts'
import { isEnough } from './report-columns.ts'
import { isNotCompared, type LeftRow, type ReportRow } from './report-items.ts'
import { keepRows } from './stored-report.server.ts'

/** Kind of the runs of uploaded reports. */
export const reportKind = 'transactions'

interface NewReport {
  sellerId: number
  member: { id: string; name: string }
  fileName: string
  form: ReportForm
  rows: AsyncIterable<readonly ReportRow[]>
  count: number
  now: Date
}

/** Stores a report as a run, to be compared once its columns are known; returns its id. */
export async function keepReport(
  db: SellerDb,
  { sellerId, member, fileName, form, rows, count, now }: NewReport,
): Promise<string> {
  const made = await createRun(db, {
    sellerId,
    direction: 'UPLOAD',
    kind: reportKind,
    state: isEnough(storedColumns(form)) ? 'QUEUED' : 'CREATED',
    fileName,
    format: 'CSV',
    plan: form,
    totalRows: count,
    readers: [...permissions['money.view']],
    hasBuyers: false,
    member,
    now,
  })
  const id = assertDefined(made, 'no schedule makes it')
  await keepRows(db, { sellerId, id }, rows)
  return id
}

/** Reports on the page; each is kept for 30 days. */
const mostListed = 50

export async function listReconciliations(
  db: SellerDb,
  { sellerId, now }: Omit<RunAt, 'id'>,
): Promise<Reconciliation[]> {
  const runs = await listRuns(db, { sellerId, now, limit: mostListed, direction: 'UPLOAD', kinds: [reportKind] })
  return runs.map(reconciliationOf)
}

export async function findReconciliation(db: SellerDb, key: RunAt): Promise<Reconciliation | null> {
  const run = await findRun(db, { ...key, kind: reportKind })
  return run?.direction === 'UPLOAD' ? reconciliationOf(run) : null
}

/** The report of a run. Only `keepReport` writes plans of this kind, so the cast is safe. */
export const reconciliationOf = (run: FileRun): Reconciliation => ({ ...run, plan: run.plan as ReportForm })

export async function removeResult(db: SellerDb, { sellerId, id }: RunKey): Promise<void> {
  await deleteOfSeller(db, 'report_lines', sellerId).where('run_id', '=', id).execute()
}

/** The lines of a result from one position to before another one, in their order. */
export const resultLines = (
  { compared, left }: { compared: readonly Compared[]; left: readonly LeftRow[] },
  { from, before }: { from: number; before: number },
): ResultLine[] => {
  const below = (position: number) => Math.max(0, position - compared.length)
  return [...compared.slice(from, before).map(comparedRow), ...left.slice(below(from), below(before)).map(leftRow)]
}

/** Stores lines of the result of a report, the first at the position `from`. */
export async function keepResult(
  db: SellerDb,
  { sellerId, id, from, lines }: RunKey & { from: number; lines: readonly ResultLine[] },
): Promise<void> {
  const stored = lines.map((line, at) => ({ seller_id: sellerId, run_id: id, position: from + at, ...line }))
  await insertRows(db, 'report_lines', stored, { json: ['reasons'] })
}

type ResultLine = Omit<ResultRow, 'position'>

function comparedRow({ verdict, report, book, differenceMinor, reasons }: Compared): ResultLine {
  const item = report ?? book
  return {
    verdict,
    kind: item?.kind ?? null,
    order_number: item?.order ?? null,
    number: book?.number ?? null,
    currency: item?.currency ?? null,
    row: report?.row ?? null,
    report_minor: report?.netMinor ?? null,
    book_minor: book?.netMinor ?? null,
    book_currency: book?.currency ?? null,
    difference_minor: differenceMinor,
    report_day: report?.day ?? null,
    book_day: book?.day ?? null,
    reasons: [...reasons],
  }
}

const leftRow = ({ row, why }: LeftRow): ResultLine => ({
  verdict: isNotCompared(why) ? 'SKIPPED' : 'UNREAD',
  kind: null,
  order_number: null,
  number: null,
  currency: null,
  row,
  report_minor: null,
  book_minor: null,
  book_currency: null,
  difference_minor: null,
  report_day: null,
  book_day: null,
  reasons: [{ rule: why, minor: null }],
})

/** Sums a result by verdict and currency: of the report, of the books, and of the differences. */
export async function sumResult(db: SellerDb, { sellerId, id }: RunKey): Promise<VerdictSum[]> {
  const { rows } = await sql<VerdictSum>`
    select verdict, currency, sum(rows)::integer as rows, sum(report)::bigint as "reportMinor",
      sum(book)::bigint as "bookMinor", sum(report - book)::bigint as "differenceMinor"
    from (
      select verdict, currency, 1 as rows, coalesce(report_minor, 0) as report,
        case when book_currency = currency then coalesce(book_minor, 0) else 0 end as book
      from report_lines where seller_id = ${sellerId} and run_id = ${id}
      union all
      -- What is posted in another currency counts in that one.
      select verdict, book_currency, 0, 0, book_minor
      from report_lines where seller_id = ${sellerId} and run_id = ${id} and book_currency <> currency
    ) r
    group by verdict, currency order by currency, verdict`.execute(db)
  return rows
}

export async function countLeft(db: SellerDb, { sellerId, id }: RunKey): Promise<LeftSum[]> {
  const { rows } = await sql<LeftSum>`
    select reasons -> 0 ->> 'rule' as rule, count(*)::integer as rows from report_lines
    where seller_id = ${sellerId} and run_id = ${id} and verdict in ('UNREAD', 'SKIPPED')
    group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

interface ResultPage extends RunKey {
  /** All if null. */
  verdict: Verdict | null
  /** Lines behind this position only. */
  after?: number
  offset: number
  limit: number
}

export async function readResult(
  db: SellerDb,
  { sellerId, id, verdict, after = -1, offset, limit }: ResultPage,
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select position, verdict, kind, order_number, number, currency, row, report_minor, book_minor, book_currency,
      difference_minor, report_day, book_day, reasons
    from report_lines
    where seller_id = ${sellerId} and run_id = ${id} and (${verdict}::text is null or verdict = ${verdict})
      and position > ${after}
    order by position offset ${offset} limit ${limit}`.execute(db)
  return rows
}
