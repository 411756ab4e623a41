import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { RecordProblem, RecordSummary } from './record-kind.ts'

/** Result of checking or taking a record. */
export type RecordVerdict = 'CHANGE' | 'SAME' | 'SKIPPED' | 'PROBLEM' | 'DONE' | 'REFUSED'

/** A record as it is stored. */
export interface StoredRecord {
  line: number
  name: string
  verdict: RecordVerdict
  summary: RecordSummary | null
  problems: readonly RecordProblem[]
}

/** Stores checked records. */
export async function keepRecords(
  db: SellerDb,
  { sellerId, id }: RunKey,
  records: readonly StoredRecord[],
): Promise<void> {
  const rows = records.map((record) => ({ seller_id: sellerId, run_id: id, ...record }))
  await insertRows(db, 'upload_records', rows, { json: ['summary', 'problems'] })
}

/** The stored records of a file with these names. */
export async function recordsNamed(
  db: SellerDb,
  { sellerId, id, names }: RunKey & { names: readonly string[] },
): Promise<Pick<StoredRecord, 'name' | 'summary'>[]> {
  const { rows } = await sql<Pick<StoredRecord, 'name' | 'summary'>>`
    select name, summary from upload_records
    where seller_id = ${sellerId} and run_id = ${id} and name = any (${[...names]}::text[])`.execute(db)
  return rows
}

/** Deletes the records of a file, to check it again. */
export async function removeRecords(db: SellerDb, { sellerId, id }: RunKey): Promise<void> {
  await db.deleteFrom('upload_records').where('seller_id', '=', sellerId).where('run_id', '=', id).execute()
}

/** Number of records by verdict. */
export type RecordCounts = Readonly<Partial<Record<RecordVerdict, number>>>

/** Counts the records of files. */
export async function countRecords(
  db: SellerDb,
  { sellerId, ids }: { sellerId: number; ids: readonly string[] },
): Promise<Map<string, RecordCounts>> {
  const { rows } = await sql<{ id: string; counts: RecordCounts }>`
    select run_id as id, jsonb_object_agg(verdict, n) as counts from (
      select run_id, verdict, count(*) as n from upload_records
      where seller_id = ${sellerId} and run_id = any (${[...ids]}::text[]) group by run_id, verdict
    ) counted group by run_id`.execute(db)
  return new Map(rows.map(({ id, counts }) => [id, counts]))
}

/** Lists records with these verdicts, in the order of the file. */
export async function listRecords(
  db: SellerDb,
  {
    sellerId,
    id,
    verdicts,
    offset,
    limit,
  }: RunKey & { verdicts: readonly RecordVerdict[]; offset: number; limit: number },
): Promise<StoredRecord[]> {
  return db
    .selectFrom('upload_records')
    .select(['line', 'name', 'verdict', 'summary', 'problems'])
    .where('seller_id', '=', sellerId)
    .where('run_id', '=', id)
    .where('verdict', 'in', [...verdicts])
    .orderBy('line')
    .offset(offset)
    .limit(limit)
    .$castTo<StoredRecord>()
    .execute()
}

/** Reads the records that begin on lines `from` to `to`. */
export async function recordsBetween(
  db: SellerDb,
  { sellerId, id, from, to }: RunKey & { from: number; to: number },
): Promise<Map<number, StoredRecord>> {
  const rows = await db
    .selectFrom('upload_records')
    .select(['line', 'name', 'verdict', 'summary', 'problems'])
    .where('seller_id', '=', sellerId)
    .where('run_id', '=', id)
    .where('line', '>=', from)
    .where('line', '<=', to)
    .$castTo<StoredRecord>()
    .execute()
  return new Map(rows.map((row) => [row.line, row]))
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
