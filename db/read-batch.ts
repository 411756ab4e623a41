import { sql, type Kysely, type RawBuilder } from 'kysely'
import { compileOncePer, type BindValue, type OfSeller } from './compile-once.ts'
import { firstRow } from './one-row.ts'
import type { Schema } from './schema.ts'

/**
 * A small statement over one seller's tables that can be combined with others, with parameters of type `On`. Rows come
 * as JSON: numbers beyond double precision must be text, and timestamps are.
 */
export interface BatchPart<On, T> {
  statement: (at: BindValue<On>) => RawBuilder<unknown>
  read: (rows: never[]) => T
}

/** Parts by name. Compiled once per object and cached, so the object must live as long as the hub. */
export type BatchParts<On, T> = { readonly [Name in keyof T]: BatchPart<On, T[Name]> }

const together = compileOncePer(
  (parts: BatchParts<never, Record<string, unknown>>, at: BindValue<never>) =>
    sql<Record<string, never[]>>`select ${sql.join(
      Object.entries(parts).map(
        ([name, { statement }]) =>
          sql`(select coalesce(json_agg(r), '[]') from (${statement(at)}) r) as ${sql.ref(name)}`,
      ),
    )}`,
)

/** Runs several small statements in one round trip, which costs more than reading a few rows. */
export async function readBatch<On extends OfSeller, T extends Record<string, unknown>>(
  db: Kysely<Schema>,
  parts: BatchParts<On, T>,
  on: On,
): Promise<T> {
  // The parameters satisfy each part.
  const row = firstRow({ rows: await together(db, parts, on as never) })
  const entries = Object.entries<BatchPart<On, unknown>>(parts)
  // Entries lose the types by name; each part's rows are under its own name.
  return Object.fromEntries(entries.map(([name, { read }]) => [name, read(row[name] ?? [])])) as T
}

const alone = compileOncePer(
  ({ statement }: BatchPart<never, unknown>, at: BindValue<never>) =>
    sql<{ rows: never[] }>`select coalesce(json_agg(r), '[]') as rows from (${statement(at)}) r`,
)

export async function readBatchPart<On extends OfSeller, T>(
  db: Kysely<Schema>,
  part: BatchPart<On, T>,
  on: On,
): Promise<T> {
  // As above.
  return part.read(firstRow({ rows: await alone(db, part, on as never) }).rows)
}
