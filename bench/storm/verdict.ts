import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { findWrongSums } from '#db/kept-sums.ts'
import { contradictions } from '#features/orders/order-list/testing-contradictions.ts'
import { restocks, type StormOrder, type StormRequest } from './storm-requests.ts'

/** A request with its final response; null if there was none. */
export interface Answered {
  request: StormRequest
  status: number | null
}

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
  const acknowledged = new Set(answered.flatMap(({ request, status }) => (status === 303 ? [request.requestKey] : [])))
  return answered.flatMap(({ request: { kind, order, requestKey }, status }) => {
    const summary = `${order.number}: ${kind} ${requestKey} was answered with ${status}`
    if (status === null || status >= 500) return [summary]
    if (requestKey === null) return []
    if (status === 303 && !done.has(requestKey)) return [`${summary}, and is not there`]
    if (status !== 303 && done.has(requestKey) && !acknowledged.has(requestKey)) return [`${summary}, and is there`]
    return []
  })
}

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
  const cancelled = await db.owner
    .selectFrom('cancellations')
    .select(['order_id as order', 'cancel_key as key', 'units'])
    .where('seller_id', '=', sellerId)
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .where('state', 'in', ['REFUND_PENDING', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND'])
    .execute()
  const byId = new Map(orders.map((order) => [order.id, order]))
  // An order may have several cancellations, each with its own units; one without units cancelled the rest.
  const restOf = (order: number) =>
    byId.get(order)!.quantities.map((quantity, index) => {
      const before = cancelled.flatMap((each) => (each.order === order ? (each.units ?? []) : []))
      const own = before.filter(({ line }) => line === index + 1)
      return { line: index + 1, units: own.reduce((left, { units }) => left - units, quantity) }
    })
  const back = cancelled.flatMap(({ key, order, units }) => (restocks(key) ? (units ?? restOf(order)) : []))
  const stock = await readStock(db, sellerId, listings)
  return listings.flatMap((listing) => {
    const own = back.filter(({ line }) => listings[line - 1] === listing)
    const expected = own.reduce((sum, { units }) => sum + units, stockBefore.get(listing)!)
    return stock.get(listing) === expected ? [] : [`listing ${listing} has ${stock.get(listing)}, not ${expected}`]
  })
}
