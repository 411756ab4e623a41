import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { prepared } from '#db/client.ts'
import type { Row, Schema } from '#db/schema.ts'
import { oneRow } from '#db/one-row.ts'
import type { SignedIn } from '#web/signed-in.ts'
import { countClosed, messageCookieNames, messageId } from '#lib/message-counters.ts'
import { readMessage } from '#shui/message/read-message.ts'
import { keptDays, type Audience, type Reader, type SellerLevel, type StoredMessage } from './message.ts'
import { requireSellers, type MessageRow } from './messages-file.ts'
import { day } from '#lib/duration.ts'

// Messages are the marketplace's and what a member saw is the member's: neither belongs to a seller, so all of this runs
// as the owner, and names the member.

type InboxRow = Omit<Row<'messages'>, 'broken_at' | 'removed_at'> & {
  seller_level: SellerLevel | null
  seller_registered_at: Date | null
  views: number | null
  last_shown_at: Date | null
  dismissals: number | null
  dismissed_for_good: boolean | null
  read_at: Date | null
}

/**
 * What a member may be told, and who they are as far as an audience asks: one query, because every page asks it. Of a list
 * of sellers only whether the reader's is on it leaves the database; its orders are counted, by a query of their own, only
 * where a message asks how many they are.
 */
export async function readMessages(
  db: Kysely<Schema>,
  { signedIn: { member, seller }, locale, now }: { signedIn: SignedIn; locale: string; now: Date },
): Promise<{ messages: StoredMessage[]; reader: Reader }> {
  const since = keptSince(now)
  const sellerId = seller?.id ?? null
  const { rows } = await sql<InboxRow>`
    ${prepared} select m.key, m.locale, m.model, m.levels, m.countries, m.min_orders, m.max_orders, m.new_for_days,
           case when m.sellers is null then null when s.username = any(m.sellers) then array[s.username] else '{}' end as sellers,
           m.roles, m.pages, m.starts_at, least(m.ends_at, m.removed_at) as ends_at, m.priority, m.created_at,
           s.level as seller_level, s.registered_at as seller_registered_at,
           mine.views, mine.last_shown_at, mine.dismissals, mine.dismissed_for_good, mine.read_at
    from messages m
    left join sellers s on s.id = ${sellerId}
    left join member_messages mine on mine.member_id = ${member.id} and mine.message_key = m.key
    where m.locale in ('all', ${locale})
      and ((m.removed_at is null and (m.starts_at is null or m.starts_at <= ${now}) and (m.ends_at is null or m.ends_at > ${now}))
           or mine.last_shown_at >= ${since})`.execute(db)
  const facts = rows[0]
  const asksForOrders = rows.some((row) => row.min_orders !== null || row.max_orders !== null)
  const reader: Reader = {
    role: seller?.role ?? (member.isOperator ? 'operator' : null),
    locale,
    seller:
      seller && facts?.seller_registered_at
        ? {
            username: seller.username,
            country: seller.country,
            level: facts.seller_level,
            registeredAt: facts.seller_registered_at,
            orders: asksForOrders ? await countOrders(db, seller.id) : 0,
          }
        : null,
  }
  return { messages: rows.map(messageFrom), reader }
}

