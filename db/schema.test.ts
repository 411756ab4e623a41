import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from './testing.ts'

describe('schema.ts', () => {
  it('names each table and column of the migrated database, and whether it may be null', async () => {
    const db = await testDatabase()
    const { rows } = await sql<{ table_name: string; column_name: string; is_nullable: string }>`
      select table_name, column_name, is_nullable from information_schema.columns
      where table_schema = 'hub' and table_name <> 'migrations'
        and table_name not in (select relname from pg_class where relispartition or relkind = 'v') order by table_name, ordinal_position`.execute(
      db.owner,
    )
    const real = rows.map((row) => `${row.table_name}.${row.column_name}${row.is_nullable === 'YES' ? '?' : ''}`)
    expect(await typedColumns()).toEqual(real.toSorted())
  })
})

/** `table.column`, with `?` where the type allows null, read from the sources. */
async function typedColumns(): Promise<string[]> {
  const files = ['./schema.ts', './listing-form-tables.ts'].map((file) =>
    readFile(new URL(file, import.meta.url), 'utf8'),
  )
  const source = (await Promise.all(files)).join('\n')
  const tables = new Map([...source.matchAll(/^ {2}(\w+): (\w+Table)$/gm)].map((match) => [match[2], match[1]]))
  return [...source.matchAll(/^export interface (\w+Table) \{([^}]*)\}/gm)]
    .flatMap(([, name, body]) =>
      [...body!.matchAll(/^ {2}(\w+):((?:(?!\n {2}\w+:)[^])*)/gm)].map(
        (column) => `${tables.get(name)}.${column[1]}${/\bnull\b/.test(column[2]!) ? '?' : ''}`,
      ),
    )
    .toSorted()
}
