import type { RefundFollower } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { releaseUnshipped } from '#features/shipping/fulfilment/release-unshipped-db.server.ts'

export const releaseRefunded: RefundFollower = async (db, { state, ...settled }) => {
  if (state === 'REFUNDED') await releaseUnshipped(db, settled)
}
