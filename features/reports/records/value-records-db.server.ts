import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { Listing, RecordProblem, RecordVerdict } from '#features/machinery/records/record-kind.ts'
import type { RecordSummary } from './value-kind.ts'

export interface StoredRecord {
  line: number
  name: string
  verdict: RecordVerdict
  summary: RecordSummary | null
  problems: readonly RecordProblem[]
}

export async function keepRecords(
  db: SellerDb,
  { sellerId, id }: RunKey,
  records: readonly StoredRecord[],
): Promise<void> {
  const rows = records.map((record) => ({ seller_id: sellerId, run_id: id, ...record }))
  await insertRows(db, 'upload_records', rows, { json: ['summary', 'problems'] })
}

export async function recordsNamed(
  db: SellerDb,
  { sellerId, id, names }: RunKey & { names: readonly string[] },
): Promise<Pick<StoredRecord, 'name' | 'summary'>[]> {
  const { rows } = await sql<Pick<StoredRecord, 'name' | 'summary'>>`
    select name, summary from upload_records
    where seller_id = ${sellerId} and run_id = ${id} and name = any (${[...names]}::text[])`.execute(db)
  return rows
}

/** Lists records in the order of the file. */
export async function listRecords(
  db: SellerDb,
  { sellerId, id, verdicts, offset, limit }: Omit<Listing, 'currency'>,
): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    select line, name, verdict, summary, problems from upload_records
    where seller_id = ${sellerId} and run_id = ${id} and verdict = any (${[...verdicts]}::text[])
    order by line offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** Records what became of records; those without a problem were taken. */
export async function markRecords(
  db: SellerDb,
  { sellerId, id }: RunKey,
  outcomes: readonly { line: number; problems: readonly RecordProblem[] }[],
): Promise<void> {
  const lines = outcomes.map(({ line }) => line)
  // `line = any(…)` repeats the join condition: without statistics, PostgreSQL would scan all rows of a new file.
  await sql`
    update upload_records r set verdict = m.verdict, problems = m.problems
    from unnest(${lines}::int[], ${outcomes.map(({ problems }) => (problems.length > 0 ? 'REFUSED' : 'DONE'))}::text[],
      ${outcomes.map(({ problems }) => JSON.stringify(problems))}::jsonb[]) m (line, verdict, problems)
    where r.seller_id = ${sellerId} and r.run_id = ${id} and r.line = m.line and r.line = any(${lines}::int[])`.execute(
    db,
  )
}
