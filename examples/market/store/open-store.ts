import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The market's SQLite database, built into Node. */
export type Store = DatabaseSync

const schema = `
create table if not exists sellers (
  id text primary key,
  username text not null unique,
  name text not null,
  suspended integer not null,
  json text not null
) strict;

-- What is, or was, on offer: as the hub told it last. heard_at is the time of the last event that
-- it came with, empty where it was read.
create table if not exists listings (
  item text primary key,
  seller text not null,
  state text not null,
  available integer not null,
  price_minor integer not null,
  category text not null,
  starts_at text,
  heard_at text not null default '',
  json text not null
) strict;
create index if not exists listings_seller on listings (seller, state);
create index if not exists listings_category on listings (category, state);
-- Its rows have the item number, which is an integer, as their number.
create virtual table if not exists listing_words using fts5 (words, tokenize = "unicode61 remove_diacritics 2");

create table if not exists visits (
  id text primary key,
  token text not null,
  buyer text,
  seen_at text not null
) strict;

-- What is in baskets.
create table if not exists chosen (
  visit text not null references visits on delete cascade,
  item text not null,
  choice text not null,
  quantity integer not null check (quantity > 0),
  primary key (visit, item, choice)
) strict;

-- Orders of the market's buyers: what was sent, and what the hub made of it. PLACING is one whose answer never came.
create table if not exists orders (
  id text primary key,
  buyer text not null,
  seller text not null,
  state text not null check (state in ('PLACING', 'PLACED', 'REFUSED')),
  placed_at text not null,
  heard_at text not null default '',
  body text not null,
  json text
) strict;
create index if not exists orders_buyer on orders (buyer, placed_at);

create table if not exists messages (
  key text primary key,
  order_id text not null references orders on delete cascade,
  sent_at text not null,
  json text not null
) strict;
create index if not exists messages_order on messages (order_id);

-- What buyers asked about items, with the answers.
create table if not exists questions (
  item text not null,
  buyer text not null,
  json text not null,
  primary key (item, buyer)
) strict;

create table if not exists cases (
  number text primary key,
  order_id text not null references orders on delete cascade,
  heard_at text not null default '',
  json text not null
) strict;
create index if not exists cases_order on cases (order_id);

create table if not exists feedback (
  order_id text primary key references orders on delete cascade,
  json text not null
) strict;

-- Offers that buyers made or got, as the hub told them last.
create table if not exists buyer_offers (
  id text primary key,
  buyer text not null,
  seller text not null,
  heard_at text not null default '',
  json text not null
) strict;
create index if not exists buyer_offers_buyer on buyer_offers (buyer);

create table if not exists watched (
  buyer text not null,
  item text not null,
  since text not null,
  primary key (item, buyer)
) strict;

-- Events that were taken: the same may come twice, by webhook and by reading on.
create table if not exists seen_events (id text primary key, seen_at text not null) strict;
create index if not exists seen_events_at on seen_events (seen_at);

create table if not exists settings (name text primary key, value text not null) strict;
`

/** Opens the database file, or `:memory:`, and creates missing tables. */
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

/** Parses a JSON column, which this program wrote. */
export const parse = (text: unknown): unknown => JSON.parse(String(text))
