import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { orderStatuses } from '#features/core/order/order.ts'
import type { Hub } from '#web/hub.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { decryptCursor, defaultLimit, encryptCursor, pageQuery, type Feed } from './cursor.ts'
import { moment } from './fields.ts'

const time = (description: string) => moment().optional().meta({ description, example: '2026-11-23T00:00:00Z' })

const isBefore = (from: string | undefined, before: string | undefined) =>
  from === undefined || before === undefined || new Date(from) < new Date(before)

export const ordersQuery = pageQuery
  .extend({
    status: z
      .preprocess((given) => (typeof given === 'string' ? given.split(',') : given), z.array(z.enum(orderStatuses)))
      .optional()
      .meta({
        description: 'Orders with one of these statuses, separated by commas',
        example: ['AWAITING_SHIPMENT', 'PARTLY_SHIPPED'],
      }),
    placedFrom: time('Orders placed at this time or later'),
    placedBefore: time('Orders placed before this time'),
    changedFrom: time('Orders last changed at this time or later'),
    changedBefore: time('Orders last changed before this time'),
    sort: z.enum(['placedAt', '-placedAt', 'changedAt', '-changedAt']).optional().meta({
      description: 'Order of the list; `-` is descending. Default with a filter: placedAt',
      example: '-placedAt',
    }),
  })
  .refine((query) => isBefore(query.placedFrom, query.placedBefore), {
    path: ['placedBefore'],
    message: 'is not after `placedFrom`',
  })
  .refine((query) => isBefore(query.changedFrom, query.changedBefore), {
    path: ['changedBefore'],
    message: 'is not after `changedFrom`',
  })

type OrdersQuery = z.output<typeof ordersQuery>

/** Whether the query filters or sorts; without either, the list is a feed of changes. */
export const isSearch = (query: OrdersQuery) => Object.keys(query).some((name) => !(name in pageQuery.shape))

interface Searching extends Pick<OwnRows, 'read'> {
  hub: Pick<Hub, 'secret'>
  seller: { id: number }
  query: OrdersQuery
}

/** Reads a page of the orders of a search. A cursor belongs to its filters and its sorting; `next` is set also at the end. */
export async function findOrders<T>(
  { hub, seller, query, read }: Searching,
  readFound: (db: SellerDb, rows: { id: number }[]) => Promise<T[]>,
): Promise<{ status: 200; body: Feed<T> }> {
  const { limit = defaultLimit, after, ...search } = inOneForm(query)
  const key = `api orders ${JSON.stringify(search)} of ${seller.id} ${hub.secret}`
  const place = after === undefined ? noPlace : decryptCursor(key, after)
  return read(async (db) => {
    const rows = await selectFound(db, { sellerId: seller.id, search, place, limit: limit + 1 })
    const found = rows.slice(0, limit)
    const last = found.at(-1)
    const next = encryptCursor(key, last ? JSON.stringify([last.at, last.id]) : place)
    return { status: 200, body: { items: await readFound(db, found), next, more: rows.length > limit } }
  })
}

const noPlace = '[]'

/** The same for each way to write a search, as the cursor is compared by it. */
function inOneForm({ limit, after, status, sort = 'placedAt', ...times }: OrdersQuery) {
  const at = (given: string | undefined) => (given === undefined ? null : new Date(given))
  return {
    limit,
    after,
    statuses: status ? [...new Set(status)].toSorted() : null,
    placedFrom: at(times.placedFrom),
    placedBefore: at(times.placedBefore),
    changedFrom: at(times.changedFrom),
    changedBefore: at(times.changedBefore),
    sort,
  }
}

interface Finding {
  sellerId: number
  search: Omit<ReturnType<typeof inOneForm>, 'limit' | 'after'>
  place: string
  limit: number
}

/** Ids and sort keys; a key is text, because a Date lacks PostgreSQL's microseconds. */
async function selectFound(db: SellerDb, { sellerId, search, place, limit }: Finding) {
  const { statuses, placedFrom, placedBefore, changedFrom, changedBefore, sort } = search
  const isByChange = sort.endsWith('changedAt')
  const [key, id] = isByChange ? [sql`c.changed_at`, sql`c.subject_id`] : [sql`o.placed_at`, sql`o.id`]
  const [direction, beyond] = sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const [at, afterId] = JSON.parse(place) as [string?, number?]
  const needsChanges = isByChange || changedFrom !== null || changedBefore !== null
  const needsOrders = !isByChange || statuses !== null || placedFrom !== null || placedBefore !== null
  const tables = [...(needsOrders ? [sql`orders o`] : []), ...(needsChanges ? [sql`changes c`] : [])]
  const conditions = [
    ...(needsOrders ? [sql`o.seller_id = ${sellerId}`] : []),
    ...(needsChanges ? [sql`c.seller_id = ${sellerId} and c.kind = 'ORDER'`] : []),
    ...(needsOrders && needsChanges ? [sql`c.subject_id = o.id`] : []),
    ...(placedFrom ? [sql`o.placed_at >= ${placedFrom}`] : []),
    ...(placedBefore ? [sql`o.placed_at < ${placedBefore}`] : []),
    ...(changedFrom ? [sql`c.changed_at >= ${changedFrom}`] : []),
    ...(changedBefore ? [sql`c.changed_at < ${changedBefore}`] : []),
    ...(at === undefined ? [] : [sql`(${key}, ${id}) ${beyond} (${at}::timestamptz, ${afterId}::bigint)`]),
  ]
  const rowsWhere = (more: RawBuilder<unknown>[]) => sql`(
    select ${id} as id, ${key} as key from ${sql.join(tables)}
    where ${sql.join([...conditions, ...more], sql` and `)}
    order by ${key} ${direction}, ${id} ${direction} limit ${limit})`
  // By the time placed, an index has each status in this order.
  const parts = needsChanges
    ? [rowsWhere(statuses ? [sql`o.status = any (${statuses})`] : [])]
    : (statuses?.map((status) => rowsWhere([sql`o.status = ${status}`])) ?? [rowsWhere([])])
  const { rows } = await sql<{ id: number; at: string }>`
    select id, key::text as at from (${sql.join(parts, sql` union all `)}) found
    order by key ${direction}, id ${direction} limit ${limit}`.execute(db)
  return rows
}
