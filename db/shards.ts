import { createHash } from 'node:crypto'
import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Database } from './client.ts'
import { oneRow } from './one-row.ts'
import type { Schema } from './schema.ts'
import { parseMoments } from './values.ts'

/** Marks the adapter of a divided database, which all its transactions share. The built pages have this module once more. */
const divided = Symbol.for('seller-hub: divided')

/** Whether `findDivision` found the database divided. */
export const isDivided = (db: Kysely<Schema>) => divided in db.getExecutor().adapter

/** Finds out whether a database is divided. Until then its statements are sent as to a single server. */
export async function findDivision({ owner }: Pick<Database, 'owner'>): Promise<void> {
  const { found } = await oneRow(owner, sql<{ found: boolean }>`select is_divided() as found`)
  if (found) readOnShards(owner)
}

/** From now on `readOfSeller` reads on the servers of the sellers. */
export function readOnShards(owner: Kysely<Schema>): void {
  Object.assign(owner.getExecutor().adapter, { [divided]: true })
}

/**
 * Reads rows by a statement with constant text over the tables of one seller. On a cluster it stays prepared on that
 * seller's server (`read_on_shard`). A table's name follows `from` or `join`; columns have its alias or no prefix.
 */
export async function readOfSeller<Row>(
  db: Kysely<Schema>,
  sellerId: number,
  query: CompiledQuery<Row>,
): Promise<Row[]> {
  if (!isDivided(db) || momentsOf.get(query.sql) === null) return (await db.executeQuery(query)).rows
  const rows = await readOnShard(db, sellerId, query)
  if (rows.length === 0) return rows
  const moments = momentsOf.get(query.sql) ?? (await findMoments(db, { sellerId, query, rows }))
  momentsOf.set(query.sql, moments)
  if (moments === null) return (await db.executeQuery(query)).rows
  for (const row of rows) parseMoments(row, moments)
  return rows
}

/**
 * Reads rows by a statement that differs from question to question, such as one with a list's filters. On a cluster it is
 * planned for its parameters at each run, as on a single server, and sent together with others of the same turn. Its values
 * are text, JSON and numbers within double precision; otherwise as `readOfSeller`.
 */
export async function findOfSeller<Row>(db: Kysely<Schema>, sellerId: number, query: RawBuilder<Row>): Promise<Row[]> {
  if (!isDivided(db)) return (await query.execute(db)).rows
  const statements = waiting.get(db) ?? []
  const place = statements.push(query.compile(db)) - 1
  if (place === 0) {
    waiting.set(db, statements)
    const sent = new Promise<never[][]>((resolve) => {
      process.nextTick(() => {
        waiting.delete(db)
        resolve(findTogether(db, sellerId, statements))
      })
    })
    answers.set(statements, sent)
  }
  return (await answers.get(statements))?.[place] ?? []
}

/**
 * A statement for the ids that `query` finds. On a cluster it is planned on the seller's server as by `findOfSeller`, and
 * may stand in a cursor, which keeps them out of the program's memory.
 */
export function idsOfSeller(
  db: Kysely<Schema>,
  sellerId: number,
  query: RawBuilder<{ id: number }>,
): RawBuilder<{ id: number }> {
  if (!isDivided(db)) return query
  const { sql: text, parameters } = query.compile(db)
  const given = parameters.map((parameter) => sql`${parameter}::text`)
  return sql`
    select (json_array_elements(plan_on_shard(tableoid, ${keyOf(text)}, array[${sql.join(given)}]::text[], ${text})) ->> 'id')::bigint as id
    from sellers where id = ${sellerId}`
}

/**
 * Ids of the seller's rows whose words meet a condition on `o`, for `from` of a statement of `findOfSeller` on a cluster.
 * Null on a single server: its views find words by index, which row-level security keeps from a shard's.
 */
