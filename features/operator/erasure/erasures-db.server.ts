import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import { openOrders, type OpenOrder } from './open-orders-db.server.ts'

export interface FoundBuyer {
  sellerId: number
  buyerId: number
  seller: string
  sellerName: string
  username: string | null
  externalId: string | null
  orders: number
  addresses: number
  messages: number
  cases: number
  invoices: number
  open: OpenOrder[]
}

export interface Erasure {
  key: string
  requestedAt: Date
  requestedBy: string
  sellers: { seller: string; sellerName: string; doneAt: Date | null; open: OpenOrder[] }[]
}

/**
 * Finds a buyer by marketplace id or user name at each seller. The id takes precedence; a match by user name includes
 * other names with the same id.
 */
export async function findBuyers(
  db: Kysely<Schema>,
  { buyer, now }: { buyer: string; now: Date },
): Promise<FoundBuyer[]> {
  if (buyer === '') return []
  // Buyers of offers have no row of their own until they order or ask.
  await sql`${overAllSellers}
    insert into buyers (seller_id, username, name)
    select seller_id, buyer_username, '' from buyer_offers where buyer_username = ${buyer}
    union select seller_id, buyer_username, '' from interested_buyers where buyer_username = ${buyer}
    on conflict do nothing`.execute(db)
  const { rows } = await sql<Omit<FoundBuyer, 'open'>>`${overAllSellers}
    with named as (
      select seller_id, id, external_id from buyers where external_id = ${buyer}
    ), called as (
      select seller_id, id, external_id from buyers where username = ${buyer} and not exists (select from named)
    ), same as (
      select seller_id, id from named
      union select seller_id, id from called
      union select b.seller_id, b.id from buyers b where b.external_id in (select external_id from called)
    )
    select b.seller_id as "sellerId", b.id as "buyerId", s.username as seller, s.display_name as "sellerName", b.username,
      b.external_id as "externalId",
      (select count(*) from orders o where o.seller_id = b.seller_id and o.buyer_id = b.id) as orders,
      (select count(*) from addresses a where a.seller_id = b.seller_id and a.buyer_id = b.id) as addresses,
      (select count(*) from conversation_messages m where m.seller_id = b.seller_id and m.buyer_id = b.id)
        + (select count(*) from conversation_messages m join orders o on o.seller_id = b.seller_id and o.id = m.order_id
        where m.seller_id = b.seller_id and o.buyer_id = b.id) as messages,
      (select count(*) from cases c join orders o on o.seller_id = b.seller_id and o.id = c.order_id
        where c.seller_id = b.seller_id and o.buyer_id = b.id) as cases,
      (select count(*) from invoices i join orders o on o.seller_id = b.seller_id and o.id = i.order_id
        where i.seller_id = b.seller_id and o.buyer_id = b.id) as invoices
    from buyers b join same on same.seller_id = b.seller_id and same.id = b.id join sellers s on s.id = b.seller_id
    order by s.username, b.id`.execute(db)
  const found: FoundBuyer[] = []
  for (const row of rows)
    found.push({ ...row, open: await openOrders(db, { sellerId: row.sellerId, buyerId: row.buyerId, now }) })
  return found
}

interface Requested {
  buyers: readonly Pick<FoundBuyer, 'sellerId' | 'buyerId'>[]
  requestedBy: string
  now: Date
}

/** Stores the request, keeping an existing one. Returns its key. */
export async function requestErasure(db: Kysely<Schema>, { buyers, requestedBy, now }: Requested): Promise<string> {
  const fresh = randomBytes(8).toString('hex')
  let key: string | null = null
  for (const { sellerId, buyerId } of buyers) {
    const row = {
      seller_id: sellerId,
      buyer_id: buyerId,
      request_key: fresh,
      requested_at: now,
      requested_by: requestedBy,
    }
    const { request_key: kept } = await db
      .insertInto('buyer_erasures')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['seller_id', 'buyer_id'])
          .doUpdateSet((other) => ({ requested_at: other.ref('buyer_erasures.requested_at') })),
      )
      .returning('request_key')
      .executeTakeFirstOrThrow()
    key ??= kept
  }
  return key ?? fresh
}

/** Erasure requests, newest first; limited to one key if given. */
export async function readErasures(
  db: Kysely<Schema>,
  { key, limit, now }: { key?: string; limit: number; now: Date },
): Promise<Erasure[]> {
  const { rows } = await sql<{
    key: string
    sellerId: number
    buyerId: number
    seller: string
    sellerName: string
    requestedAt: Date
    requestedBy: string
    doneAt: Date | null
  }>`${overAllSellers}
    select e.request_key as key, e.seller_id as "sellerId", e.buyer_id as "buyerId", s.username as seller, s.display_name as "sellerName",
      e.requested_at as "requestedAt", e.requested_by as "requestedBy", e.done_at as "doneAt"
    from buyer_erasures e join sellers s on s.id = e.seller_id
    where ${key ?? null}::text is null or e.request_key = ${key ?? null}
    order by e.requested_at desc, e.request_key, s.username limit ${limit}`.execute(db)
  const erasures: Erasure[] = []
  for (const [requestKey, own] of Map.groupBy(rows, (row) => row.key)) {
    const sellers: Erasure['sellers'] = []
    for (const { seller, sellerName, doneAt, sellerId, buyerId } of own)
      sellers.push({
        seller,
        sellerName,
        doneAt,
        open: doneAt === null ? await openOrders(db, { sellerId, buyerId, now }) : [],
      })
    const [{ requestedAt, requestedBy }] = own as [(typeof own)[number]]
    erasures.push({ key: requestKey, requestedAt, requestedBy, sellers })
  }
  return erasures
}
