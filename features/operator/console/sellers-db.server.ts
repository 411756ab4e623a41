import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import type { SellersQuery } from './sellers-query.ts'
import { firstRow } from '#db/one-row.ts'

export interface SellerRow {
  id: number
  username: string
  display_name: string
  external_id: string | null
  country: string
  feedback_score: number
  members: number
  active_listings: number
  orders: number
  last_order_at: Date | null
}

export interface MarketplaceTotals {
  sellers: number
  members: number
  active_listings: number
  orders: number
}

const orders = sql<number>`coalesce(o.orders, 0)`

const sorting = {
  '-orders': sql`${orders} desc`,
  name: sql`lower(s.display_name)`,
  '-feedback': sql`s.feedback_score desc`,
} as const

/** Condition: matches the search; always true without one. */
export function matchesSeller(q: string) {
  const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  return q
    ? sql`(s.username ilike ${pattern} or s.display_name ilike ${pattern} or s.external_id ilike ${pattern})`
    : sql`true`
}

/** A page of matching sellers and their total. Uses the owner's connection, since it covers all sellers. */
export async function findSellers(
  db: Kysely<Schema>,
  { q, sort, limit, offset }: SellersQuery,
): Promise<{ rows: SellerRow[]; total: number }> {
  const matches = matchesSeller(q)
  const page = sql<Omit<SellerRow, 'members' | 'active_listings' | 'last_order_at'>>`${overAllSellers}
    select s.id, s.username, s.display_name, s.external_id, s.country, s.feedback_score, ${orders} as orders
    from sellers s left join seller_orders o on o.seller_id = s.id where ${matches}
    order by ${sorting[sort]}, s.id limit ${limit} offset ${offset}`
  const count = sql<{ total: number }>`${overAllSellers} select count(*) as total from sellers s where ${matches}`
  const [found, counted] = await Promise.all([page.execute(db), count.execute(db)])
  const ids = found.rows.map(({ id }) => id)
  const [trade, members] = await Promise.all([readTrade(db, ids), countMembers(db, ids)])
  return {
    rows: found.rows.map((row) => ({
      ...row,
      ...(trade.get(row.id) ?? { active_listings: 0, last_order_at: null }),
      members: members.get(row.id) ?? 0,
    })),
    total: firstRow(counted).total,
  }
}

type Trade = Pick<SellerRow, 'active_listings' | 'last_order_at'>

/** Columns with an index lookup per seller, read for the page only: a cluster joins no page with sellers' tables. */
async function readTrade(db: Kysely<Schema>, sellerIds: readonly number[]): Promise<Map<number, Trade>> {
  const { rows } = await sql<Trade & { id: number }>`${overAllSellers}
    select s.id,
      coalesce((select sum(l.listings)::bigint from listing_counts l where l.seller_id = s.id and l.state = 'ACTIVE'), 0) as active_listings,
      (select max(o.placed_at) from orders o where o.seller_id = s.id) as last_order_at
    from sellers s where s.id = any (${sellerIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...trade }) => [id, trade]))
}

/** Number of members per seller. Accounts are stored separately from sellers' data (docs/scale-out.md). */
async function countMembers(db: Kysely<Schema>, sellerIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ seller_id: number; members: number }>`
    select seller_id, count(*) as members from memberships where seller_id = any (${sellerIds}::bigint[]) group by 1`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.seller_id, row.members]))
}

export async function marketplaceTotals(db: Kysely<Schema>): Promise<MarketplaceTotals> {
  const [all, accounts] = await Promise.all([
    sql<Omit<MarketplaceTotals, 'members'>>`${overAllSellers}
      select (select count(*) from sellers) as sellers,
             (select coalesce(sum(listings), 0)::bigint from listing_counts where state = 'ACTIVE') as active_listings,
             (select coalesce(sum(orders), 0)::bigint from seller_orders) as orders`.execute(db),
    sql<{ members: number }>`select count(*) as members from members`.execute(db),
  ])
  return { ...firstRow(all), members: firstRow(accounts).members }
}
