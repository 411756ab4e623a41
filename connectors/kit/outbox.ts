import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Named } from './source.ts'

/** Kinds of things that go from the shop to the hub, and back. */
export type SentKind = 'listing' | 'order'
export type AppliedKind = 'shipment' | 'refund' | 'stock'

/** What became of a thing: it is in the hub, it is there as a draft, or it was refused. */
export type SentState = 'SENT' | 'DRAFT' | 'REFUSED'

/** A thing that was sent to the hub. */
export interface SentThing extends Named {
  kind: SentKind
  state: SentState
  /**
   * The hub's item number or order number, or the id of an order that was sent together with others; null if the hub has
   * never taken it.
   */
  number: string | null
  /** Hash of each part as the hub has it. */
  parts: Readonly<Record<string, string>>
  /** Hash of all that was sent last, taken or not. */
  digest: string
  /** Ids of an order's lines in the shop, in their order in the hub. */
  lineIds: readonly string[]
  /** Why it is a draft or was refused. */
  code: string | null
  reason: string | null
}

/** Something of the hub that was told to the shop, by the hub's id. */
export interface AppliedThing {
  kind: AppliedKind
  key: string
  /** The order or listing in the shop. */
  about: Named
  /** Hash of what was told. */
  digest: string
  /** Why the shop refused it; null if it took it. */
  reason: string | null
}

/** Something that one side refused, with its reason. */
export interface RefusedThing extends Named {
  kind: SentKind | AppliedKind
  /** The order or listing in the shop that a parcel, a refund or stock is of. */
  about: string | null
  reason: string
  /** When this reason came first. */
  since: string
}

/** Texts that are kept by name. */
export type PlaceName =
  | 'events'
  | 'listings'
  | 'allListings'
  | 'orders'
  | 'shopRead'
  | 'round'
  | 'failure'
  | 'sentAgain'

// Hashes only: names, addresses and amounts stay in the shop and in the hub.
const schema = `
create table if not exists sent (
  kind text not null check (kind in ('listing', 'order')),
  seller text not null,
  id text not null,
  state text not null check (state in ('SENT', 'DRAFT', 'REFUSED')),
  number text,
  parts text not null,
  digest text not null,
  line_ids text not null,
  code text,
  reason text,
  at text not null,
  primary key (kind, seller, id)
) strict;
create index if not exists sent_number on sent (number);
create index if not exists sent_reason on sent (at) where reason is not null;

create table if not exists applied (
  kind text not null check (kind in ('shipment', 'refund', 'stock')),
  key text not null,
  seller text not null,
  id text not null,
  digest text not null,
  reason text,
  at text not null,
  primary key (kind, key)
) strict;

-- Listings that were in the hub before: item is null for those that the operator called others.
create table if not exists taken_over (
  seller text not null,
  id text not null,
  item text,
  primary key (seller, id)
) strict;

create table if not exists places (name text primary key, value text not null) strict;
`

/** The connector's memory: what was sent and told, in one SQLite file. */
export type Outbox = ReturnType<typeof openOutbox>

