import { updateOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { DisputeNumber } from '#features/after-sale/disputes/dispute.ts'
import type { EvidenceFile } from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { keepPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import type { DisputeFormAnswer } from './dispute-form.ts'

export type SentFile = EvidenceFile & { bytes: number }

export async function readSentFiles(db: SellerDb, { seller_id: seller, id }: Row<'disputes'>): Promise<SentFile[]> {
  const { rows } = await sql<SentFile>`
    select e.hash, e.name, p.bytes
    from dispute_evidence e join pictures p on p.seller_id = ${seller} and p.hash = e.hash
    where e.seller_id = ${seller} and e.dispute_id = ${id} order by e.position`.execute(db)
  return rows
}

export async function findSentDocument(
  db: SellerDb,
  { sellerId, number, hash }: { sellerId: number; number: DisputeNumber; hash: string },
): Promise<{ hash: string; name: string } | null> {
  const { rows } = await sql<{ hash: string; name: string }>`
    select e.hash, e.name from disputes d
    join dispute_evidence e on e.seller_id = ${sellerId} and e.dispute_id = d.id and e.hash = ${hash} and e.name is not null
    where d.seller_id = ${sellerId} and d.dispute_number = ${number}`.execute(db)
  return rows[0] ?? null
}

/** Marks stored files of an answer that was refused as used; those that are gone are left out. */
export async function keepEvidence(
  db: SellerDb,
  { sellerId, files, now }: { sellerId: number; files: readonly EvidenceFile[]; now: Date },
): Promise<Pick<DisputeFormAnswer, 'pictures' | 'documents'>> {
  const chosen = files.flatMap(({ hash, name }) => (name === null ? [{ hash, alt: '' }] : []))
  const named = new Map(files.flatMap(({ hash, name }) => (name === null ? [] : [[hash, name] as const])))
  const documents = await updateOfSeller(db, 'pictures', sellerId)
    .set({ used_at: now })
    .where('hash', '=', sql<string>`any (${[...named.keys()]}::text[])`)
    .returning(['hash', 'bytes'])
    .execute()
  const bytesOf = new Map(documents.map(({ hash, bytes }) => [hash, bytes]))
  return {
    pictures: await keepPictures(db, { sellerId, chosen, now }),
    documents: [...named].flatMap(([hash, name]) => {
      const bytes = bytesOf.get(hash)
      return bytes === undefined ? [] : [{ hash, name, bytes }]
    }),
  }
}