export function foundByWords(
  db: Kysely<Schema>,
  words: string,
  { condition, most }: { condition: RawBuilder<unknown>; most?: number },
): RawBuilder<unknown> | null {
  if (!isDivided(db)) return null
  const { sql: text, parameters } = condition.compile(db)
  const table = words.replace(/_words$/, '_search')
  return sql`found_by_words(${sql.lit(table)}, ${sql.lit(text.replaceAll(/\$(?=\d)/g, '@'))},
    array[${sql.join(parameters)}]::text[], ${most ?? null}::bigint)`
}

/** Statements of this turn, by transaction, and their rows. */
const waiting = new WeakMap<Kysely<Schema>, CompiledQuery[]>()
const answers = new WeakMap<CompiledQuery[], Promise<never[][]>>()

async function findTogether(
  db: Kysely<Schema>,
  sellerId: number,
  statements: readonly CompiledQuery[],
): Promise<never[][]> {
  const [first, ...others] = statements
  if (first && others.length === 0) return [await readOnShard(db, sellerId, first, plannedEachTime)]
  const parameters: unknown[] = []
  const columns = statements.map((statement, n) => {
    const before = parameters.length
    parameters.push(...statement.parameters)
    const text = statement.sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${before + Number(number)}`)
    return `(select coalesce(json_agg(r), '[]') from (${text}) r) as s${n}`
  })
  const [row]: Record<string, never[]>[] = await readOnShard(
    db,
    sellerId,
    { sql: `select ${columns.join(', ')}`, parameters },
    plannedEachTime,
  )
  return statements.map((_, n) => row?.[`s${n}`] ?? [])
}

/** Columns with timestamps, which JSON gives as text, by statement; null if JSON changes other values. */
const momentsOf = new Map<string, readonly string[] | null>()

const moment = 'timestamp with time zone'
/** Types whose values are the same read from JSON as from the driver. */
const sameInJson = ['bigint', 'integer', 'smallint', 'text', 'boolean', 'json', 'jsonb', 'text[]', 'json[]']

/** Asks for the types of the columns, once per statement. */
async function findMoments(
  db: Kysely<Schema>,
  { sellerId, query, rows }: { sellerId: number; query: CompiledQuery; rows: readonly Record<string, unknown>[] },
): Promise<readonly string[] | null> {
  const names = Object.keys(rows[0] ?? {})
  const types = names.map((name) => {
    const column = pg.escapeIdentifier(name)
    return `pg_typeof(r.${column})::text as ${column}`
  })
  const typed = { ...query, sql: `select ${types.join(', ')} from (${query.sql}\n) r limit 1` }
  const [found]: Record<string, string>[] = await readOnShard(db, sellerId, typed)
  const typeOf = (name: string) => found?.[name] ?? ''
  return names.every((name) => typeOf(name) === moment || sameInJson.includes(typeOf(name)))
    ? names.filter((name) => typeOf(name) === moment)
    : null
}

const plannedEachTime = 'plan_on_shard'

const keyOf = (statement: string) => createHash('sha256').update(statement).digest('base64url').slice(0, 22)

/**
 * Sends a statement to the server with the seller's rows, which come as JSON. One with constant text is prepared there
 * already, as a rule, and only its key is sent.
 */
async function readOnShard(
  db: Kysely<Schema>,
  sellerId: number,
  statement: Pick<CompiledQuery, 'sql' | 'parameters'>,
  by: 'read_on_shard' | typeof plannedEachTime = 'read_on_shard',
): Promise<never[]> {
  const key = keyOf(statement.sql)
  const given = statement.parameters.map((_, n) => `$${n + 4}::text`)
  const text = `/* prepared */ select ${by}(tableoid, $2, array[${given.join()}]::text[], $3) as rows from sellers where id = $1`
  const ask = async (sent: string | null) => {
    const query = CompiledQuery.raw(text, [sellerId, key, sent, ...statement.parameters])
    const { rows } = await db.executeQuery<{ rows: never[] | null }>(query)
    return rows[0] ? rows[0].rows : []
  }
  const rows = by === plannedEachTime ? null : await ask(null)
  return rows ?? (await ask(statement.sql)) ?? []
}
