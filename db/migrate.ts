import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg, { type ClientBase } from 'pg'
import {
  appliedFunctions,
  applyFunctions,
  createMissingFunctions,
  isFromNewerVersion,
  readFunctions,
  type SchemaFunctions,
} from './functions.ts'
import { firstRow } from './one-row.ts'
import { dropSchema, prepareSchema, refuseTaken } from './own-schema.ts'
import { splitStatements } from './split-statements.ts'
import { minute } from '#lib/duration.ts'
import { errorCode, errorText } from '#lib/error-text.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Unknown migrations named in an error. */
const most = 5

export class MigrationTooNewError extends Error {
  readonly unknown: string[]
  constructor(unknown: string[]) {
    const more = unknown.length > most ? ` and ${unknown.length - most} more` : ''
    super(
      `The database was last used by a newer Seller Hub, or by one before 1.0 (it has ${unknown.slice(0, most).join(', ')}${more}). Update this hub, restore a backup made with this version, or use an empty database.`,
    )
    this.name = 'MigrationTooNewError'
    this.unknown = unknown
  }
}

/**
 * Lock timeout of a migration in milliseconds. All readers queue behind a waiting migration, and exports of a running
 * hub hold locks for up to 15 minutes. So it gives up, lets readers pass and retries.
 */
const lockWithin = 1_500

/** Total retry time in milliseconds: longer than any of the hub's own work. */
const patience = 20 * minute

/** Lock timeout and deadlock. */
const passing = ['55P03', '40P01']

/** The names of all migrations of this program, in order: `0001-accounts` and so on. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()
}

export interface Applied {
  migrations: string[]
  functions: boolean
  /** The schema is of a newer version that this one can use: nothing was applied. */
  isNewer?: true
}

interface MigrateOptions {
  lockMs?: number
  functions?: SchemaFunctions
}

/**
 * Migrates the tables of `schema`, each migration in its own transaction, then updates functions and triggers in one.
 * New functions come first, since tables may depend on them. Safe to run concurrently, and while hubs serve: they wait
 * at most `lockMs` at a time. `client` looks in `schema` (`connect`). Leaves the schema of the next version as it is.
 * @throws MigrationTooNewError if the schema is of a version that this one cannot use, SchemaTakenError if it holds other
 * tables; nothing is changed then
 */
