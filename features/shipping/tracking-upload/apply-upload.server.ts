import { overAllSellers, type Database } from '#db/client.ts'
import { eachApart, type ReportFailure } from '#web/each-apart.ts'
import { ownRows, type OwnRows } from '#web/own-rows.ts'
import { applyPart } from './apply-part-db.server.ts'

/** Milliseconds that one request goes on applying: its page says how far it is, and asks for more. */
const longest = 2_000

/** Applies parts of an upload for a while. What is left is asked for again, or taken up by `resumeUploads`. */
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

/** An upload that nobody has worked on for so long is left alone: its page was closed, or its process died. */
const leftAlone = 30_000

/**
 * Applies uploads of all sellers that run and were left alone, to their ends. A job runs it (`server/jobs.ts`). One that cannot be
 * applied is reported and holds up no other; it is tried again at the next run. Returns how many came to their ends.
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
  const { done } = await eachApart(left, resume, report)
  return done.length
}
