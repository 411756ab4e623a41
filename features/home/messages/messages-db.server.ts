import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type Kysely } from 'kysely'
import { compileOnce, type BindValue } from '#db/compile-once.ts'
import type { Row, Schema } from '#db/schema.ts'
import type { SignedIn } from '#web/signed-in.ts'
import { countClosed, messageCookieNames, messageId } from '#lib/message-counters.ts'
import { readMessage } from '#shui/message/read-message.ts'
import { keptSince, type Audience, type Reader, type StoredMessage } from './message.ts'

// Messages belong to the marketplace, and their history to members, not to sellers. So all queries run as the owner and
// name the member.

type InboxRow = Omit<Row<'messages'>, 'broken_at' | 'removed_at' | 'seller_id' | 'written_by'> & {
  views: number | null
  last_shown_at: Date | null
  dismissals: number | null
  dismissed_for_good: boolean | null
  read_at: Date | null
}

interface InboxOf {
  sellerId: number | null
  username: string | null
  memberId: string
  locale: string
  now: Date
  /** Earlier history is ignored. */
  since: Date
}

const readInbox = compileOnce((at: BindValue<InboxOf>) => {
  const [memberId, now] = [at((on) => on.memberId), at((on) => on.now)]
  const username = sql`${at((on) => on.username)}::text`
  return sql<InboxRow>`
    select m.key, m.locale, m.model, m.levels, m.countries, m.min_orders, m.max_orders, m.new_for_days,
           case when m.sellers is null or m.seller_id is not null then null when ${username} = any(m.sellers) then array[${username}]
             else '{}' end as sellers,
           m.roles, m.pages, m.starts_at, least(m.ends_at, m.removed_at) as ends_at, m.priority, m.created_at,
           mine.views, mine.last_shown_at, mine.dismissals, mine.dismissed_for_good, mine.read_at
    from messages m
    left join member_messages mine on mine.member_id = ${memberId} and mine.message_key = m.key
    where m.locale in ('all', ${at((on) => on.locale)}) and (m.seller_id is null or m.seller_id = ${at((on) => on.sellerId)})
      and ((m.removed_at is null and (m.starts_at is null or m.starts_at <= ${now}) and (m.ends_at is null or m.ends_at > ${now}))
           or mine.last_shown_at >= ${at((on) => on.since)})`
})

/**
 * The messages a member may see, and the properties audiences use, in one query, since every page runs it. Seller lists
 * are reduced to whether the reader's is included, whatever its name when a message was written to it alone; the seller's
 * server is asked only if a message counts orders.
 */
export async function readMessages(
  db: Kysely<Schema>,
  { signedIn: { member, seller }, locale, now }: { signedIn: SignedIn; locale: string; now: Date },
): Promise<{ messages: StoredMessage[]; reader: Reader }> {
  const rows = await readInbox(db, {
    sellerId: seller?.id ?? null,
    username: seller?.username ?? null,
    memberId: member.id,
    locale,
    now,
    since: keptSince(now),
  })
  const asksForOrders = rows.some((row) => row.min_orders !== null || row.max_orders !== null)
  const reader: Reader = {
    role: seller?.role ?? (member.isOperator ? 'operator' : null),
    locale,
    seller: seller && {
      username: seller.username,
      country: seller.country,
      level: seller.level,
      registeredAt: seller.registeredAt,
      orders: asksForOrders ? await countOrders(db, seller.id) : 0,
    },
  }
  return { messages: rows.map(messageFrom), reader }
}

async function countOrders(db: Kysely<Schema>, sellerId: number): Promise<number> {
  const { orders } = await selectOfSeller(db, 'order_counts', sellerId)
    .select(sql<number>`coalesce(sum(orders), 0)::integer`.as('orders'))
    .executeTakeFirstOrThrow()
  return orders
}

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

/** Marks a message as broken; true for the first report. */
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

export interface MessageEvents {
  memberId: string
  locale: string
  shown: readonly string[]
  closed: readonly string[]
  now: Date
}

/** Counts shown and closed messages, one row per member and message. Ignores unknown keys. */
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
  // Sorted by key, so that two requests of one member cannot deadlock.
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

/** Whether closing once is permanent: the cookie then stores no views left, without expiry. */
function closesForGood(model: unknown): boolean {
  const config = readMessage(model)?.config ?? {}
  const id = messageId(config)
  const kept = countClosed(config, { viewsLeft: null, dismissalLeft: null })
  return id !== null && kept?.name === messageCookieNames(id).viewsLeft && kept.expires === 'permanent'
}

/** Marks messages as read. Ignores unknown keys. */
export async function markRead(
  db: Kysely<Schema>,
  { memberId, keys, now }: { memberId: string; keys: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    insert into member_messages as mine (member_id, message_key, read_at)
    select distinct ${memberId}, key, ${now}::timestamptz from messages where key = any(${[...keys]}) order by key
    on conflict (member_id, message_key) do update set read_at = coalesce(mine.read_at, excluded.read_at)`.execute(db)
}