/** Opens the file, or `:memory:`, and creates missing tables. */
export function openOutbox(file: string, now: () => Date = () => new Date()) {
  if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const store = new DatabaseSync(file)
  store.exec('pragma journal_mode = wal; pragma busy_timeout = 5000')
  store.exec(schema)
  const at = () => now().toISOString()
  const prepared = {
    find: store.prepare('select * from sent where kind = ? and seller = ? and id = ?'),
    byNumber: store.prepare('select * from sent where kind = ? and seller = ? and number = ?'),
    keep: store.prepare(
      `insert into sent (kind, seller, id, state, number, parts, digest, line_ids, code, reason, at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (kind, seller, id) do update set state = excluded.state, number = excluded.number,
         parts = excluded.parts, digest = excluded.digest, line_ids = excluded.line_ids, code = excluded.code,
         reason = excluded.reason, at = ${since('sent')}`,
    ),
    forget: store.prepare('delete from sent where kind = ? and seller = ? and id = ?'),
    applied: store.prepare('select * from applied where kind = ? and key = ?'),
    apply: store.prepare(
      `insert into applied (kind, key, seller, id, digest, reason, at) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (kind, key) do update set digest = excluded.digest, reason = excluded.reason, at = ${since('applied')}`,
    ),
    forgetApplied: store.prepare('delete from applied where kind = ? and key = ?'),
    refused: store.prepare(
      `select kind, seller, id, null as about, reason, at from sent where reason is not null
       union all select kind, seller, key, id, reason, at from applied where reason is not null
       order by at desc, kind, id limit ?`,
    ),
    takenOver: store.prepare('select item from taken_over where seller = ? and id = ?'),
    byItem: store.prepare('select id from taken_over where seller = ? and item = ?'),
    takeOver: store.prepare(
      'insert into taken_over (seller, id, item) values (?, ?, ?) on conflict (seller, id) do update set item = excluded.item',
    ),
    place: store.prepare('select value from places where name = ?'),
    keepPlace: store.prepare(
      `insert into places (name, value) values (?, ?)
       on conflict (name) do update set value = excluded.value where value <> excluded.value`,
    ),
  }
  const rows = (sql: string) => store.prepare(sql).all()
  return {
    find: (kind: SentKind, { seller, id }: Named): SentThing | null => toSent(prepared.find.get(kind, seller, id)),
    findByNumber: (kind: SentKind, seller: string, number: string): SentThing | null =>
      toSent(prepared.byNumber.get(kind, seller, number)),
    keep(thing: SentThing): void {
      const { kind, seller, id, state, number, parts, digest, lineIds, code, reason } = thing
      const lists = [JSON.stringify(parts), digest, JSON.stringify(lineIds)] as const
      prepared.keep.run(kind, seller, id, state, number, ...lists, code, reason, at())
    },
    forget({ kind, seller, id }: SentThing): void {
      prepared.forget.run(kind, seller, id)
    },
    /** Listings that were sent, and those that were refused. */
    listings: (): SentThing[] => rows(`select * from sent where kind = 'listing'`).flatMap((row) => toSent(row) ?? []),
    /** Writes several notes at once; none if it throws. */
    together(write: () => void): void {
      store.exec('begin immediate')
      try {
        write()
        store.exec('commit')
      } catch (error) {
        store.exec('rollback')
        throw error
      }
    },
    findApplied: (kind: AppliedKind, key: string): AppliedThing | null => toApplied(prepared.applied.get(kind, key)),
    keepApplied({ kind, key, about, digest, reason }: AppliedThing): void {
      prepared.apply.run(kind, key, about.seller, about.id, digest, reason, at())
    },
    forgetApplied(kind: AppliedKind, key: string): void {
      prepared.forgetApplied.run(kind, key)
    },
    /** The item number that the operator matched a listing with; null if it is another, undefined if nobody said. */
    takenOver({ seller, id }: Named): string | null | undefined {
      const row = prepared.takenOver.get(seller, id)
      return row && (row.item === null ? null : String(row.item))
    },
    /** The shop's listing that an item number was matched with. */
    listingTakenOver(seller: string, item: string): Named | null {
      const row = prepared.byItem.get(seller, item)
      return row ? { seller, id: String(row.id) } : null
    },
    takeOver({ seller, id }: Named, item: string | null): void {
      prepared.takeOver.run(seller, id, item)
    },
    place(name: PlaceName): string | null {
      const row = prepared.place.get(name)
      return row ? String(row.value) || null : null
    },
    keepPlace(name: PlaceName, value: string | null): void {
      prepared.keepPlace.run(name, value ?? '')
    },
    /** Things that are not in the hub as the shop has them: listings before orders, which may wait for them. */
    withReason: (): SentThing[] =>
      rows('select * from sent where reason is not null order by kind, at desc, id').flatMap(
        (row) => toSent(row) ?? [],
      ),
    /** What the shop refused. */
    refusedByShop: (): AppliedThing[] =>
      rows('select * from applied where reason is not null order by kind, at desc, key').flatMap(
        (row) => toApplied(row) ?? [],
      ),
    /** What either side refused, the newest first. */
    refused: (limit: number): RefusedThing[] => prepared.refused.all(limit).map(toRefused),
    /** Number of things that are not in the hub as the shop has them, by the code of their reason. */
    reasons: (): { code: string | null; count: number }[] =>
      rows('select code, count(*) as count from sent where reason is not null group by 1').map((row) => ({
        code: textOf(row.code),
        count: Number(row.count),
      })),
    /** Number of things by kind and state. */
    counts: (): { kind: string; state: string; count: number }[] =>
      rows(
        `select kind, state, count(*) as count from sent group by 1, 2
         union all select kind, iif(reason is null, 'TOLD', 'REFUSED'), count(*) from applied group by 1, 2 order by 1, 2`,
      ).map((row) => ({ kind: String(row.kind), state: String(row.state), count: Number(row.count) })),
    close: () => store.close(),
  }
}

type Row = Record<string, unknown> | undefined

/** The time of a row: it stays while the same reason keeps it back. */
const since = (table: 'sent' | 'applied') =>
  `iif(excluded.reason is not null and ${table}.reason is excluded.reason, ${table}.at, excluded.at)`

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** Rows hold what this program wrote: `strict` tables and their checks keep the types. */
function toSent(row: Row): SentThing | null {
  if (!row) return null
  return {
    kind: row.kind as SentKind,
    seller: String(row.seller),
    id: String(row.id),
    state: row.state as SentState,
    number: textOf(row.number),
    parts: JSON.parse(String(row.parts)) as Record<string, string>,
    digest: String(row.digest),
    lineIds: JSON.parse(String(row.line_ids)) as string[],
    code: textOf(row.code),
    reason: textOf(row.reason),
  }
}

const toRefused = (row: Record<string, unknown>): RefusedThing => ({
  kind: row.kind as RefusedThing['kind'],
  seller: String(row.seller),
  id: String(row.id),
  about: textOf(row.about),
  reason: String(row.reason),
  since: String(row.at),
})

function toApplied(row: Row): AppliedThing | null {
  if (!row) return null
  return {
    kind: row.kind as AppliedKind,
    key: String(row.key),
    about: { seller: String(row.seller), id: String(row.id) },
    digest: String(row.digest),
    reason: textOf(row.reason),
  }
}
