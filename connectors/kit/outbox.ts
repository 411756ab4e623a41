import type { Named, Why } from './source.ts'

export type SentKind = 'listing' | 'order'
export type AppliedKind = 'shipment' | 'refund' | 'stock' | 'cancellation' | 'handOver' | 'offer' | 'question' | 'sale'

/** What became of a thing: it is in the hub, it is there as a draft, or it was refused. */
export type SentState = 'SENT' | 'DRAFT' | 'REFUSED'

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
  /** An order's number as the shop's staff know it; null if that is its id. */
  name?: string | null
  /** Ids of an order's lines in the shop, in their order in the hub. */
  lineIds: readonly string[]
  /** Why it is a draft or was refused. */
  code: string | null
  params?: Why['params'] | null
  reason: string | null
}

/** Something of the hub that was told to the shop, by the hub's id. */
export interface AppliedThing {
  kind: AppliedKind
  key: string
  /** The order or listing in the shop. */
  about: Named
  /** Hash of what was told, or `takenBack`. */
  digest: string
  /** Why the shop refused it; null if it took it. */
  reason: string | null
  /** The reason as the hub words it; null if it is the shop's own. */
  why?: Why | null
}

/** Digest of a parcel or handover that was told, and that the hub has taken back since. */
export const takenBack = 'taken back'

export interface RefusedThing extends Named {
  kind: SentKind | AppliedKind
  /** The order or listing in the shop that a parcel, a refund or stock is of; of an order its number there. */
  about: string | null
  reason: string
  why: Why | null
  since: string
}

export type PlaceName =
  | 'events'
  | 'listings'
  | 'allListings'
  | 'orders'
  | 'allOrders'
  | 'offers'
  | 'questions'
  | 'shopRead'
  | 'round'
  | 'failure'
  | 'failureWhy'
  | 'sentAgain'
  | 'handedOver'

/** A database in which an outbox lies. `?` stand for the values. */
export interface OutboxStore {
  all: (sql: string, ...values: readonly (string | number | null)[]) => Promise<Record<string, unknown>[]>
  /** Runs the same statement for each row of values; for none if one fails. */
  runEach: (sql: string, rows: readonly (readonly (string | null)[])[]) => Promise<void>
  close: () => Promise<void>
}

// Hashes only: names, addresses and amounts stay in the shop and in the hub.
export const outboxSchema: readonly string[] = [
  `create table if not exists sent (
    kind text not null check (kind in ('listing', 'order')),
    seller text not null,
    id text not null,
    state text not null check (state in ('SENT', 'DRAFT', 'REFUSED')),
    number text,
    parts text not null,
    digest text not null,
    line_ids text not null,
    code text,
    params text,
    reason text,
    name text,
    at text not null,
    primary key (kind, seller, id)
  )`,
  'create index if not exists sent_number on sent (number)',
  'create index if not exists sent_reason on sent (at) where reason is not null',
  `create table if not exists told (
    kind text not null,
    key text not null,
    seller text not null,
    id text not null,
    digest text not null,
    reason text,
    why text,
    at text not null,
    primary key (kind, key)
  )`,
  'create index if not exists told_about on told (seller, id)',
  // Listings that were in the hub before: item is null for those that the operator called others.
  `create table if not exists taken_over (
    seller text not null,
    id text not null,
    item text,
    primary key (seller, id)
  )`,
  'create table if not exists places (name text primary key, value text not null)',
]

/** The time of a row: it stays while the same reason keeps it back. */
const since = (table: 'sent' | 'told') =>
  `case when excluded.reason is not null and ${table}.reason is not distinct from excluded.reason
    then ${table}.at else excluded.at end`

const keepSent = `
  insert into sent (kind, seller, id, state, number, parts, digest, line_ids, code, params, reason, name, at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (kind, seller, id) do update set state = excluded.state, number = excluded.number,
    parts = excluded.parts, digest = excluded.digest, line_ids = excluded.line_ids, code = excluded.code,
    params = excluded.params, reason = excluded.reason, name = coalesce(excluded.name, sent.name), at = ${since('sent')}`

export type Outbox = ReturnType<typeof outboxIn>

