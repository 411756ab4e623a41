import { sql, type RawBuilder } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import {
  fulfilmentStatuses,
  parseOrderNumber,
  type FulfilmentStatus,
  type OrderNumber,
} from '#features/core/order/order.ts'
import { day } from '#lib/duration.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import { readWholeOrders } from '../order-rows.ts'
import { readFilter, readTimeRange, wrongName, wrongValue, type TimeRange } from './filter.ts'
import { fulfillmentRoot, writeOrder, type DatedOrder } from './order-shape.ts'
import { pageFacts, readRowRange, type RowRange } from './paging.ts'
import { SellError, type SellErrorId } from './sell-error.ts'
import type { SellCall, SellRoute } from './sell-route.ts'

/** Default range in days. */
const usualDays = 90
const mostIds = 50
const limits = { usual: 50, most: 200, errors: { limit: 31100, offset: 31000 } } as const

interface OrderFilter {
  created: TimeRange | null
  changed: TimeRange | null
  statuses: readonly FulfilmentStatus[] | null
}

function readOrderFilter(text: string, now: Date): OrderFilter {
  const filter: OrderFilter = { created: null, changed: null, statuses: null }
  for (const [name, value] of readFilter(text))
    switch (name) {
      case 'creationdate':
        filter.created = readTimeRange(name, value, now)
        break
      case 'lastmodifieddate':
        filter.changed = readTimeRange(name, value, now)
        break
      case 'orderfulfillmentstatus': {
        const values = value.kind === 'set' ? value.values : value.kind === 'one' ? [value.value] : []
        const statuses = values.flatMap((each) => fulfilmentStatuses.find((status) => status === each) ?? [])
        if (statuses.length === 0 || statuses.length < values.length) throw wrongValue(name, values.join('|'))
        filter.statuses = statuses
        break
      }
      default:
        throw wrongName(name)
    }
  if (filter.created || filter.changed) return filter
  return { ...filter, created: { from: new Date(now.getTime() - usualDays * day), to: null } }
}

const isWithin = (column: RawBuilder<Date>, { from, to }: TimeRange) =>
  to ? sql`${column} between ${from} and ${to}` : sql`${column} >= ${from}`

/** Finds a page of orders, oldest first, and their total number. */
async function findOrders(db: SellerDb, sellerId: number, filter: OrderFilter, { limit, offset }: RowRange) {
  const { created, changed, statuses } = filter
  const conditions: RawBuilder<unknown>[] = [sql`o.seller_id = ${sellerId}`]
  if (created) conditions.push(isWithin(sql`o.placed_at`, created))
  if (statuses) conditions.push(sql`o.fulfilment_status = any (${[...statuses]})`)
  if (changed) conditions.push(isWithin(sql`c.changed_at`, changed))
  const changes = sql`join changes c on c.seller_id = ${sellerId} and c.kind = 'ORDER' and c.subject_id = o.id`
  const found = sql`from orders o ${changed ? changes : sql``} where ${sql.join(conditions, sql` and `)}`
  const counted = await oneRow(db, sql<{ total: number }>`select count(*)::integer as total ${found}`)
  const { rows } = await sql<{ id: number }>`
    select o.id ${found} order by o.placed_at, o.id limit ${limit} offset ${offset}`.execute(db)
  return { total: counted.total, ids: rows.map(({ id }) => id) }
}

/** Reads orders with all response data, in the order of their ids. */
async function readDatedOrders(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<DatedOrder[]> {
  const orders = await readWholeOrders(db, sellerId, ids)
  const { rows } = await sql<{ id: number; at: Date }>`
    select subject_id as id, changed_at as at from changes
    where seller_id = ${sellerId} and kind = 'ORDER' and subject_id = any (${[...ids]}::bigint[])`.execute(db)
  const times = new Map(rows.map(({ id, at }) => [id, at]))
  const byId = new Map(orders.map((order) => [order.id, order]))
  return ids.flatMap((id) => {
    const order = byId.get(id)
    return order ? [{ ...order, changedAt: times.get(id) ?? order.placed_at }] : []
  })
}

async function idsOf(db: SellerDb, sellerId: number, numbers: readonly OrderNumber[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where seller_id = ${sellerId} and order_number = any (${[...numbers]})
    order by placed_at, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Finds the order in the path; refuses if the seller has none. `held` locks it first. */
export async function requireOrder(
  { seller, params }: Pick<SellCall, 'seller' | 'params'>,
  db: SellerDb,
  { missing = 32100, held = false }: { missing?: SellErrorId; held?: boolean } = {},
): Promise<DatedOrder & { order_number: OrderNumber }> {
  const named = params.orderId ?? ''
  const number = parseOrderNumber(named)
  if (number && held) await lockOrders(db, seller.id, [number])
  const ids = number ? await idsOf(db, seller.id, [number]) : []
  const [order] = ids.length > 0 ? await readDatedOrders(db, seller.id, ids) : []
  if (!order || !number)
    throw new SellError(missing, { detail: `There is no order “${named}”.`, parameters: { orderId: named } })
  return { ...order, order_number: number }
}

/** Taxes are always included by line, so the one supported field group changes nothing. */
function checkFieldGroups({ searchParams }: URL): void {
  for (const group of (searchParams.get('fieldGroups') ?? '').split(',').filter(Boolean))
    if (group !== 'TAX_BREAKDOWN') throw new SellError(32800, { parameters: { fieldGroup: group } })
}

async function askedFor({ hub, seller, url }: SellCall, db: SellerDb, stretch: RowRange) {
  const named = url.searchParams.get('orderIds')?.split(',').filter(Boolean) ?? []
  if (named.length > mostIds) throw new SellError(30900)
  if (named.length > 0) {
    const ids = await idsOf(
      db,
      seller.id,
      named.flatMap((each) => parseOrderNumber(each) ?? []),
    )
    return { total: ids.length, ids, stretch: { limit: mostIds, offset: 0 } }
  }
  const filter = readOrderFilter(url.searchParams.get('filter') ?? '', hub.now())
  return { ...(await findOrders(db, seller.id, filter, stretch)), stretch }
}

export const orderRoutes: SellRoute[] = [
  {
    route: `GET ${fulfillmentRoot}/order`,
    scope: 'orders:read',
    async handle(call) {
      const { hub, url, seller, read } = call
      checkFieldGroups(url)
      const asked = readRowRange(url, limits)
      const { total, stretch, orders } = await read(async (db) => {
        const { ids, ...found } = await askedFor(call, db, asked)
        return { ...found, orders: await readDatedOrders(db, seller.id, ids) }
      })
      const facts = pageFacts(url, hub.config.publicUrl, { ...stretch, total })
      return {
        status: 200,
        body: { ...facts, orders: orders.map((order) => writeOrder(call, order, { alone: false })) },
      }
    },
  },
  {
    route: `GET ${fulfillmentRoot}/order/{orderId}`,
    scope: 'orders:read',
    async handle(call) {
      checkFieldGroups(call.url)
      const order = await call.read((db) => requireOrder(call, db))
      return { status: 200, body: writeOrder(call, order, { alone: true }) }
    },
  },
]
