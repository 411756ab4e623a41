import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { Row, Schema } from '#db/schema.ts'

export type SellerProfile = Pick<
  Row<'sellers'>,
  | 'id'
  | 'username'
  | 'display_name'
  | 'external_id'
  | 'registered_at'
  | 'country'
  | 'time_zone'
  | 'currency'
  | 'store_url'
  | 'feedback_score'
  | 'suspended_at'
> & { active_listings: number; orders: number; last_order_at: Date | null }

export interface SellerMember {
  name: string
  email: string
  role: Row<'memberships'>['role']
  two_factor_enabled: boolean
  /** Last use of a live session; null if there is none. */
  last_seen_at: Date | null
}

export interface ShownMessage {
  key: string
  model: unknown
  /** The operator who wrote it to this seller only; otherwise null. */
  written_by: string | null
  created_at: Date
  /** Null if nobody has seen it. */
  last_shown_at: Date | null
  members: number
  read: number
}

/** A seller by user name, with counts; null if unknown. Uses the owner's connection. */
export async function findSeller(db: Kysely<Schema>, username: string): Promise<SellerProfile | null> {
  const { rows } = await sql<SellerProfile>`${overAllSellers}
    select s.id, s.username, s.display_name, s.external_id, s.registered_at, s.country, s.time_zone, s.currency, s.store_url,
      s.feedback_score, s.suspended_at,
      coalesce((select sum(l.listings)::bigint from listing_counts l where l.seller_id = s.id and l.state = 'ACTIVE'), 0) as active_listings,
      coalesce((select o.orders from seller_orders o where o.seller_id = s.id), 0) as orders,
      (select max(o.placed_at) from orders o where o.seller_id = s.id) as last_order_at
    from sellers s where s.username = ${username}`.execute(db)
  return rows[0] ?? null
}

export async function sellerMembers(db: Kysely<Schema>, sellerId: number): Promise<SellerMember[]> {
  const { rows } = await sql<SellerMember>`
    select m.name, m.email, ms.role, m.two_factor_enabled,
      (select max(s.updated_at) from sessions s where s.member_id = m.id) as last_seen_at
    from memberships ms join members m on m.id = ms.member_id
    where ms.seller_id = ${sellerId} order by lower(m.name), m.id`.execute(db)
  return rows
}

const mostMessages = 10

/** Messages shown to the seller's members or written to its owners: newest first, in the reader's language if available. */
export async function sellerMessages(
  db: Kysely<Schema>,
  { sellerId, locale }: { sellerId: number; locale: string },
): Promise<ShownMessage[]> {
  const { rows } = await sql<ShownMessage>`
    select m.key, (array_agg(m.model order by m.locale = ${locale} desc, m.locale))[1] as model, max(m.written_by) as written_by,
      min(m.created_at) as created_at, max(mine.last_shown_at) as last_shown_at, count(distinct ms.member_id) as members,
      count(distinct mine.member_id) filter (where mine.read_at is not null) as read
    from messages m
    join memberships ms on ms.seller_id = ${sellerId} and (m.seller_id is null or ms.role = 'owner')
    left join member_messages mine on mine.member_id = ms.member_id and mine.message_key = m.key and mine.last_shown_at is not null
    where m.seller_id = ${sellerId} or (m.seller_id is null and mine.member_id is not null)
    group by m.key
    order by coalesce(max(mine.last_shown_at), min(m.created_at)) desc, m.key limit ${mostMessages}`.execute(db)
  return rows
}
