import { readFile, readdir } from 'node:fs/promises'
import type { Client, ClientBase } from 'pg'
import { BeforeReleaseError, isBeforeRelease } from './before-release.ts'

const folder = new URL('./migrations/', import.meta.url)
const createMigrationsTable =
  'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())'

/** The database has migrations this program does not know: a newer hub has used it. */
export class MigrationTooNewError extends Error {
  readonly unknown: string[]
  constructor(unknown: string[]) {
    super(
      `The database was last used by a newer Seller Hub (it has ${unknown.join(', ')}). Update this hub, or restore a backup made with this version.`,
    )
    this.name = 'MigrationTooNewError'
    this.unknown = unknown
  }
}

/** The names of all migrations of this program, in order: `0001-accounts` and so on. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()
}

/**
 * Brings the database to this program's schema, each migration in a transaction of its own. Safe to call from several
 * processes at once: they take turns. Returns the names it applied.
 *
 * @throws MigrationTooNewError where the database has a migration that this program lacks, BeforeReleaseError where it has
 *   those that were written anew; nothing is changed then.
 */
export async function migrate(client: Client | ClientBase): Promise<string[]> {
  const known = await listMigrations()
  await client.query(`select pg_advisory_lock(hashtext('hub.migrate'))`)
  try {
    await client.query(createMigrationsTable)
    const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
    const applied = new Set(rows.map((row) => row.name))
    if (isBeforeRelease([...applied])) throw new BeforeReleaseError()
    const unknown = [...applied].filter((name) => !known.includes(name))
    if (unknown.length > 0) throw new MigrationTooNewError(unknown)
    const missing = known.filter((name) => !applied.has(name))
    for (const name of missing) await applyMigration(client, name)
    return missing
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('hub.migrate'))`)
  }
}

/**
 * Empties the database and makes the schema anew with just these migrations, inside the caller's transaction: what a
 * restore loads its rows into.
 */
export async function rebuildSchema(client: ClientBase, names: readonly string[]): Promise<void> {
  await client.query('drop schema public cascade; create schema public')
  await client.query(createMigrationsTable)
  for (const name of names) await runMigration(client, name)
}

async function runMigration(client: ClientBase, name: string): Promise<void> {
  await client.query(await readFile(new URL(`${name}.sql`, folder), 'utf8'))
  await client.query('insert into migrations (name) values ($1)', [name])
}

async function applyMigration(client: ClientBase, name: string): Promise<void> {
  await client.query('begin')
  try {
    await runMigration(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
