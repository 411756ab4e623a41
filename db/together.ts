import { sql, type Kysely, type RawBuilder } from 'kysely'
import { prepared } from './client.ts'
import type { Schema } from './schema.ts'
import { oneRow } from './one-row.ts'

/**
 * A small statement that can be asked together with others. Its rows come as JSON: figures that numbers may not hold exactly have
 * to be text, and moments are.
 */
export interface Part<T> {
  statement: RawBuilder<unknown>
  /** What its rows say. */
  read: (rows: never[]) => T
}

/** Makes a part of a statement with rows of a type. */
export function partOf<T>(statement: RawBuilder<unknown>, read: Part<T>['read']): Part<T> {
  return { statement, read }
}

/**
 * Asks for several small things by one message: sending and waiting costs more than reading a few rows. The text must always be the
 * same for the same parts, as for all that is `prepared`.
 */
export async function readTogether<T extends Record<string, unknown>>(
  db: Kysely<Schema>,
  parts: { [Name in keyof T]: Part<T[Name]> },
): Promise<T> {
  const entries = Object.entries<Part<unknown>>(parts)
  const columns = entries.map(
    ([name, { statement }]) => sql`(select coalesce(json_agg(r), '[]') from (${statement}) r) as ${sql.ref(name)}`,
  )
  const row = await oneRow(db, sql<Record<string, never[]>>`${prepared} select ${sql.join(columns)}`)
  // Entries forget which name has which type; each part's rows are under its own.
  return Object.fromEntries(entries.map(([name, { read }]) => [name, read(row[name] ?? [])])) as T
}

/** Asks for one alone. */
export async function readPart<T>(db: Kysely<Schema>, alone: Part<T>): Promise<T> {
  return (await readTogether(db, { alone })).alone
}