export async function migrate(
  client: ClientBase,
  schema: string,
  { lockMs = lockWithin, functions }: MigrateOptions = {},
): Promise<Applied> {
  const known = await listMigrations()
  const target = functions ?? (await readFunctions())
  // Also serialises hubs in other schemas of the database, since they share extensions.
  await client.query(`select pg_advisory_lock(hashtext('hub.migrate'))`)
  try {
    const applied = await appliedMigrations(client, schema)
    const present = await appliedFunctions(client, schema)
    const unknown = applied.filter((name) => !known.includes(name))
    if (present && isFromNewerVersion(present, target)) unknown.push(`functions of version ${present.version}`)
    if (unknown.length > 0) {
      if (!(await isUsableBy(client, schema, { version: target.version, migrations: known })))
        throw new MigrationTooNewError(unknown)
      return { migrations: [], functions: false, isNewer: true }
    }
    const change = (name: string, work: () => Promise<void>) => inTransaction(client, name, lockMs, work)
    if (applied.length === 0) await prepareSchema(client, schema)
    const missing = known.filter((name) => !applied.includes(name))
    if (missing.length > 0) await change('Making functions', () => createMissingFunctions(client, schema, target))
    for (const name of missing) await change(`Migration ${name}`, () => runMigration(client, { schema, name }))
    // A table recreated by a migration has lost its triggers.
    const isDue = missing.length > 0 || present?.hash !== target.hash
    if (isDue) await replaceFunctions(client, schema, { functions: target, lockMs })
    await recordUsableFrom(client, schema, await readPreviousVersion())
    return { migrations: missing, functions: isDue }
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('hub.migrate'))`)
  }
}

/** Replaces functions and triggers of `schema` by this program's, whatever their version. */
export async function replaceFunctions(
  client: ClientBase,
  schema: string,
  { functions, lockMs = lockWithin }: MigrateOptions = {},
): Promise<void> {
  const target = functions ?? (await readFunctions())
  await inTransaction(client, 'Replacing functions', lockMs, () => applyFunctions(client, schema, target))
}

/**
 * Recreates `schema` with these migrations and without triggers, in the caller's transaction, for a restore.
 * @throws SchemaTakenError if the schema holds other tables, DependentsError if other objects depend on the hub's
 */
export async function rebuildSchema(client: ClientBase, schema: string, names: readonly string[]): Promise<void> {
  await refuseTaken(client, schema)
  await dropSchema(client, schema)
  await prepareSchema(client, schema)
  await createMissingFunctions(client, schema, await readFunctions())
  for (const name of names) await runMigration(client, { schema, name })
}

async function appliedMigrations(client: ClientBase, schema: string): Promise<string[]> {
  await refuseTaken(client, schema)
  const found = await client.query<{ table: string | null }>('select to_regclass($1) as table', [
    `${pg.escapeIdentifier(schema)}.migrations`,
  ])
  if (firstRow(found).table === null) return []
  const { rows } = await client.query<{ name: string }>(
    `select name::text from ${pg.escapeIdentifier(schema)}.migrations order by 1`,
  )
  return rows.map(({ name }) => name)
}

interface Migration {
  schema: string
  name: string
}

async function runMigration(client: ClientBase, { schema, name }: Migration): Promise<void> {
  // Functions store this search path (`set search_path from current`).
  await client.query(`set local search_path to ${pg.escapeIdentifier(schema)}, pg_temp`)
  const text = await readFile(new URL(`${name}.sql`, folder), 'utf8')
  for (const statement of splitStatements(text)) await client.query(statement)
  await client.query(`set local search_path to ${pg.escapeIdentifier(schema)}`)
  await client.query('insert into migrations (name) values ($1)', [name])
}

/** Runs `work` in a transaction with the lock timeout `lockMs`, retrying until `patience` ends. */
async function inTransaction(
  client: ClientBase,
  name: string,
  lockMs: number,
  work: () => Promise<void>,
): Promise<void> {
  const until = performance.now() + patience
  for (;;) {
    await client.query(`begin; set local lock_timeout = ${lockMs}`)
    try {
      await work()
      await client.query('commit')
      return
    } catch (cause) {
      await client.query('rollback')
      if (!passing.includes(errorCode(cause)) || performance.now() > until)
        throw new Error(`${name} failed: ${errorText(cause)}`, { cause })
    }
    await delay(lockMs)
  }
}

/** The version of the hub that goes on serving while and after this one migrates (decision 87). */
export interface PreviousVersion {
  version: string
  /** Its commit, which `server/rolling.process.test.ts` starts. */
  commit: string
  lastMigration: string
}

interface OwnVersion {
  version: string
  migrations: readonly string[]
}

export async function readPreviousVersion(): Promise<PreviousVersion> {
  return JSON.parse(await readFile(new URL('previous-version.json', import.meta.url), 'utf8')) as PreviousVersion
}

const usableFrom = ({ version, lastMigration }: Pick<PreviousVersion, 'version' | 'lastMigration'>) =>
  `Usable by Seller Hub ${version} with ${lastMigration}, and later`

/** Records in the schema the oldest version that can use it: as a comment, which backups leave out. */
async function recordUsableFrom(client: ClientBase, schema: string, oldest: PreviousVersion): Promise<void> {
  if ((await recordedComment(client, schema)) === usableFrom(oldest)) return
  await client.query(`comment on column migrations.name is ${pg.escapeLiteral(usableFrom(oldest))}`)
}

/** Whether a hub can use the schema of a later version, which has migrations or functions that the hub lacks. */
async function isUsableBy(client: ClientBase, schema: string, own: OwnVersion): Promise<boolean> {
  const recorded = (await recordedComment(client, schema)) ?? ''
  const [, version, lastMigration] = /^Usable by Seller Hub (\S+) with (\S+), and later$/.exec(recorded) ?? []
  if (version === undefined || lastMigration === undefined) return false
  return own.migrations.includes(lastMigration) && own.version.localeCompare(version, 'en', { numeric: true }) >= 0
}

async function recordedComment(client: ClientBase, schema: string): Promise<string | null> {
  const { rows } = await client.query<{ comment: string | null }>(
    `select col_description(a.attrelid, a.attnum) as comment from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = to_regnamespace($1) and c.relname = 'migrations' and a.attname = 'name'`,
    [pg.escapeIdentifier(schema)],
  )
  return rows[0]?.comment ?? null
}
