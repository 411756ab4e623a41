import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** The carrier's SQLite database, built into Node. */
export type Store = DatabaseSync

const schema = `
create table if not exists accounts (
  id text primary key,
  key_hash text not null unique,
  -- That of the first parcel a rate was asked for.
  currency text,
  webhook_url text,
  webhook_secret text
) strict;

create table if not exists rates (
  id text primary key,
  account text not null references accounts,
  made_at integer not null,
  json text not null
) strict;

create table if not exists labels (
  id text primary key,
  account text not null references accounts,
  -- A rate is bought once.
  rate text not null unique,
  parcel_key text not null,
  number text not null unique,
  bought_at integer not null,
  void text check (void in ('PENDING', 'VOIDED', 'REFUSED')),
  refund_at integer,
  json text not null
) strict;
create index if not exists labels_account on labels (account, parcel_key);

create table if not exists events (
  id integer primary key autoincrement,
  label text not null references labels,
  kind text not null,
  at integer not null,
  text text not null
) strict;
create index if not exists events_label on events (label);

-- Lines of accounts: what was charged is positive, money that came is negative.
create table if not exists lines (
  id integer primary key autoincrement,
  account text not null references accounts,
  label text references labels,
  kind text not null check (kind in ('TOP_UP', 'LABEL', 'REFUND', 'CORRECTION')),
  at integer not null,
  minor integer not null,
  text text not null
) strict;
create index if not exists lines_account on lines (account, at);
`

/** Opens the database file, or `:memory:`, and creates missing tables. What was sold survives a kill of the process. */
export function openStore(file: string): Store {
  if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const store = new DatabaseSync(file)
  store.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on')
  store.exec(schema)
  return store
}

export function inTransaction<T>(store: Store, work: () => T): T {
  store.exec('begin immediate')
  try {
    const result = work()
    store.exec('commit')
    return result
  } catch (error) {
    store.exec('rollback')
    throw error
  }
}

/** The rows of a statement; `T` has its columns. */
export function rowsOf<T>(store: Store, statement: string, ...values: SQLInputValue[]): T[] {
  // The schema is strict, so columns have their types.
  return store.prepare(statement).all(...values) as unknown as T[]
}
