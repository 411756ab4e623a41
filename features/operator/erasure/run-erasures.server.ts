import { updateOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import { overAllSellers, type Database } from '#db/client.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { eraseBuyer } from './erase-buyer-db.server.ts'
import { eraseDocuments } from './erase-documents-db.server.ts'

interface WaitingErasure {
  sellerId: number
  buyerId: number
  requestKey: string
}

/** Performs requested erasures of buyers without open orders; run by a job. Returns their number. */
export async function runErasures(
  db: Database,
  now: Date,
  { report = () => {}, key }: { report?: ReportFailure; key?: string } = {},
): Promise<number> {
  const { rows } = await sql<WaitingErasure>`${overAllSellers}
    select seller_id as "sellerId", buyer_id as "buyerId", request_key as "requestKey" from buyer_erasures
    where done_at is null and (${key ?? null}::text is null or request_key = ${key ?? null}) order by requested_at`.execute(
    db.owner,
  )
  const { done } = await forEachIsolated(rows, (row) => eraseBuyer(db.owner, { ...row, now }), report)
  await eraseDueDocuments(db, now, report)
  return done.filter(Boolean).length
}

/** Erases names and addresses from documents of erased buyers after their retention. */
async function eraseDueDocuments(db: Database, now: Date, report: ReportFailure): Promise<void> {
  const { rows } = await sql<Omit<WaitingErasure, 'requestKey'>>`${overAllSellers}
    select seller_id as "sellerId", buyer_id as "buyerId" from buyer_erasures where documents_until <= ${now}`.execute(
    db.owner,
  )
  const erase = ({ sellerId, buyerId }: Omit<WaitingErasure, 'requestKey'>) =>
    db.asOwner(async (own) => {
      const until = await eraseDocuments(own, { sellerId, buyerId, now })
      await updateOfSeller(own, 'buyer_erasures', sellerId)
        .set({ documents_until: until })
        .where('buyer_id', '=', buyerId)
        .execute()
    })
  await forEachIsolated(rows, erase, report)
}