/** The outbox in a database that has its tables. */
export function outboxIn(store: OutboxStore, now: () => Date = () => new Date()) {
  const at = () => now().toISOString()
  const one = async (sql: string, ...values: string[]) => (await store.all(sql, ...values))[0]
  const run = (sql: string, ...values: (string | null)[]) => store.runEach(sql, [values])
  const keepAll = (things: readonly SentThing[]) =>
    store.runEach(
      keepSent,
      things.map((thing) => rowOf(thing, at())),
    )
  return {
    find: async (kind: SentKind, { seller, id }: Named): Promise<SentThing | null> =>
      toSent(await one('select * from sent where kind = ? and seller = ? and id = ?', kind, seller, id)),
    findByNumber: async (kind: SentKind, seller: string, number: string): Promise<SentThing | null> =>
      toSent(await one('select * from sent where kind = ? and seller = ? and number = ?', kind, seller, number)),
    keep: (thing: SentThing): Promise<void> => keepAll([thing]),
    /** Keeps many at once; none if it fails. */
    keepAll,
    forget: ({ kind, seller, id }: SentThing): Promise<void> =>
      run('delete from sent where kind = ? and seller = ? and id = ?', kind, seller, id),
    /** Listings that were sent, and those that were refused. */
    listings: async (): Promise<SentThing[]> =>
      (await store.all(`select * from sent where kind = 'listing'`)).flatMap((row) => toSent(row) ?? []),
    findApplied: async (kind: AppliedKind, key: string): Promise<AppliedThing | null> =>
      toApplied(await one('select * from told where kind = ? and key = ?', kind, key)),
    appliedTo: async ({ seller, id }: Named): Promise<AppliedThing[]> =>
      (await store.all('select * from told where seller = ? and id = ?', seller, id)).flatMap(
        (row) => toApplied(row) ?? [],
      ),
    keepApplied: ({ kind, key, about, digest, reason, why = null }: AppliedThing): Promise<void> =>
      run(
        `insert into told (kind, key, seller, id, digest, reason, why, at) values (?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (kind, key) do update set digest = excluded.digest, reason = excluded.reason, why = excluded.why,
           at = ${since('told')}`,
        kind,
        key,
        about.seller,
        about.id,
        digest,
        reason,
        reason === null || why === null ? null : JSON.stringify(why),
        at(),
      ),
    forgetApplied: (kind: AppliedKind, key: string): Promise<void> =>
      run('delete from told where kind = ? and key = ?', kind, key),
    /** The item number that the operator matched a listing with; null if it is another, undefined if nobody said. */
    async takenOver({ seller, id }: Named): Promise<string | null | undefined> {
      const row = await one('select item from taken_over where seller = ? and id = ?', seller, id)
      return row && textOf(row.item)
    },
    async listingTakenOver(seller: string, item: string): Promise<Named | null> {
      const row = await one('select id from taken_over where seller = ? and item = ?', seller, item)
      return row ? { seller, id: String(row.id) } : null
    },
    takeOver: ({ seller, id }: Named, item: string | null): Promise<void> =>
      run(
        'insert into taken_over (seller, id, item) values (?, ?, ?) on conflict (seller, id) do update set item = excluded.item',
        seller,
        id,
        item,
      ),
    async place(name: PlaceName): Promise<string | null> {
      const row = await one('select value from places where name = ?', name)
      return row ? String(row.value) || null : null
    },
    keepPlace: (name: PlaceName, value: string | null): Promise<void> =>
      run(
        `insert into places (name, value) values (?, ?)
         on conflict (name) do update set value = excluded.value where places.value <> excluded.value`,
        name,
        value ?? '',
      ),
    /** Things that are not in the hub as the shop has them: listings before orders, which may wait for them. */
    withReason: async (): Promise<SentThing[]> =>
      (await store.all('select * from sent where reason is not null order by kind, at desc, id')).flatMap(
        (row) => toSent(row) ?? [],
      ),
    refusedByShop: async (): Promise<AppliedThing[]> =>
      (await store.all('select * from told where reason is not null order by kind, at desc, key')).flatMap(
        (row) => toApplied(row) ?? [],
      ),
    /** What either side refused, the newest first. */
    refused: async (limit: number): Promise<RefusedThing[]> =>
      (
        await store.all(
          `select kind, seller, id, name as about, reason, code, params, null as why, at from sent where reason is not null
           union all select kind, seller, key as id, id as about, reason, null as code, null as params, why, at
             from told where reason is not null
           order by at desc, kind, id limit ?`,
          limit,
        )
      ).map(toRefused),
    reasons: async (): Promise<{ code: string | null; count: number }[]> =>
      (await store.all('select code, count(*) as count from sent where reason is not null group by 1')).map((row) => ({
        code: textOf(row.code),
        count: Number(row.count),
      })),
    counts: async (): Promise<{ kind: string; state: string; count: number }[]> =>
      (
        await store.all(
          `select kind, state, count(*) as count from sent group by 1, 2
           union all select kind, case when reason is null then 'TOLD' else 'REFUSED' end as state, count(*) as count
             from told group by 1, 2 order by 1, 2`,
        )
      ).map((row) => ({ kind: String(row.kind), state: String(row.state), count: Number(row.count) })),
    close: store.close,
  }
}

const rowOf = (thing: SentThing, at: string) => {
  const { kind, seller, id, state, number, digest, code, params, reason } = thing
  const [parts, lineIds] = [JSON.stringify(thing.parts), JSON.stringify(thing.lineIds)]
  const values = code === null || !params ? null : JSON.stringify(params)
  return [kind, seller, id, state, number, parts, digest, lineIds, code, values, reason, thing.name ?? null, at]
}

type Row = Record<string, unknown> | undefined

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** Rows hold what this program wrote. */
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
    params: paramsOf(row.params),
    reason: textOf(row.reason),
    ...(typeof row.name === 'string' ? { name: row.name } : {}),
  }
}

/** Values of a reason, and a reason, that this program wrote as JSON. */
const paramsOf = (value: unknown) => (typeof value === 'string' ? (JSON.parse(value) as Why['params']) : null)
const whyOf = (value: unknown) => (typeof value === 'string' ? (JSON.parse(value) as Why) : null)

const toRefused = (row: Record<string, unknown>): RefusedThing => ({
  kind: row.kind as RefusedThing['kind'],
  seller: String(row.seller),
  id: String(row.id),
  about: textOf(row.about),
  reason: String(row.reason),
  why: typeof row.code === 'string' ? { code: row.code, params: paramsOf(row.params) ?? {} } : whyOf(row.why),
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
    why: whyOf(row.why),
  }
}
