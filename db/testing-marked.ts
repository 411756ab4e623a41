import pg from 'pg'
import { inject } from 'vitest'
import { assertDefined } from '#lib/assert-defined.ts'
import { withDatabase, type TestDatabase } from './testing.ts'

/** Fits the format of most keys and is part of no word. */
export const marker = 'zqmarker7x9k'

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isGenerated: boolean
  /** The values or JSON type allowed by a check. */
  allowed: string | null
}

interface Reference {
  table: string
  columns: string[]
  to: string
  toColumns: string[]
}

type PlantedRow = Record<string, unknown>

/** Columns with a fixed format, each with a valid value. */
export type FixedFormats = Readonly<Record<string, unknown>>

/** The planted rows. */
export interface Planted {
  /** The row of each table. */
  rows: ReadonlyMap<string, PlantedRow>
  /** Columns that hold the marker: `orders.buyer_note`. */
  marked: ReadonlySet<string>
  /** Text, JSON and bytea columns with neither the marker nor a fixed value. */
  unmarked: readonly string[]
}

/** Columns that refer to rows without a foreign key. */
const named: Readonly<Record<string, string>> = { order_id: 'orders', event_id: 'events' }

const isText = (type: string) => /^(text|jsonb|json|bytea|character varying|text\[\])/.test(type)

/**
 * Inserts one row into each table of the schema, all of one seller and linked by foreign keys, with the marker in each
 * text, JSON and bytea column. Covers tables of later migrations too. Triggers do not run.
 */
export async function plantMarker(db: TestDatabase, forms: FixedFormats): Promise<Planted> {
  return asSuperuserOf(db, async (client) => {
    await client.query(`set search_path to ${db.schema}, public`)
    await client.query(`set session_replication_role to replica`)
    const columns = await readColumns(client, db.schema)
    const references = await readReferences(client, db.schema)
    const byTable = Map.groupBy(columns, ({ table }) => table)
    const rows = new Map<string, PlantedRow>()
    const misfits: string[] = []
    for (const table of inOrder([...byTable.keys()], references)) {
      const own = assertDefined(byTable.get(table), 'it is one of them')
      const values = new Map<string, unknown>()
      for (const column of own) if (!column.isGenerated) values.set(column.name, valueOf(column, forms))
      for (const { columns: from, to, toColumns } of references.filter((reference) => reference.table === table)) {
        const row = rows.get(to)
        for (const [i, name] of from.entries()) {
          if (!values.has(name)) continue
          const there = row?.[assertDefined(toColumns[i], 'as many as it has')]
          if (there !== undefined && there !== null) values.set(name, there)
          else if (name !== 'seller_id') values.set(name, null)
        }
      }
      for (const { name } of own) {
        const form = forms[`${table}.${name}`]
        if (form !== undefined) values.set(name, form)
        else if (name === 'seller_id') values.set(name, rows.get('sellers')?.id)
        else if (name in named && values.get(name) === undefined) values.set(name, rows.get(named[name] ?? '')?.id)
      }
      const given = [...values].filter(([, value]) => value !== undefined)
      const names = given.map(([name]) => `"${name}"`)
      const insert = `insert into "${table}" (${names.join(', ')}) values (${given.map((_, i) => `$${i + 1}`).join(', ')}) returning *`
      const written = await client
        .query<PlantedRow>(
          insert,
          given.map(([, value]) => value),
        )
        .then(
          (result) => result.rows[0],
          (error: unknown) => void misfits.push(`${table}: ${String(error)}`),
        )
      if (written) rows.set(table, written)
    }
    if (misfits.length > 0)
      throw new Error(`Say the form of these columns (testing-fixed-formats.ts):\n${misfits.join('\n')}`)
    const texts = columns.filter(({ type, isGenerated }) => isText(type) && !isGenerated)
    const isMarked = ({ table, name }: Column) => {
      const value = rows.get(table)?.[name]
      return (Buffer.isBuffer(value) ? value.toString() : JSON.stringify(value ?? '')).includes(marker)
    }
    const nameOf = ({ table, name }: Column) => `${table}.${name}`
    return {
      rows,
      marked: new Set(texts.filter(isMarked).map(nameOf)),
      unmarked: texts
        .filter((column) => !isMarked(column) && !(nameOf(column) in forms) && column.allowed === null)
        // A referencing column takes its value from the referenced row.
        .filter(({ table, name }) => !references.some((each) => each.table === table && each.columns.includes(name)))
        .map(nameOf),
    }
  })
}

