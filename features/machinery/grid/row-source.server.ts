import { sql, type RawBuilder } from 'kysely'
import type { Row, Schema } from '#db/schema.ts'
import type { ListSource, SourceOf } from './list.ts'

/** What is read besides columns of the table, by its name, each with the type of its `sql<…>`. */
type Others = Readonly<Record<string, RawBuilder<unknown>>>

type ValuesOf<Given extends Others> = {
  [Name in keyof Given]: Given[Name] extends RawBuilder<infer Value> ? Value : never
}

type Trimmed<Text> = Text extends ` ${infer Rest}` | `\n${infer Rest}` ? Trimmed<Rest> : Text

/** The names in `'id, order_number'`. */
type NamesIn<Text> = Text extends `${infer First},${infer Rest}` ? Trimmed<First> | NamesIn<Rest> : Trimmed<Text>

type Columns<Table extends keyof Schema, Text> = Pick<Row<Table>, NamesIn<Text> & keyof Row<Table>>

/** A text that names columns of the table alone; of any other the compiler says which it is. */
type OfTable<Table extends keyof Schema, Text extends string> = [Exclude<NamesIn<Text>, keyof Row<Table>>] extends [
  never,
]
  ? Text
  : `no column: ${Exclude<NamesIn<Text>, keyof Row<Table>> & string}`

/** The row that a source reads: `type OrderRow = RowOf<typeof orderRows>`. */
export type RowOf<Source> = Source extends ListSource<infer Read> ? Read : never

/**
 * What is read of each row, said once: SQL and type follow from it. `columns` are those of the table, which is `o`, with commas between
 * them, as SQL writes them; their types are the schema's, which a test holds against the migrations. `others` is what is joined,
 * counted or looked up; each further table of sellers names the seller by itself (docs/scale-out.md).
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
  // Put together once; its type lets nothing but columns pass.
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
