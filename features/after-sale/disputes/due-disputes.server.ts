import { sql } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import type { DisputeNumber } from './dispute.ts'
import { moveDispute } from './move-dispute-db.server.ts'

const batch = 500

interface DueDispute {
  sellerId: number
  number: DisputeNumber
  respondBy: Date
}

/**
 * Loses disputes that were not answered in time, of all sellers; run by a job (`server/jobs.ts`). Failures are reported
 * and retried later. Returns the number of disputes lost.
 */
export async function loseDueDisputes(
  hub: Pick<Hub, 'db' | 'now' | 'config'>,
  report: ReportFailure = () => {},
): Promise<number> {
  const { policyPack } = hub.config
  let lost = 0
  for (let last: DueDispute | undefined; ;) {
    const due = await findDueDisputes(hub, last)
    const lose = ({ sellerId, number }: DueDispute) =>
      ownRows(hub, sellerId).write((db) =>
        moveDispute(db, { sellerId, number, step: 'time-out', now: hub.now(), policyPack }),
      )
    const { done } = await forEachIsolated(due, lose, report)
    lost += done.filter((each) => each.ok).length
    last = due.at(-1)
    if (due.length < batch) return lost
  }
}

async function findDueDisputes({ db, now }: Pick<Hub, 'db' | 'now'>, last?: DueDispute): Promise<DueDispute[]> {
  const { rows } = await sql<DueDispute>`${overAllSellers}
    select seller_id as "sellerId", dispute_number as number, respond_by as "respondBy" from disputes
    where state = 'ACTION_NEEDED' and respond_by <= ${now()}
      and ${last ? sql`(respond_by, seller_id, dispute_number) > (${last.respondBy}, ${last.sellerId}, ${last.number})` : sql`true`}
    order by respond_by, seller_id, dispute_number limit ${batch}`.execute(db.owner)
  return rows
}
