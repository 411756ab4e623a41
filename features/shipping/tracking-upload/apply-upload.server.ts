import { overAllSellers, type Database } from '#db/client.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { ownRows, type OwnRows } from '#web/own-rows.ts'
import { applyPart } from './apply-part-db.server.ts'

/** Milliseconds that one request applies parts; the page then shows progress and requests more. */
const longest = 2_000

/** Applies parts of an upload for a limited time. The next request or `resumeUploads` continues. */
export async function applyUpload({
  write,
  now,
  sellerId,
  id,
}: {
  write: OwnRows['write']
  now: () => Date
  sellerId: number
  id: string
}): Promise<void> {
  const until = now().getTime() + longest
  while (await write((db) => applyPart(db, { sellerId, id, now: now() }))) if (now().getTime() >= until) return
}

/** Milliseconds after which a running upload counts as abandoned: its page was closed or its process died. */
const leftAlone = 30_000

/**
 * Completes abandoned uploads of all sellers; run by a job (`server/jobs.ts`). A failing upload is reported, does not
 * block others and is retried in the next run. Returns the number completed.
 */
export async function resumeUploads(
  { db, now }: { db: Database; now: () => Date },
  report: ReportFailure,
): Promise<number> {
  const left = await db.owner
    .selectFrom('tracking_uploads')
    .select(['seller_id as sellerId', 'id'])
    .where('state', '=', 'RUNNING')
    .where('worked_at', '<', new Date(now().getTime() - leftAlone))
    .modifyEnd(overAllSellers)
    .execute()
  const resume = async ({ sellerId, id }: (typeof left)[number]) => {
    const { write } = ownRows({ db }, sellerId)
    while (await write((own) => applyPart(own, { sellerId, id, now: now() })));
  }
  const { done } = await forEachIsolated(left, resume, report)
  return done.length
}
