import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { findRun, type RunAt } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { RecordKind, RecordProblem, RecordVerdict, RowCount, TabRows } from './record-kind.ts'
import { recordUploadOf, type RecordUpload } from './record-plan.ts'

// What is the same of the rows of each kind.

export async function findRecordUpload(db: SellerDb, key: RunAt): Promise<RecordUpload | null> {
  const run = await findRun(db, key)
  return run && recordUploadOf(run)
}

type Stored = Pick<RecordKind, 'table'>

/** Deletes the rows of a file, to check it again; parcels that were shipped stay. */
export async function removeRows(db: SellerDb, { table }: Stored, { sellerId, id }: RunKey): Promise<void> {
  const isLeft = table === 'tracking_rows' ? sql`verdict <> 'DONE'` : sql`true`
  await sql`delete from ${sql.table(table)} where seller_id = ${sellerId} and run_id = ${id} and ${isLeft}`.execute(db)
}

/** The action of a row, by which tabs tell rows of one verdict apart. */
const actions = {
  upload_records: sql<string | null>`null::text`,
  listing_upload_rows: sql<string | null>`action`,
  tracking_rows: sql<string | null>`case when notes is not null then 'NOTED' end`,
} as const satisfies Record<RecordKind['table'], object>

export async function countRows(
  db: SellerDb,
  { table }: Stored,
  { sellerId, ids }: { sellerId: number; ids: readonly string[] },
): Promise<Map<string, RowCount[]>> {
  const { rows } = await sql<RowCount & { id: string }>`
    select run_id as id, action, verdict, count(*)::integer as n
    from (select run_id, verdict, ${actions[table]} as action from ${sql.table(table)}
      where seller_id = ${sellerId} and run_id = any (${[...ids]}::text[])) r
    group by run_id, action, verdict`.execute(db)
  return Map.groupBy(rows, ({ id }) => id)
}

export function rowsOf({ verdicts, action }: TabRows, counts: readonly RowCount[]): number {
  const own = counts.filter((count) => verdicts.includes(count.verdict) && (!action || action === count.action))
  return own.reduce((sum, { n }) => sum + n, 0)
}

/** Rows that were not applied, or not undone, for a problem that the result file says. */
export const wrongRows: TabRows = { verdicts: ['PROBLEM', 'REFUSED', 'KEPT'] }

export async function resultsBetween(
  db: SellerDb,
  { table }: Stored,
  { sellerId, id, from, to }: RunKey & { from: number; to: number },
): Promise<{ line: number; verdict: RecordVerdict; problems: readonly RecordProblem[] }[]> {
  const line = sql.ref(table === 'tracking_rows' ? 'row' : 'line')
  const { rows } = await sql<{ line: number; verdict: RecordVerdict; problems: readonly RecordProblem[] }>`
    select ${line} as line, verdict, coalesce(problems, '[]') as problems from ${sql.table(table)}
    where seller_id = ${sellerId} and run_id = ${id} and ${line} between ${from} and ${to}`.execute(db)
  return rows
}
