import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { prepared } from './client.ts'
import type { Schema } from './schema.ts'

/** Places a parameter of each run in a statement: `at((on) => on.sellerId)`. `On` is the type of the parameters. */
export type BindValue<On> = (take: (on: On) => unknown) => RawBuilder<unknown>

/** A parameter placeholder, filled in at each run. */
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
  let made: CompiledQuery<Row> | undefined
  return async (db, on) => {
    made ??= sql<Row>`${prepared} ${statement(blank)}`.compile(db)
    // Compiled statements do not type their parameters; `at` created these for `On`.
    const valueOf = (value: unknown) => (value instanceof Blank ? value.take(on as never) : value)
    const parameters = made.parameters.map(valueOf)
    const { rows } = await db.executeQuery<Row>({ ...made, parameters })
    return rows
  }
}

/** The same per key object, for objects that live as long as the hub. */
export function compileOncePer<Of extends object, On, Row>(
  statement: (of: Of, at: BindValue<On>) => RawBuilder<Row>,
): (db: Kysely<Schema>, of: Of, on: On) => Promise<Row[]> {
  const known = new WeakMap<Of, ReturnType<typeof compileOnce<On, Row>>>()
  return (db, of, on) => {
    let run = known.get(of)
    if (!run) known.set(of, (run = compileOnce((at) => statement(of, at))))
    return run(db, on)
  }
}
