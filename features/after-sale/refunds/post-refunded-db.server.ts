import type { LedgerRules } from '#features/core/ledger/ledger-policy.ts'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import type { RefundFollower } from './settle-refunds.server.ts'

/** Posts a refund that was made, and the cancellation that it closed; comes after the followers that close it. */
export const postRefunded =
  (rules: LedgerRules): RefundFollower =>
  async (db, { sellerId, orderId, state }) => {
    if (state === 'REFUNDED') await postOrders(db, { sellerId, orderIds: [orderId], rules })
  }
