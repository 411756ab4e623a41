import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Row, Schema } from '#db/schema.ts'
import { oneRow } from '#db/one-row.ts'
import { keptSince } from './message.ts'
import { requireSellers, type MessageRow } from './messages-file.ts'

// Messages are managed by the operator, so all of this runs as the owner.

/** Names of changed messages, `key (locale)`. */
export type StoreReport = Awaited<ReturnType<typeof storeMessages>>

const columns = [
  'key',
  'locale',
  'model',
  'levels',
  'countries',
  'min_orders',
  'max_orders',
  'new_for_days',
  'sellers',
  'roles',
  'pages',
  'starts_at',
  'ends_at',
  'priority',
] as const satisfies readonly (keyof MessageRow)[]

/**
 * Stores messages; unchanged ones are left alone. With `replace`, messages not given are removed: no longer shown, but
 * kept in message centres. Members' history is preserved. Throws InvalidFileError for an unknown seller.
 */
export async function storeMessages(
  tx: Transaction<Schema>,
  rows: readonly MessageRow[],
  { now, replace }: { now: Date; replace: boolean },
) {
  // Concurrent loads are serialised, so that the later file wins.
  await sql`select pg_advisory_xact_lock(lock_number('messages'))`.execute(tx)
  const named = [...new Set(rows.flatMap(({ sellers }) => sellers ?? []))]
  const known = await tx
    .selectFrom('seller_names')
    .select('username')
    .where(sql<boolean>`username = any(${named})`)
    .execute()
  requireSellers(rows, new Set(known.map(({ username }) => username)))
  const of = (table: string) => sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const given = sql`jsonb_populate_recordset(null::messages, ${JSON.stringify(rows)}::jsonb)`
  const since = keptSince(now)
  const isKept = sql`key not in (select key from ${given})
    and key in (select message_key from member_messages where last_shown_at >= ${since})`
  // A message that returns starts anew.
  await sql`delete from messages where removed_at is not null and not (${isKept})`.execute(tx)
  const { rows: written } = await sql<{ key: string; locale: string; added: boolean }>`
    insert into messages as old (${list}) select ${list} from ${given}
    on conflict (key, locale) do update set (${list}) = (${of('excluded')}), broken_at = null
    where (${of('old')}) is distinct from (${of('excluded')})
    returning key, locale, xmax = 0 as added`.execute(tx)
  // Messages an operator wrote to one seller are not in the file.
  const isOther = sql`removed_at is null and seller_id is null and (key, locale) not in (select key, locale from ${given})`
  const removed = replace ? await removeMessages(tx, { isOther, isKept, now }) : []
  const others = await oneRow(tx, sql<{ n: number }>`select count(*)::int as n from messages where ${isOther}`)
  const names = (some: readonly { key: string; locale: string }[]) =>
    some.map(({ key, locale }) => (locale === 'all' ? key : `${key} (${locale})`)).toSorted()
  return {
    added: names(written.filter(({ added }) => added)),
    changed: names(written.filter(({ added }) => !added)),
    removed: names(removed),
    unchanged: rows.length - written.length,
    // Number of stored messages that were not given and stay.
    others: others.n,
  }
}

async function removeMessages(
  tx: Transaction<Schema>,
  { isOther, isKept, now }: { isOther: RawBuilder<unknown>; isKept: RawBuilder<unknown>; now: Date },
): Promise<{ key: string; locale: string }[]> {
  const { rows: kept } = await sql<{ key: string; locale: string }>`
    update messages set removed_at = ${now} where ${isOther} and ${isKept} returning key, locale`.execute(tx)
  const { rows: deleted } = await sql<{ key: string; locale: string }>`
    delete from messages where ${isOther} returning key, locale`.execute(tx)
  return [...kept, ...deleted]
}

export interface MessageCountsRow extends Pick<
  Row<'messages'>,
  'key' | 'locale' | 'model' | 'starts_at' | 'ends_at' | 'priority'
> {
  members: number
  views: number
  dismissals: number
  dismissed_by: number
}

/** All messages by priority, with counts by key across locales. */
export async function listMessages(db: Kysely<Schema>): Promise<MessageCountsRow[]> {
  const { rows } = await sql<MessageCountsRow>`
    select m.key, m.locale, m.model, m.starts_at, least(m.ends_at, m.removed_at) as ends_at, m.priority,
           count(*) filter (where mine.views > 0)::integer as members,
           coalesce(sum(mine.views), 0)::bigint as views,
           coalesce(sum(mine.dismissals), 0)::bigint as dismissals,
           count(*) filter (where mine.dismissals > 0)::integer as dismissed_by
    from messages m
    left join member_messages mine on mine.message_key = m.key
    group by m.key, m.locale
    order by m.priority desc, m.key, m.locale`.execute(db)
  return rows
}
