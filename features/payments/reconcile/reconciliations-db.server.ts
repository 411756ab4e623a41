import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Compared } from './compare.ts'
import type { LeftRow, ReportRow } from './report-items.ts'
import type { Reconciliation, ReconciliationId, ReportForm, ResultRow, Verdict, VerdictSum } from './reconciliation.ts'

/** Reconciliations kept for a seller, newest first. */
export const mostKept = 20

interface Of {
  sellerId: number
  id: ReconciliationId | string
}

interface NewReconciliation {
  sellerId: number
  memberName: string
  fileName: string
  form: ReportForm
  rows: readonly ReportRow[]
  now: Date
}

/** Stores a report with its rows, and deletes the oldest beyond those that are kept; returns its id. */
export async function keepReport(
  db: SellerDb,
  { sellerId, memberName, fileName, form, rows, now }: NewReconciliation,
): Promise<string> {
  const { id } = await db
    .insertInto('reconciliations')
    .values({
      seller_id: sellerId,
      member_name: memberName,
      file_name: fileName,
      form: JSON.stringify(form),
      made_at: now,
      compared_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(
    db,
    'reconciliation_rows',
    rows.map(({ row, fields }) => ({ seller_id: sellerId, reconciliation_id: id, row, fields })),
  )
  const kept = await listReconciliations(db, sellerId, mostKept + 1)
  const oldest = kept.filter((each) => each.id !== id)[mostKept - 1]
  if (oldest) await deleteReconciliation(db, { sellerId, id: oldest.id })
  return id
}

/** A seller's latest reconciliations, newest first. */
export async function listReconciliations(db: SellerDb, sellerId: number, most = mostKept): Promise<Reconciliation[]> {
  return selectReconciliations(db, sellerId).orderBy('made_at', 'desc').orderBy('id').limit(most).execute()
}

/** Finds a seller's reconciliation; null if there is none. */
export async function findReconciliation(db: SellerDb, { sellerId, id }: Of): Promise<Reconciliation | null> {
  return (await selectReconciliations(db, sellerId).where('id', '=', id).executeTakeFirst()) ?? null
}

const selectReconciliations = (db: SellerDb, sellerId: number) =>
  db
    .selectFrom('reconciliations')
    .select(['id', 'file_name', 'member_name', 'made_at', 'compared_at'])
    .select((of) => of.ref('form').$castTo<ReportForm>().as('form'))
    .where('seller_id', '=', sellerId)

/** Deletes a reconciliation with its rows and results. */
export async function deleteReconciliation(db: SellerDb, { sellerId, id }: Of): Promise<void> {
  await db.deleteFrom('reconciliations').where('seller_id', '=', sellerId).where('id', '=', id).execute()
}

/** Reads the rows of a report in the order of the file, the first `limit` if given. */
export async function readReportRows(db: SellerDb, { sellerId, id }: Of, limit?: number): Promise<ReportRow[]> {
  const rows = db
    .selectFrom('reconciliation_rows')
    .select(['row', 'fields'])
    .where('seller_id', '=', sellerId)
    .where('reconciliation_id', '=', id)
    .orderBy('row')
  return (limit === undefined ? rows : rows.limit(limit)).execute()
}

interface Result extends Of {
  form: ReportForm
  compared: readonly Compared[]
  left: readonly LeftRow[]
  /** Null while the columns are not known. */
  now: Date | null
}

/** Replaces the result of a reconciliation. */
export async function keepResult(db: SellerDb, { sellerId, id, form, compared, left, now }: Result): Promise<void> {
  await db
    .updateTable('reconciliations')
    .set({ form: JSON.stringify(form), compared_at: now })
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .execute()
  await db
    .deleteFrom('reconciliation_results')
    .where('seller_id', '=', sellerId)
    .where('reconciliation_id', '=', id)
    .execute()
  const results = [...compared.map(comparedRow), ...left.map(leftRow)]
  await insertRows(
    db,
    'reconciliation_results',
    results.map((result, position) => ({ seller_id: sellerId, reconciliation_id: id, position, ...result })),
    { json: ['reasons'] },
  )
}

type Written = Omit<ResultRow, 'position'>

function comparedRow({ verdict, report, book, differenceMinor, reasons }: Compared): Written {
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

const leftRow = ({ row, why }: LeftRow): Written => ({
  verdict: why === 'nothing' || why === 'move' ? 'SKIPPED' : 'UNREAD',
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
export async function sumResult(db: SellerDb, { sellerId, id }: Of): Promise<VerdictSum[]> {
  const { rows } = await sql<VerdictSum>`
    select verdict, currency, sum(rows)::integer as rows, sum(report)::bigint as "reportMinor",
      sum(book)::bigint as "bookMinor", sum(report - book)::bigint as "differenceMinor"
    from (
      select verdict, currency, 1 as rows, coalesce(report_minor, 0) as report,
        case when book_currency = currency then coalesce(book_minor, 0) else 0 end as book
      from reconciliation_results where seller_id = ${sellerId} and reconciliation_id = ${id}
      union all
      -- What is posted in another currency counts in that one.
      select verdict, book_currency, 0, 0, book_minor
      from reconciliation_results where seller_id = ${sellerId} and reconciliation_id = ${id} and book_currency <> currency
    ) r
    group by verdict, currency order by currency, verdict`.execute(db)
  return rows
}

/** Reads lines of a result, all verdicts without one. */
export async function readResult(
  db: SellerDb,
  { sellerId, id, verdict, offset, limit }: Of & { verdict: Verdict | null; offset: number; limit: number },
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select position, verdict, kind, order_number, number, currency, row, report_minor, book_minor, book_currency,
      difference_minor, report_day, book_day, reasons
    from reconciliation_results
    where seller_id = ${sellerId} and reconciliation_id = ${id} and (${verdict}::text is null or verdict = ${verdict})
    order by position offset ${offset} limit ${limit}`.execute(db)
  return rows
}
