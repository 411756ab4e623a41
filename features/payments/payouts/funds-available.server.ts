import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { readIsNewSeller } from '#features/core/holds/seller-sales-db.server.ts'
import { settleHolds } from '#features/core/holds/settle-holds-db.server.ts'
import { postFundsAvailable } from '#features/core/ledger/events/funds-available.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import type { PayoutRules } from '#features/core/policy-pack/payout-rules.ts'
import { workBySeller, type SellersWork } from '#web/work-by-seller.ts'
import { ownRows } from '#web/own-rows.ts'
import type { Hub } from '#web/hub.ts'

/** Transactions per batch. */
const batch = 1000

/**
 * Makes money available whose processing has ended, of all sellers; run by a job (`server/jobs.ts`). Money of new sellers
 * is held until the delivery instead. Failures are reported and retried later. Returns the number of transactions.
 */
export const makeFundsAvailable = (hub: Pick<Hub, 'db' | 'now' | 'config'>, work: SellersWork = {}): Promise<number> =>
  workBySeller(
    hub.db,
    work,
    sql`select distinct seller_id as "sellerId" from transactions
      where state = 'PROCESSING' and available_at <= ${hub.now()}`,
    (sellerId) => async () => {
      const due = { sellerId, now: hub.now(), rules: hub.config.policyPack.payout }
      const done = await ownRows(hub, sellerId).write((db) => moveDueFunds(db, due))
      return { done, isLast: done < batch }
    },
  )

/** Moves a batch of a seller's due transactions; returns how many it looked at. */
export async function moveDueFunds(
  db: SellerDb,
  { sellerId, now, rules }: { sellerId: number; now: Date; rules: PayoutRules },
): Promise<number> {
  const due = await selectOfSeller(db, 'transactions', sellerId)
    .select(['id', 'order_id'])
    .where('state', '=', 'PROCESSING')
    .where('available_at', '<=', now)
    .orderBy('id')
    .limit(batch)
    .execute()
  if (due.length === 0) return 0
  if (await readIsNewSeller(db, { sellerId, now, rules: rules.newSeller })) {
    const orderIds = new Set(due.flatMap(({ order_id: id }) => (id === null ? [] : [id])))
    await settleHolds(db, { sellerId, orderIds: [...orderIds], now, rules })
  }
  const ids = due.map(({ id }) => id)
  const rows = await selectOfSeller(db, 'transactions', sellerId)
    .select(['id', 'order_id', 'currency', 'net_minor'])
    .where('id', 'in', ids)
    .where('state', '=', 'PROCESSING')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length > 0)
    await updateOfSeller(db, 'transactions', sellerId)
      .set({ state: 'AVAILABLE' })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  const entries = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => {
    const orders = new Set(of.map(({ order_id: id }) => id))
    const [orderId = null] = orders
    return postFundsAvailable({
      // Each transaction becomes available once, so its id names the batch that it is first in.
      of: String(of[0]?.id),
      at: now,
      currency,
      orderId: orders.size === 1 ? orderId : null,
      amountMinor: of.reduce((sum, { net_minor: minor }) => sum + minor, 0),
    })
  })
  await writeEntries(db, sellerId, entries)
  return due.length
}
