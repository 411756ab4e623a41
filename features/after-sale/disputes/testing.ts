import type { Database } from '#db/client.ts'
import { testLedgerRules } from '#features/core/ledger/testing.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { openDispute, type NewDispute, type OpenOutcome } from './open-dispute-db.server.ts'

let serial = 0

/** Opens a dispute of an order, of 5.00 unless another amount is given. */
export function addDispute(
  db: Database,
  { sellerId, order, now, ...more }: { sellerId: number; order: OrderNumber; now: Date } & Partial<NewDispute>,
): Promise<OpenOutcome> {
  serial += 1
  return db.asSeller(sellerId, 'write', (own) =>
    openDispute(own, {
      sellerId,
      id: `d-${serial}`,
      order,
      reason: 'NOT_RECEIVED',
      amountMinor: 500,
      words: 'It never came.',
      openedAt: now,
      respondBy: null,
      now,
      rules: testLedgerRules,
      ...more,
    }),
  )
}
