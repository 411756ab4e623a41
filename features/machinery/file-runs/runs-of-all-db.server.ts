import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import type { RunKey } from './run-parts-db.server.ts'
import { runsInTurn, type OpenRun } from './run-turns.ts'

/** Sellers whose runs are offered at once: more than there are processes. */
const sellersInTurn = 500

/** Runs whose turn it is, over all sellers, those that waited longest first. At most one of each seller. */
export async function waitingRuns(owner: Kysely<Schema>, now: Date): Promise<RunKey[]> {
  // The first of each seller that waits for no other: schedules queue thousands at once.
  const { rows: queued } = await sql<OpenRun>`${overAllSellers}
    select * from (
      select distinct on (seller_id) seller_id as "sellerId", id, state, worked_at as "workedAt", waits_for as "waitsFor"
      from file_runs r
      where state = 'QUEUED' and not exists (
        select from file_runs o where o.seller_id = r.seller_id and o.id = any (r.waits_for) and o.state in ('QUEUED', 'RUNNING'))
      order by seller_id, worked_at, id
    ) first
    order by "workedAt" limit ${sellersInTurn}`.execute(owner)
  // Read afterwards: a run that was taken meanwhile keeps back the seller's others.
  const running = await owner
    .selectFrom('file_runs')
    .select(['seller_id as sellerId', 'id', 'state', 'worked_at as workedAt', 'waits_for as waitsFor'])
    .where('state', '=', 'RUNNING')
    .modifyEnd(overAllSellers)
    .execute()
  const open = [...queued, ...running]
  return runsInTurn(
    open.toSorted((one, other) => one.workedAt.getTime() - other.workedAt.getTime()),
    now,
  )
}

/** Deletes runs whose time is over, with their files, of all sellers, so many at a time; run by a job (`server/jobs.ts`). */
export async function removeOldRuns(owner: Kysely<Schema>, now: Date, atOnce = 200): Promise<void> {
  for (let found = atOnce; found === atOnce;) {
    const old = await owner
      .selectFrom('file_runs')
      .select(['seller_id', 'id'])
      .where('kept_until', '<=', now)
      .orderBy('kept_until')
      .limit(atOnce)
      .modifyEnd(overAllSellers)
      .execute()
    found = old.length
    if (found === 0) return
    await owner
      .deleteFrom('file_runs')
      .where('seller_id', 'in', [...new Set(old.map(({ seller_id }) => seller_id))])
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .where('kept_until', '<=', now)
      .modifyEnd(overAllSellers)
      .execute()
  }
}
