import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import pg, { type ClientBase } from 'pg'
import { errorText } from '#lib/error-text.ts'
import { groupSumFunctions } from './group-sums.ts'
import { firstRow } from './one-row.ts'
import { splitStatements } from './split-statements.ts'

const folder = new URL('./functions/', import.meta.url)

/** A file of `db/functions` without its triggers. */
interface FunctionFile {
  name: string
  text: string
}

interface Trigger {
  name: string
  table: string
  text: string
  /** Hash of its text; stored as the trigger's comment. */
  hash: string
}

export interface SchemaFunctions {
  version: string
  /** Hash of all files together. */
  hash: string
  files: readonly FunctionFile[]
  triggers: readonly Trigger[]
}

export type AppliedFunctions = Pick<SchemaFunctions, 'version' | 'hash'>

const triggerStatement = /^create or replace trigger (\w+)\b[^;]*? on (\w+)[^;]*;\n/gm

export async function readFunctions(): Promise<SchemaFunctions> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const sources = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })),
  )
  sources.push({ name: 'group-sums.ts', text: groupSumFunctions() })
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  return {
    version,
    hash: hashOf(sources.map(({ text }) => text).join('\n')),
    files: sources.map(({ name, text }) => ({ name, text: text.replaceAll(triggerStatement, '') })),
    triggers: sources.flatMap(({ text }) =>
      Array.from(text.matchAll(triggerStatement), ([statement, name = '', table = '']) => {
        return { name, table, text: statement, hash: hashOf(statement) }
      }),
    ),
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export async function appliedFunctions(client: ClientBase, schema: string): Promise<AppliedFunctions | null> {
  const { rows } = await client.query<{ comment: string | null }>(
    `select obj_description(c.oid, 'pg_class') as comment from pg_class c
     where c.relnamespace = to_regnamespace($1) and c.relname = 'migrations'`,
    [pg.escapeIdentifier(schema)],
  )
  const [, version, hash] = /^Functions of Seller Hub (\S+), (\w+)$/.exec(rows[0]?.comment ?? '') ?? []
  return version !== undefined && hash !== undefined ? { version, hash } : null
}

export function isFromNewerVersion(applied: AppliedFunctions, { version, hash }: SchemaFunctions): boolean {
  return applied.hash !== hash && applied.version.localeCompare(version, 'en', { numeric: true }) > 0
}

/**
 * Creates the functions missing from `schema` in the caller's transaction, since tables may depend on them.
 * `applyFunctions` replaces existing ones after the migrations.
 */
export async function createMissingFunctions(
  client: ClientBase,
  schema: string,
  { files }: SchemaFunctions,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select proname as name from pg_proc where pronamespace = to_regnamespace($1)',
    [pg.escapeIdentifier(schema)],
  )
  const present = new Set(rows.map(({ name }) => name))
  // The functions refer to tables that do not exist yet.
  await client.query('set local check_function_bodies = off')
  for (const { name, text } of files) {
    const [head = '', ...functions] = text.split(/^(?=create or replace function )/m)
    const missing = functions.filter((statement) => !present.has(/function (\w+)/.exec(statement)?.[1] ?? ''))
    if (missing.length > 0) await runFile(client, schema, { name, text: [head, ...missing].join('') })
  }
}

/**
 * Updates functions and triggers of `schema` in the caller's transaction. All functions are replaced, which takes no
 * locks; a trigger, which blocks writers of its table, only if it differs. Drops those in no file.
 */
export async function applyFunctions(client: ClientBase, schema: string, functions: SchemaFunctions): Promise<void> {
  const givesRights = (statement: string) => /^(?:revoke|grant) execute on function/m.test(statement)
  for (const file of functions.files) await runFile(client, schema, file, (statement) => !givesRights(statement))
  await applyTriggers(client, functions.triggers)
  await dropFormerFunctions(client)
  // Last, since they name no parameters, which former functions of the same name differ in.
  for (const file of functions.files) await runFile(client, schema, file, givesRights)
  await client.query(`comment on table migrations is 'Functions of Seller Hub ${functions.version}, ${functions.hash}'`)
}

async function runFile(
  client: ClientBase,
  schema: string,
  { name, text }: FunctionFile,
  isWanted: (statement: string) => boolean = () => true,
): Promise<void> {
  const own = pg.escapeIdentifier(schema)
  // Functions store this search path (`set search_path from current`).
  await client.query(`set local search_path to ${own}, pg_temp`)
  for (const statement of splitStatements(text).filter(isWanted))
    await client.query(statement).catch((cause: unknown) => {
      throw new Error(`${name}: ${errorText(cause)}`, { cause })
    })
  await client.query(`set local search_path to ${own}`)
}

type TriggerPlace = Pick<Trigger, 'name' | 'table'>

const isAt = (one: TriggerPlace) => (other: TriggerPlace) => one.name === other.name && one.table === other.table

/** The schema's triggers on its own functions, without those of partitions. A disabled one has no hash. */
async function presentTriggers(client: ClientBase): Promise<(TriggerPlace & { hash: string | null })[]> {
  const { rows } = await client.query<TriggerPlace & { hash: string | null }>(`
    select t.tgname as name, c.relname as table,
      case t.tgenabled when 'O' then obj_description(t.oid, 'pg_trigger') end as hash
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and t.tgparentid = 0
      and c.relnamespace = current_schema()::regnamespace and p.pronamespace = c.relnamespace`)
  return rows
}

/** Triggers that are missing, different or disabled in the database. */
export async function findLackingTriggers(
  client: ClientBase,
  { triggers }: Pick<SchemaFunctions, 'triggers'>,
): Promise<readonly Trigger[]> {
  const present = await presentTriggers(client)
  return triggers.filter((trigger) => present.find(isAt(trigger))?.hash !== trigger.hash)
}

async function applyTriggers(client: ClientBase, wanted: readonly Trigger[]): Promise<void> {
  const former = (await presentTriggers(client)).filter((trigger) => !wanted.some(isAt(trigger)))
  const lacking = await findLackingTriggers(client, { triggers: wanted })
  const statements = [
    ...former.map(({ name, table }) => `drop trigger ${pg.escapeIdentifier(name)} on ${pg.escapeIdentifier(table)}`),
    ...lacking.flatMap(({ name, table, text, hash }) => [text, `comment on trigger ${name} on ${table} is '${hash}'`]),
  ]
  for (const statement of statements) await client.query(statement)
}

/** Drops functions this transaction did not write: removed from the files, or with other parameters. */
async function dropFormerFunctions(client: ClientBase): Promise<void> {
  const { former } = firstRow(
    await client.query<{ former: string | null }>(`
      select string_agg(p.oid::regprocedure::text, ', ') as former from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
        and p.xmin <> pg_current_xact_id()::xid`),
  )
  if (former !== null) await client.query(`drop function ${former}`)
}
