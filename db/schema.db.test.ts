import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from './testing.ts'

it('schema.ts describes each table and column of the migrated database: type, default, values and nullability', async () => {
  const [typed, real] = await Promise.all([typedColumns(), realColumns()])
  expect(typed).toEqual(real)
})

/** A column: `kind` is its type or allowed values; `written` says whether it may be omitted, which JSON ignores. */
interface Column {
  kind: string
  isNullable: boolean
  written?: 'always' | 'if wanted' | 'never'
}

type Columns = Record<string, Column>

/** Values computed by the database, which no check names. */
const workedOut: Readonly<Record<string, string>> = { 'listings.tab': 'active | drafts | ended | scheduled' }

/** Kinds by PostgreSQL type, as parsed by `client.ts`. */
const kinds: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  real: 'number',
  'double precision': 'number',
  numeric: 'number',
  date: 'Date',
  'timestamp with time zone': 'Date',
  jsonb: 'JSON',
  bytea: 'Buffer',
  'text[]': 'string[]',
  'smallint[]': 'number[]',
  'integer[]': 'number[]',
  'bigint[]': 'string[]',
}

async function realColumns(): Promise<Columns> {
  const { owner } = await testDatabase()
  const { rows } = await sql<{ name: string; type: string; is_nullable: boolean; written: Column['written'] }>`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as is_nullable,
      case when a.attgenerated <> '' or a.attidentity = 'a' then 'never'
        when a.atthasdef or a.attidentity = 'd' then 'if wanted' else 'always' end as written
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'hub'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped`.execute(owner)
  const values = await checkedValues(owner)
  return Object.fromEntries(
    rows.map(({ name, type, is_nullable: isNullable, written }) => {
      const kind = values.get(name) ?? workedOut[name] ?? kinds[type] ?? 'string'
      return [name, kind === 'JSON' ? { kind, isNullable } : { kind, isNullable, written }]
    }),
  )
}

/** The values allowed by a column's check or by the one it refers to, as a union. */
async function checkedValues(owner: TestDatabase['owner']): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; check: string }>`
    select c.relname || '.' || a.attname as name, pg_get_constraintdef(k.oid) as check
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
    where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relnamespace = 'hub'::regnamespace`.execute(owner)
  const oneOf = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.*)\]\)|('[^']*'::text))\)\)$/
  const values = new Map<string, string>()
  for (const { name, check } of rows) {
    const [, several, single] = oneOf.exec(check) ?? []
    const list = several ?? single
    if (list) values.set(name, unionOf(list.matchAll(/'([^']*)'|\b\d+\b/g).map(([number, text]) => text ?? number)))
  }
  for (const { name, refers_to } of await references(owner)) {
    const referred = values.get(refers_to)
    if (referred) values.set(name, referred)
  }
  return values
}

async function references(owner: TestDatabase['owner']): Promise<{ name: string; refers_to: string }[]> {
  const { rows } = await sql<{ name: string; refers_to: string }>`
    select c.relname || '.' || a.attname as name, f.relname || '.' || b.attname as refers_to
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    cross join unnest(k.conkey, k.confkey) as pair (own, other)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = pair.own
    join pg_attribute b on b.attrelid = f.oid and b.attnum = pair.other
    where k.contype = 'f' and c.relnamespace = 'hub'::regnamespace`.execute(owner)
  return rows
}

const unionOf = (values: Iterable<string>) => [...values].toSorted().join(' | ')

/** Columns of `rows.ts`. */
const firstColumns: Readonly<Record<string, string>> = {
  '': '',
  SellerRow: '\n    seller_id: number',
  NumberedRow: '\n    seller_id: number\n    id: Generated<number>',
}

/** The same, read from the TypeScript sources. */
async function typedColumns(): Promise<Columns> {
  const folder = new URL('tables/', import.meta.url)
  const files = (await readdir(folder)).map((file) => readFile(new URL(file, folder), 'utf8'))
  const source = (await Promise.all(files)).join('\n').replaceAll(/\/\*\*[^]*?\*\/|\/\/.*/g, '')
  const maps = [...source.matchAll(/^export interface \w+Tables \{(.*?)^\}/gms)].map(([, tables]) => tables).join('\n')
  return Object.fromEntries(
    [...maps.matchAll(/^ {2}(\w+): (?:(\w+) & )?\{(.*?)^ {2}\}/gms)].flatMap(([, table, first = '', body]) =>
      [...(firstColumns[first] + body!).matchAll(/^ {4}(\w+):((?:(?!\n {4}\w+:)[^])*)/gm)].map(([, column, type]) => [
        `${table}.${column}`,
        typedColumn(type!.trim()),
      ]),
    ),
  )
}

function typedColumn(text: string): Column {
  const [, wrapper, wrapped] = /^(Generated|GeneratedAlways)<(.*)>$/s.exec(text) ?? []
  const type = (wrapped ?? text).replace(/^\| | \| null$/g, '')
  const isNullable = (wrapped ?? text).endsWith('| null')
  if (/^(JSONColumnType|ColumnType|Record)<|^unknown$/.test(type)) return { kind: 'JSON', isNullable }
  const literals = type
    .split('|')
    .map((part) => /^(?:'(.*)'|-?\d+)$/.exec(part.trim()))
    .map((found) => found?.[1] ?? found?.[0])
  const isUnion = literals.every((value) => value !== undefined)
  return {
    kind: isUnion ? unionOf(literals) : type,
    isNullable,
    written: wrapper === 'GeneratedAlways' ? 'never' : wrapper === 'Generated' ? 'if wanted' : 'always',
  }
}
