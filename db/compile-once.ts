import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { prepared } from './client.ts'
import type { Schema } from './schema.ts'
import { readOfSeller } from './shards.ts'

/** Places a parameter of each run in a statement: `at((on) => on.sellerId)`. `On` is the type of the parameters. */
export type BindValue<On> = (take: (on: On) => unknown) => RawBuilder<unknown>

class Blank {
  readonly take: (on: never) => unknown

  constructor(take: (on: never) => unknown) {
    this.take = take
  }
}

const blank = (take: (on: never) => unknown) => sql`${new Blank(take)}`

/** The parameters themselves, for a statement built for one run. */
export const valuesOf =
  <On>(on: On): BindValue<On> =>
  (take) =>
    sql`${take(on)}`

/**
 * Builds, compiles and prepares a statement once: building its text took longer than sending it. Each run supplies its
 * own parameters.
 */
export function compileOnce<On, Row>(
  statement: (at: BindValue<On>) => RawBuilder<Row>,
): (db: Kysely<Schema>, on: On) => Promise<Row[]> {
  const fill = compiled(statement)
  return async (db, on) => (await db.executeQuery(fill(db, on))).rows
}

export interface OfSeller {
  sellerId: number
}

/** The same per key object, for objects that live as long as the hub, and statements over one seller's tables only. */
export function compileOncePer<Of extends object, On extends OfSeller, Row>(
  statement: (of: Of, at: BindValue<On>) => RawBuilder<Row>,
): (db: Kysely<Schema>, of: Of, on: On) => Promise<Row[]> {
  const known = new WeakMap<Of, ReturnType<typeof compiled<On, Row>>>()
  return (db, of, on) => {
    let fill = known.get(of)
    if (!fill) known.set(of, (fill = compiled((at) => statement(of, at))))
    return readOfSeller(db, on.sellerId, fill(db, on))
  }
}

/** Builds a statement at its first run, and fills in the parameters of each. */
function compiled<On, Row>(
  statement: (at: BindValue<On>) => RawBuilder<Row>,
): (db: Kysely<Schema>, on: On) => CompiledQuery<Row> {
  let made: CompiledQuery<Row> | undefined
  return (db, on) => {
    made ??= sql<Row>`${prepared} ${statement(blank)}`.compile(db)
    // Compiled statements do not type their parameters; `at` created these for `On`.
    const valueOf = (value: unknown) => (value instanceof Blank ? value.take(on as never) : value)
    return { ...made, parameters: made.parameters.map(valueOf) }
  }
}
