import type { Database } from '#db/client.ts'
import type { PushedOrder } from './pushed-order.ts'
import { takeEach, type ReadOrders, type Taken } from './take-orders-db.server.ts'
import { pairs } from '#lib/pairs.ts'

/** Transactions that take a seller's orders at a time, in a process: one that waits for a listing does not hold up all others. */
const lanes = 2
/** Orders of one transaction at most. */
const together = 50

interface Waiting {
  order: PushedOrder
  settle(result: PromiseSettledResult<Taken<unknown>>): void
}

interface Seller {
  waiting: Waiting[]
  running: number
}

/** Sellers whose orders are being taken, of each database that this process has opened. */
const underWay = new WeakMap<Database, Map<number, Seller>>()

interface One {
  sellerId: number
  order: PushedOrder
  now: () => Date
}

/**
 * Takes an order, together with others of its seller that came while those before them were being taken: orders of one seller wait for
 * each other in any case, since they count together, and many cost hardly more than one. Rejects where this one could not be taken.
 */
export function takeOrder<T extends { id: number }>(
  db: Database,
  { sellerId, order, now }: One,
  read: ReadOrders<T>,
): Promise<Taken<T>> {
  const sellers = underWay.get(db) ?? new Map<number, Seller>()
  underWay.set(db, sellers)
  let seller = sellers.get(sellerId)
  if (!seller) sellers.set(sellerId, (seller = { waiting: [], running: 0 }))
  const { waiting } = seller
  return new Promise((resolve, reject) => {
    const settle = (result: PromiseSettledResult<Taken<unknown>>) => {
      if (result.status === 'rejected') reject(result.reason as Error)
      // All who wait for a seller read the same.
      else resolve(result.value as Taken<T>)
    }
    waiting.push({ order, settle })
    if (seller.running < lanes) void work(seller)
  })

  async function work(own: Seller): Promise<void> {
    own.running += 1
    while (own.waiting.length > 0) {
      const next = own.waiting.splice(0, together)
      const orders = next.map((each) => each.order)
      const results = await takeEach(db, { sellerId, orders, now: now() }, read)
      for (const [each, result] of pairs(next, results)) each.settle(result)
    }
    own.running -= 1
    if (own.running === 0) sellers.delete(sellerId)
  }
}
