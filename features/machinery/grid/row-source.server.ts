import { sql, type RawBuilder } from 'kysely'
import type { Row, Schema } from '#db/schema.ts'
import type { ListSource, SourceOf } from './list-source.ts'

/** Selected expressions besides table columns, by name, typed by their `sql<…>`. */
type Others = Readonly<Record<string, RawBuilder<unknown>>>

type ValuesOf<Given extends Others> = {
  [Name in keyof Given]: Given[Name] extends RawBuilder<infer Value> ? Value : never
}

type Trimmed<Text> = Text extends ` ${infer Rest}` | `\n${infer Rest}` ? Trimmed<Rest> : Text

/** The names in `'id, order_number'`. */
type NamesIn<Text> = Text extends `${infer First},${infer Rest}` ? Trimmed<First> | NamesIn<Rest> : Trimmed<Text>

type Columns<Table extends keyof Schema, Text> = Pick<Row<Table>, NamesIn<Text> & keyof Row<Table>>

/** A list of the table's columns; for others the compile error names them. */
type OfTable<Table extends keyof Schema, Text extends string> = [Exclude<NamesIn<Text>, keyof Row<Table>>] extends [
  never,
]
  ? Text
  : `no column: ${Exclude<NamesIn<Text>, keyof Row<Table>> & string}`

/** Row type of a source: `type OrderRow = RowOf<typeof orderRows>`. */
export type RowOf<Source> = Source extends ListSource<infer Read> ? Read : never

/**
 * Defines what is read of each row; SQL and type follow. `columns`: comma-separated columns of the table, alias `o`,
 * typed by the schema. `others`: joined or computed values; each seller table must be filtered by `seller_id`
 * (docs/scale-out.md).
 */
export function rowSource<Table extends keyof Schema, const Text extends string, Given extends Others>(
  _table: Table,
  {
    columns,
    others,
    join,
  }: {
    columns: OfTable<Table, Text>
    others: (of: SourceOf) => Given
    join?: ListSource<unknown>['join']
  },
): ListSource<Columns<Table, Text> & ValuesOf<Given>> {
  // Built once. Safe as raw SQL, because the type admits only column names.
  const own = sql.raw(
    columns
      .split(',')
      .map((name) => `o.${name.trim()}`)
      .join(', '),
  )
  const select = (of: SourceOf) => {
    const given = Object.entries(others(of)).map(([name, value]) => sql`${value} as ${sql.id(name)}`)
    return sql<Columns<Table, Text> & ValuesOf<Given>>`${sql.join([own, ...given])}`
  }
  return { select, ...(join ? { join } : {}) }
}
