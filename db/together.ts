import { sql, type Kysely, type RawBuilder } from 'kysely'
import { madeOnceOf, type At } from './made-once.ts'
import { firstRow } from './one-row.ts'
import type { Schema } from './schema.ts'

/**
 * A small statement that can be asked together with others, of what `On` says. Its rows come as JSON: figures that numbers may not hold
 * exactly have to be text, and moments are.
 */
export interface Part<On, T> {
  statement: (at: At<On>) => RawBuilder<unknown>
  /** What its rows say. */
  read: (rows: never[]) => T
}

/** Parts by their names. They are made once for the object that holds them, so that has to live as long as the hub does. */
export type Parts<On, T> = { readonly [Name in keyof T]: Part<On, T[Name]> }

const together = madeOnceOf(
  (parts: Parts<never, Record<string, unknown>>, at: At<never>) =>
    sql<Record<string, never[]>>`select ${sql.join(
      Object.entries(parts).map(
        ([name, { statement }]) =>
          sql`(select coalesce(json_agg(r), '[]') from (${statement(at)}) r) as ${sql.ref(name)}`,
      ),
    )}`,
)

/** Asks for several small things by one message: sending and waiting costs more than reading a few rows. */
export async function readTogether<On, T extends Record<string, unknown>>(
  db: Kysely<Schema>,
  parts: Parts<On, T>,
  on: On,
): Promise<T> {
  // What it is asked of is what each of its parts is of.
  const row = firstRow({ rows: await together(db, parts, on as never) })
  const entries = Object.entries<Part<On, unknown>>(parts)
  // Entries forget which name has which type; each part's rows are under its own.
  return Object.fromEntries(entries.map(([name, { read }]) => [name, read(row[name] ?? [])])) as T
}

const alone = madeOnceOf(
  ({ statement }: Part<never, unknown>, at: At<never>) =>
    sql<{ rows: never[] }>`select coalesce(json_agg(r), '[]') as rows from (${statement(at)}) r`,
)

/** Asks for one alone. */
export async function readPart<On, T>(db: Kysely<Schema>, part: Part<On, T>, on: On): Promise<T> {
  // As above.
  return part.read(firstRow({ rows: await alone(db, part, on as never) }).rows)
}