/** Tables of all schemas, including the job queue, that contain the text, each with one such row: `hub.orders: (1,…)`. */
export async function rowsWith(db: TestDatabase, text: string): Promise<string[]> {
  return asSuperuserOf(db, async (client) => {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(`
      select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      order by 1, 2`)
    const found: string[] = []
    const hex = Buffer.from(text).toString('hex')
    for (const { schema, name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from "${schema}"."${name}" t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
        [text, hex],
      )
      if (rows[0]) found.push(`${schema}.${name}: ${rows[0].row}`)
    }
    return found
  })
}

/** Columns of the hub's tables that contain the text: `orders.buyer_note`. */
export async function columnsWith(db: TestDatabase, text: string): Promise<string[]> {
  return asSuperuserOf(db, async (client) => {
    await client.query(`set search_path to ${db.schema}, public`)
    const found: string[] = []
    for (const { table, name, type } of await readColumns(client, db.schema)) {
      if (!isText(type)) continue
      const { rowCount } = await client.query(`select from "${table}" where strpos("${name}"::text, $1) > 0 limit 1`, [
        text,
      ])
      if (rowCount) found.push(`${table}.${name}`)
    }
    return found
  })
}

async function asSuperuserOf<T>(db: TestDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { pathname } = new URL(db.url)
  const client = new pg.Client({ connectionString: withDatabase(inject('cluster').superuserUrl, pathname.slice(1)) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A value for a column: the marker if it fits. Undefined omits the column. */
function valueOf({ table, name, type, isNullable, hasDefault, allowed }: Column, forms: FixedFormats): unknown {
  const key = `${table}.${name}`
  if (key in forms) return forms[key]
  if (type === 'jsonb') return allowed === 'array' ? JSON.stringify([{ marker }]) : JSON.stringify({ marker })
  if (type === 'text[]') return allowed === null ? [marker] : [allowed]
  if (type === 'bytea') return Buffer.from(marker)
  if (isText(type)) return allowed ?? marker
  if (isNullable || hasDefault) return undefined
  if (type === 'boolean') return false
  if (type === 'uuid') return '00000000-0000-4000-8000-000000000001'
  if (type === 'date' || type.startsWith('timestamp')) return new Date('2026-05-04T10:00:00Z')
  if (type.startsWith('time')) return '12:00'
  if (type.endsWith('[]')) return [1]
  return 1
}

async function readColumns(client: pg.Client, schema: string): Promise<Column[]> {
  const { rows } = await client.query<Column & { check: string | null }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
      a.atthasdef or a.attidentity <> '' as "hasDefault", a.attgenerated <> '' or a.attidentity <> '' as "isGenerated",
      (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
      and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`,
    [schema],
  )
  return rows.map(({ check, ...column }) => ({ ...column, allowed: allowedBy(check, column.type) }))
}

/** The first value allowed by a check, or its JSON type. */
function allowedBy(check: string | null, type: string): string | null {
  if (check === null) return null
  if (type === 'jsonb') return /jsonb_typeof\(\w+\) = '(\w+)'/.exec(check)?.[1] ?? null
  return /(?:= ANY \(|<@ \()?ARRAY\['([^']+)'::text/.exec(check)?.[1] ?? /= '([^']+)'::text/.exec(check)?.[1] ?? null
}

async function readReferences(client: pg.Client, schema: string): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select c.relname as table, t.relname as to,
      array(select a.attname::text from unnest(k.conkey) with ordinality u (num, nth) join pg_attribute a on a.attrelid = c.oid and a.attnum = u.num order by nth) as columns,
      array(select a.attname::text from unnest(k.confkey) with ordinality u (num, nth) join pg_attribute a on a.attrelid = t.oid and a.attnum = u.num order by nth) as "toColumns"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = $1::regnamespace and not c.relispartition and not t.relispartition
    order by cardinality(k.conkey)`,
    [schema],
  )
  return rows
}

/** Tables, each after those it refers to. */
function inOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const done = new Set<string>()
  const visit = (table: string) => {
    if (done.has(table)) return
    done.add(table)
    for (const reference of references) if (reference.table === table) visit(reference.to)
    ordered.push(table)
  }
  const ordered: string[] = []
  for (const table of ['sellers', 'orders', 'events']) visit(table)
  for (const table of tables) visit(table)
  return ordered
}