async function countOrders(db: Kysely<Schema>, sellerId: number): Promise<number> {
  const { orders } = await db
    .selectFrom('order_counts')
    .select(sql<number>`coalesce(sum(orders), 0)::integer`.as('orders'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return orders
}

const keptSince = (now: Date) => new Date(now.getTime() - keptDays * day)

function messageFrom(row: InboxRow): StoredMessage {
  return {
    key: row.key,
    locale: row.locale,
    model: row.model,
    audience: {
      levels: row.levels as Audience['levels'],
      countries: row.countries,
      minOrders: row.min_orders,
      maxOrders: row.max_orders,
      newForDays: row.new_for_days,
      sellers: row.sellers,
      roles: row.roles as Audience['roles'],
    },
    pages: row.pages,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    priority: row.priority,
    createdAt: row.created_at,
    memory: {
      views: row.views ?? 0,
      lastShownAt: row.last_shown_at,
      dismissals: row.dismissals ?? 0,
      dismissedForGood: row.dismissed_for_good ?? false,
      readAt: row.read_at,
    },
  }
}

/** Remembers that a message is broken; true for the first who says so. */
export async function markBroken(
  db: Kysely<Schema>,
  { key, locale, now }: { key: string; locale: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ broken_at: now })
    .where('key', '=', key)
    .where('locale', '=', locale as 'all')
    .where('broken_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What a page load has to tell about messages, by key. */
export interface MessageEvents {
  memberId: string
  locale: string
  shown: readonly string[]
  closed: readonly string[]
  now: Date
}

/** Counts messages shown and closed, one row a member and message. Keys that no message has change nothing. */
export async function recordMessageEvents(db: Kysely<Schema>, events: MessageEvents): Promise<void> {
  const { memberId, locale, shown, closed, now } = events
  const known = await db
    .selectFrom('messages')
    .select(['key', 'model'])
    .distinctOn('key')
    .where('key', 'in', [...shown, ...closed])
    .where('locale', 'in', ['all', locale as 'en'])
    .orderBy('key')
    .orderBy(sql`locale = 'all'`)
    .execute()
  // In the order of the keys, so that two requests of one member never wait for each other.
  const rows = known.map(({ key, model }) => ({
    key,
    views: shown.includes(key) ? 1 : 0,
    dismissals: closed.includes(key) ? 1 : 0,
    forGood: closed.includes(key) && closesForGood(model),
  }))
  if (rows.length === 0) return
  await sql`
    insert into member_messages as mine
      (member_id, message_key, views, last_shown_at, dismissals, dismissed_at, dismissed_for_good, read_at)
    select ${memberId}, key, views, case when views > 0 then ${now}::timestamptz end,
           dismissals, case when dismissals > 0 then ${now}::timestamptz end, "forGood",
           case when dismissals > 0 then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (key text, views integer, dismissals integer, "forGood" boolean)
    order by key
    on conflict (member_id, message_key) do update set
      views = mine.views + excluded.views,
      last_shown_at = coalesce(excluded.last_shown_at, mine.last_shown_at),
      dismissals = mine.dismissals + excluded.dismissals,
      dismissed_at = coalesce(excluded.dismissed_at, mine.dismissed_at),
      dismissed_for_good = mine.dismissed_for_good or excluded.dismissed_for_good,
      read_at = coalesce(mine.read_at, excluded.read_at)`.execute(db)
}

/** Whether closing it once is for good: what the cookies' contract keeps as no views left, without an end. */
function closesForGood(model: unknown): boolean {
  const config = readMessage(model)?.config ?? {}
  const id = messageId(config)
  const kept = countClosed(config, { viewsLeft: null, dismissalLeft: null })
  return id !== null && kept?.name === messageCookieNames(id).viewsLeft && kept.expires === 'permanent'
}

/** Marks messages of the message centre as read. Keys that no message has change nothing. */
export async function markRead(
  db: Kysely<Schema>,
  { memberId, keys, now }: { memberId: string; keys: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    insert into member_messages as mine (member_id, message_key, read_at)
    select distinct ${memberId}, key, ${now}::timestamptz from messages where key = any(${[...keys]}) order by key
    on conflict (member_id, message_key) do update set read_at = coalesce(mine.read_at, excluded.read_at)`.execute(db)
}

/** Names of messages, `key (locale)`, that a load has changed. */
export interface StoreReport {
  added: string[]
  changed: string[]
  removed: string[]
  unchanged: number
  /** Messages that were not among those given and are there still. */
  others: number
}

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
 * Makes these messages of the marketplace: what is the same is left alone. With `replace` they are all it has: what is not
 * among them is removed. A removed one is said no more, but stays as long as a message centre shows it. What members saw
 * and closed stays. Throws ViewModelFileError where one names a seller who is not there.
 */
export async function storeMessages(
  tx: Transaction<Schema>,
  rows: readonly MessageRow[],
  { now, replace }: { now: Date; replace: boolean },
): Promise<StoreReport> {
  // Two loads at once take turns, so that the later one's file is what stays.
  await sql`select pg_advisory_xact_lock(lock_number('messages'))`.execute(tx)
  const named = [...new Set(rows.flatMap(({ sellers }) => sellers ?? []))]
  const known = await tx
    .selectFrom('sellers')
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
  // What comes back is as new.
  await sql`delete from messages where removed_at is not null and not (${isKept})`.execute(tx)
  const { rows: written } = await sql<{ key: string; locale: string; added: boolean }>`
    insert into messages as old (${list}) select ${list} from ${given}
    on conflict (key, locale) do update set (${list}) = (${of('excluded')}), broken_at = null
    where (${of('old')}) is distinct from (${of('excluded')})
    returning key, locale, xmax = 0 as added`.execute(tx)
  const isOther = sql`removed_at is null and (key, locale) not in (select key, locale from ${given})`
  const removed = replace ? await removeMessages(tx, { isOther, isKept, now }) : []
  const others = await oneRow(tx, sql<{ n: number }>`select count(*)::int as n from messages where ${isOther}`)
  const names = (some: readonly { key: string; locale: string }[]) =>
    some.map(({ key, locale }) => (locale === 'all' ? key : `${key} (${locale})`)).toSorted()
  return {
    added: names(written.filter(({ added }) => added)),
    changed: names(written.filter(({ added }) => !added)),
    removed: names(removed),
    unchanged: rows.length - written.length,
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

/** A message with how many members saw and closed it. */
export interface MessageCountsRow extends Pick<
  Row<'messages'>,
  'key' | 'locale' | 'model' | 'starts_at' | 'ends_at' | 'priority'
> {
  members: number
  views: number
  dismissals: number
  dismissed_by: number
}

/** All messages by priority, with what was counted for their key, in whichever locale. */
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
