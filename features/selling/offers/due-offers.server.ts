import { sql } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import { moveOffer } from '#features/core/offer/offers-db.server.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'

const batch = 500

interface DueOffer {
  sellerId: number
  id: number
  state: string
  dueAt: Date
}

/**
 * Closes offers that were not answered or paid in time, of all sellers; run by a job (`server/jobs.ts`). Failures are
 * reported and retried later. Returns the number of offers closed.
 */
export async function closeDueOffers(
  hub: Pick<Hub, 'db' | 'now' | 'config'>,
  report: ReportFailure = () => {},
): Promise<number> {
  let closed = 0
  for (let last: DueOffer | undefined; ;) {
    const due = await findDueOffers(hub, last)
    const close = ({ sellerId, id, state }: DueOffer) =>
      ownRows(hub, sellerId).write((db) =>
        moveOffer(
          db,
          { sellerId, offer: { id }, step: state === 'ACCEPTED' ? 'not-pay' : 'expire', by: 'HUB', now: hub.now() },
          hub.config.policyPack.offers,
        ),
      )
    const { done } = await forEachIsolated(due, close, report)
    closed += done.filter((each) => each.ok).length
    last = due.at(-1)
    if (due.length < batch) return closed
  }
}

async function findDueOffers({ db, now }: Pick<Hub, 'db' | 'now'>, last?: DueOffer): Promise<DueOffer[]> {
  const { rows } = await sql<DueOffer>`${overAllSellers}
    select seller_id as "sellerId", id, state, due_at as "dueAt" from buyer_offers
    where due_at is not null and order_id is null and due_at <= ${now()}
      and ${last ? sql`(due_at, seller_id, id) > (${last.dueAt}, ${last.sellerId}, ${last.id})` : sql`true`}
    order by due_at, seller_id, id limit ${batch}`.execute(db.owner)
  return rows
}
