import { isDatabaseAway, overAllSellers, type Database } from '#db/client.ts'
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
  report: (error: unknown, sellerId: number) => void,
): Promise<number> {
  const left = await db.owner
    .selectFrom('tracking_uploads')
    .select(['seller_id', 'id'])
    .where('state', '=', 'RUNNING')
    .where('worked_at', '<', new Date(now().getTime() - leftAlone))
    .modifyEnd(overAllSellers)
    .execute()
  let resumed = 0
  for (const { seller_id: sellerId, id } of left) {
    const { write } = ownRows({ db }, sellerId)
    try {
      while (await write((own) => applyPart(own, { sellerId, id, now: now() })));
      resumed += 1
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      report(error, sellerId)
    }
  }
  return resumed
}
