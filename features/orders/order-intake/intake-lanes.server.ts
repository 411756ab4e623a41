import type { Database } from '#db/client.ts'
import type { LedgerRules } from '#features/core/ledger/ledger-policy.ts'
import type { PushedOrder } from './pushed-order.ts'
import { takeOrdersIsolated, type ReadOrders, type IntakeResult } from './take-orders-db.server.ts'
import { pairs } from '#lib/pairs.ts'

/** Concurrent transactions per seller and process, so that one waiting for a listing does not block all others. */
const lanes = 2
/** Maximum orders per transaction. */
const together = 50

interface Waiting {
  order: PushedOrder
  settle(result: PromiseSettledResult<IntakeResult<unknown>>): void
}

interface Seller {
  waiting: Waiting[]
  running: number
}

/** Sellers with orders in progress, by database. */
const underWay = new WeakMap<Database, Map<number, Seller>>()

interface One {
  sellerId: number
  order: PushedOrder
  now: () => Date
  rules: LedgerRules
}

/**
 * Takes an order, batched with others of its seller that arrived while earlier ones were processed. They would wait for
 * each other's locks anyway, and a batch costs little more than one order. Rejects if this order fails.
 */
export function takeOrder<T extends { id: number }>(
  db: Database,
  { sellerId, order, now, rules }: One,
  read: ReadOrders<T>,
): Promise<IntakeResult<T>> {
  const sellers = underWay.get(db) ?? new Map<number, Seller>()
  underWay.set(db, sellers)
  let seller = sellers.get(sellerId)
  if (!seller) sellers.set(sellerId, (seller = { waiting: [], running: 0 }))
  const { waiting } = seller
  return new Promise((resolve, reject) => {
    const settle = (result: PromiseSettledResult<IntakeResult<unknown>>) => {
      if (result.status === 'rejected') reject(result.reason as Error)
      // Callers of one batch share the same reads.
      else resolve(result.value as IntakeResult<T>)
    }
    waiting.push({ order, settle })
    if (seller.running < lanes) void work(seller)
  })

  async function work(own: Seller): Promise<void> {
    own.running += 1
    while (own.waiting.length > 0) {
      const next = own.waiting.splice(0, together)
      const orders = next.map((each) => each.order)
      const results = await takeOrdersIsolated(db, { sellerId, orders, now: now(), rules }, read)
      for (const [each, result] of pairs(next, results)) each.settle(result)
    }
    own.running -= 1
    if (own.running === 0) sellers.delete(sellerId)
  }
}
