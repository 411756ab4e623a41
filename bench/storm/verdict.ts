import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { findWrongSums } from '#db/kept-sums.ts'
import { contradictions } from '#features/orders/order-list/testing-contradictions.ts'
import { restocks, type StormOrder, type StormRequest } from './storm-requests.ts'

/** A request with its final response; null if there was none. */
export interface Answered {
  wish: StormRequest
  status: number | null
}

/** Input of the check: orders, responses, and the listings' previous stock. */
export interface Storm {
  sellerId: number
  orders: readonly StormOrder[]
  answered: readonly Answered[]
  listings: readonly number[]
  stockBefore: ReadonlyMap<number, number>
}

/** Errors, one line each: acknowledged actions that are missing, refused ones that are present, and inconsistencies. */
export async function findContradictions(db: Database, storm: Storm): Promise<string[]> {
  const { sellerId, orders } = storm
  return [
    ...(await wrongAnswers(db, storm)),
    ...(await contradictions(
      db,
      sellerId,
      orders.map(({ id }) => id),
    )),
    ...(await wrongStock(db, storm)),
    ...(await findWrongSums(db.owner)).map((what) => `sums: ${JSON.stringify(what)}`),
  ]
}

async function wrongAnswers(db: Database, { sellerId, orders, answered }: Storm): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select request_key as key from order_events
    where seller_id = ${sellerId} and order_id = any(${orders.map(({ id }) => id)}) and request_key is not null`.execute(
    db.owner,
  )
  const done = new Set(rows.map(({ key }) => key))
  // Taking back a parcel twice is refused or reported as done; the same holds for answers to a buyer.
  const acknowledged = new Set(answered.flatMap(({ wish, status }) => (status === 303 ? [wish.requestKey] : [])))
  return answered.flatMap(({ wish: { kind, order, requestKey }, status }) => {
    const said = `${order.number}: ${kind} ${requestKey} was answered with ${status}`
    if (status === null || status >= 500) return [said]
    if (requestKey === null) return []
    if (status === 303 && !done.has(requestKey)) return [`${said}, and is not there`]
    if (status !== 303 && done.has(requestKey) && !acknowledged.has(requestKey)) return [`${said}, and is there`]
    return []
  })
}

/** Stock of each listing. */
export async function readStock(
  db: Database,
  sellerId: number,
  listings: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.owner
    .selectFrom('listings')
    .select(['id', 'quantity_available'])
    .where('seller_id', '=', sellerId)
    .where('id', 'in', [...listings])
    .execute()
  return new Map(rows.map((row) => [row.id, row.quantity_available]))
}

/** Checks that each cancelled unit is restocked once, if requested. */
async function wrongStock(db: Database, { sellerId, orders, listings, stockBefore }: Storm): Promise<string[]> {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const cancelled = await db.owner
    .selectFrom('cancellations')
    .select(['order_id', 'cancel_key'])
    .where('seller_id', '=', sellerId)
    .where('order_id', 'in', [...byId.keys()])
    .where('state', 'in', ['REFUND_PENDING', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND'])
    .execute()
  const back = cancelled.filter(({ cancel_key: key }) => restocks(key)).map(({ order_id: id }) => byId.get(id)!)
  const stock = await readStock(db, sellerId, listings)
  const lines = await db.owner
    .selectFrom('line_items')
    .select(['listing_id', 'cancelled_quantity'])
    .where('seller_id', '=', sellerId)
    .where('order_id', 'in', [0, ...back.map(({ id }) => id)])
    .execute()
  return listings.flatMap((listing) => {
    const own = lines.filter(({ listing_id: id }) => id === listing)
    const wanted = own.reduce((sum, line) => sum + line.cancelled_quantity, stockBefore.get(listing)!)
    return stock.get(listing) === wanted ? [] : [`listing ${listing} has ${stock.get(listing)}, not ${wanted}`]
  })
}
