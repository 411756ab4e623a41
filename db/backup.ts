import { pipeline } from 'node:stream/promises'
import type { Client, ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import {
  BackupFileError,
  readBackup,
  verifyBackup,
  writeBackup,
  type BackupHeader,
  type BackupRecord,
  type BackupTable,
} from './backup-file.ts'
import { listMigrations, migrate, rebuildSchema } from './migrate.ts'
import { firstRow } from './one-row.ts'
import { putBackReferences, takeOffReferences } from './references.ts'

export interface BackupSummary {
  tables: number
  rows: number
}

/** The hub has data that a restore would delete, and `replace` is not set. */
export class NotEmptyError extends Error {}

export class NoHubError extends Error {}

export class DatabaseInUseError extends Error {}

/**
 * Writes a consistent snapshot of the hub to one file, whatever the version of its schema; the hub may keep running. A
 * failed backup leaves no file.
 * @throws FileProblem if the file cannot be written, NoHubError if the database has no hub
 */
export async function backup(client: Client, path: string, now: Date): Promise<BackupSummary> {
  const summary: BackupSummary = { tables: 0, rows: 0 }
  const found = firstRow(await client.query<{ table: string | null }>(`select to_regclass('migrations') as table`))
  if (found.table === null) throw new NoHubError('This database contains no Seller Hub data.')
  await client.query('begin isolation level repeatable read read only')
  await writeBackup(path, recordsOf(client, now, summary))
  await client.query('commit')
  return summary
}

async function* recordsOf(client: Client, now: Date, summary: BackupSummary): AsyncGenerator<BackupRecord> {
  const { rows: migrations } = await client.query<{ name: string }>('select name from migrations order by name')
  const names = migrations.map(({ name }) => name)
  yield {
    kind: 'H',
    content: { format: 'seller-hub-backup', version: 2, createdAt: now.toISOString(), migrations: names },
  }
  for (const table of await writableTables(client)) {
    yield { kind: 'T', content: table }
    const stream = client.query(
      copyTo(`copy (select ${table.columns.map(quote).join(', ')} from ${quote(table.name)}) to stdout`),
    )
    for await (const rows of stream as AsyncIterable<Buffer>) yield { kind: 'D', rows }
    yield { kind: 'E', content: { rows: stream.rowCount } }
    summary.tables += 1
    summary.rows += stream.rowCount
  }
  yield { kind: 'S', content: await sequences(client) }
}

/**
 * Replaces the hub's schema by a backup in one transaction and migrates it to this program's version. Verifies the
 * whole file before changing anything.
 * @throws NotEmptyError if the hub has data and `replace` is not set; BackupFileError for a bad file; DependentsError
 * if objects outside the schema would be dropped
 */
export async function restore(
  client: Client,
  path: string,
  {
    schema,
    replace,
    committed = () => {},
  }: {
    schema: string
    replace: boolean
    /** Called after the commit; the steps that follow take time and cannot undo it. */
    committed?: () => void
  },
): Promise<BackupSummary> {
  const header = await verifyBackup(path)
  const migrations = await migrationsFor(header)
  if (!replace && (await hasData(client, schema)))
    throw new NotEmptyError(
      'The hub is not empty. Restore into an empty one, or add --replace to delete its current data.',
    )
  await client.query('begin')
  try {
    await rebuildSchema(client, schema, migrations)
    const references = await takeOffReferences(client)
    const summary = await loadRows(client, path)
    await putBackReferences(client, references)
    await goOnAhead(client)
    await client.query('commit')
    committed()
    await migrate(client, schema)
    await client.query('analyze')
    return summary
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** More changes than a hub makes between its last backup and its end. */
const farAhead = 1_000_000_000

/**
 * Advances the change and event sequences far beyond their backed-up values. Readers hold cursors from after the
 * backup: without the gap they would skip new events.
 */
async function goOnAhead(client: Client): Promise<void> {
  const has = async (name: string) =>
    firstRow(await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [name])).is
  if (await has('change_places')) {
    await client.query('update changes set place = null')
    await client.query('update change_places set last = last + $1', [farAhead])
  }
  if (await has('event_places'))
    await client.query(`select setval('event_places', (select last_value from event_places) + $1)`, [farAhead])
}

/** The migrations that create the tables of a backup. Throws BackupFileError if this program lacks one of them. */
async function migrationsFor({ migrations }: BackupHeader): Promise<readonly string[]> {
  const known = await listMigrations()
  const lacking = migrations.filter((name) => !known.includes(name))
  if (lacking.length === 0) return migrations
  throw new BackupFileError(
    `The backup was made by a newer Seller Hub, or by one before 1.0 (it has ${lacking.join(', ')}). Use the version that made it; nothing was changed.`,
  )
}

/**
 * Guards a restore or a division: a running hub would read tables while they are replaced or moved.
 * @throws DatabaseInUseError while a hub is connected
 */
export async function refuseWhileInUse(client: ClientBase, step: 'restore' | 'divide'): Promise<void> {
  const { hubs } = firstRow(
    await client.query<{ hubs: number }>(`
    select count(*)::int as hubs from pg_stat_activity
    where datname = current_database()
      and (application_name = 'seller-hub ' || current_schema() or application_name like 'seller-hub hub %')`),
  )
  if (hubs > 0)
    throw new DatabaseInUseError(`A hub is using this database. Stop it first, then ${step}; nothing was changed.`)
}

const filledByItself = ['migrations', 'hub_settings', 'rate_limits', 'page_loads']

async function hasData(client: Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema = $1 and table_type = 'BASE TABLE' and table_name <> all ($2)`,
    [schema, filledByItself],
  )
  for (const { name } of rows) if ((await client.query(`select from ${name} limit 1`)).rowCount) return true
  return false
}

async function loadRows(client: Client, path: string): Promise<BackupSummary> {
  const summary: BackupSummary = { tables: 0, rows: 0 }
  const records = readBackup(path)
  for await (const record of records) {
    if (record.kind === 'T') {
      summary.rows += await loadTable(client, record.content, records)
      summary.tables += 1
    } else if (record.kind === 'S') await setSequences(client, record.content)
  }
  return summary
}

/** Loads rows with triggers disabled: derived rows are in the backup too. */
async function loadTable(
  client: Client,
  { name, columns }: BackupTable,
  records: AsyncGenerator<BackupRecord>,
): Promise<number> {
  // Migrations may have inserted rows.
  await client.query(`delete from ${quote(name)}; alter table ${quote(name)} disable trigger user`)
  const target = client.query(copyFrom(`copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`))
  await pipeline(rowsUntilEnd(records), target)
  await client.query(`alter table ${quote(name)} enable trigger user`)
  return target.rowCount
}

/** Yields the rows of the current table; the caller reads the records after it. */
async function* rowsUntilEnd(records: AsyncGenerator<BackupRecord>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value } = await records.next()
    if (value?.kind !== 'D') return
    yield value.rows
  }
}

/**
 * All tables with their writable columns. A partitioned table is one entry. Unlogged tables hold short-lived counters
 * and cannot be read on a standby.
 */
async function writableTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select t.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.tables t
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name and c.is_generated = 'NEVER'
    where t.table_schema = current_schema() and t.table_type = 'BASE TABLE' and t.table_name <> 'migrations'
      and not (select relispartition or relpersistence = 'u' from pg_class where oid = quote_ident(t.table_name)::regclass)
    group by t.table_name order by t.table_name`)
  return rows
}

/**
 * The next value of each sequence. Read from the sequence: `pg_sequences` shows no value between `setval` and the first
 * `nextval`.
 */
async function sequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; step: string }>(`
    select sequencename as name, increment_by::text as step from pg_sequences where schemaname = current_schema()`)
  const next: Record<string, string> = {}
  for (const { name, step } of rows) {
    const stands = `select (last_value + case when is_called then $1::bigint else 0 end)::text as next from ${quote(name)}`
    next[name] = firstRow(await client.query<{ next: string }>(stands, [step])).next
  }
  return next
}

async function setSequences(client: Client, next: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(next))
    await client.query('select setval($1::regclass, $2::bigint, false)', [quote(name), value])
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
