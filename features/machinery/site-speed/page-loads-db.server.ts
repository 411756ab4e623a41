import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Beacon } from '#lib/beacon.ts'

export interface PageLoad {
  beacon: Beacon
  at: Date
  /** Null if signed out, or if members are not stored. */
  memberId: string | null
  /** Seller of the page; null if it has none, or if members are not stored. */
  sellerId: number | null
}

/** Inserts page loads in one statement; skips members and sellers deleted since. */
export async function insertPageLoads(db: Kysely<Schema>, loads: readonly PageLoad[]): Promise<void> {
  const rows = loads.map(({ beacon, at, memberId, sellerId }) => ({
    at,
    member_id: memberId,
    seller_id: sellerId,
    page: beacon.page,
    seen_before: beacon.returning ?? false,
    ...beacon.speed,
    timing: beacon.timing ?? {},
    views: beacon.views,
    actions: beacon.actions ?? [],
    errors: beacon.errors ?? [],
    error_count: beacon.errorCount ?? 0,
  }))
  await sql`
    insert into page_loads (at, page, member_id, seller_id, seen_before, lcp, inp, cls, ttfb, timing, views, actions, errors, error_count)
    select load.at, load.page, (select id from members where id = load.member_id),
      (select seller_id from seller_names where seller_id = load.seller_id), load.seen_before, load.lcp, load.inp, load.cls, load.ttfb,
      load.timing, load.views, load.actions, load.errors, load.error_count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as load (
      at timestamptz, page text, member_id text, seller_id bigint, seen_before boolean, lcp double precision, inp double precision,
      cls double precision, ttfb double precision, timing jsonb, views jsonb, actions jsonb, errors jsonb, error_count integer
    )`.execute(db)
}

/** Deletes page loads before `end`; returns their number. */
export async function deletePageLoadsBefore(db: Kysely<Schema>, end: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('page_loads').where('at', '<', end).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** `from` inclusive, `to` exclusive. */
export interface Period {
  from: Date
  to: Date
}

/** 75th percentile of each vital of a page and its number of loads; null without data. */
export interface SpeedRow {
  page: string
  loads: number
  lcp_p75: number | null
  lcp_count: number
  inp_p75: number | null
  inp_count: number
  cls_p75: number | null
  cls_count: number
  ttfb_p75: number | null
  ttfb_count: number
}

/** Speed of each loaded page, most loads first. Percentiles are interpolated (`percentile_cont`). */
export async function readSpeed(db: Kysely<Schema>, { from, to }: Period): Promise<SpeedRow[]> {
  const p75 = (figure: 'lcp' | 'inp' | 'cls' | 'ttfb') =>
    sql`percentile_cont(0.75) within group (order by ${sql.ref(figure)}) as ${sql.ref(`${figure}_p75`)}, count(${sql.ref(figure)})::integer as ${sql.ref(`${figure}_count`)}`
  const { rows } = await sql<SpeedRow>`
    select page, count(*)::integer as loads, ${p75('lcp')}, ${p75('inp')}, ${p75('cls')}, ${p75('ttfb')}
    from page_loads where at >= ${from} and at < ${to}
    group by page order by loads desc, page`.execute(db)
  return rows
}

export interface ViewsRow {
  page: string
  views: number
}

/** Views by page, most first. */
export async function readViews(db: Kysely<Schema>, { from, to }: Period): Promise<ViewsRow[]> {
  const { rows } = await sql<ViewsRow>`
    select view.key as page, sum(view.value::integer)::bigint as views
    from page_loads, jsonb_each_text(views) as view
    where at >= ${from} and at < ${to}
    group by view.key order by views desc, page`.execute(db)
  return rows
}

export interface ErrorRow {
  message: string
  path: string
  line: number
  times: number
  loads: number
}

export async function readErrors(db: Kysely<Schema>, { from, to }: Period, limit: number): Promise<ErrorRow[]> {
  const { rows } = await sql<ErrorRow>`
    select error.message, error.path, error.line, sum(error.count)::bigint as times, count(*)::integer as loads
    from page_loads, jsonb_to_recordset(errors) as error (message text, path text, line integer, count integer)
    where at >= ${from} and at < ${to} and error_count > 0
    group by error.message, error.path, error.line
    order by times desc, error.message, error.path, error.line limit ${limit}`.execute(db)
  return rows
}
