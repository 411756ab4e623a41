import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'

export interface RunKey {
  sellerId: number
  id: string
}

export type RunFile = 'INPUT' | 'RESULT'

/** Adds a part of a run's file; parts are small (1 MB at most), so that memory stays flat. */
export async function keepPart(
  db: SellerDb,
  { sellerId, id, file, part, content }: RunKey & { file: RunFile; part: number; content: Uint8Array },
): Promise<void> {
  await db
    .insertInto('file_run_parts')
    .values({ seller_id: sellerId, run_id: id, file, part, content: Buffer.from(content) })
    .execute()
}

/** Reads a part of a run's file; null after the last. */
export async function readPart(
  db: SellerDb,
  { sellerId, id, file, part }: RunKey & { file: RunFile; part: number },
): Promise<Uint8Array | null> {
  const row = await selectOfSeller(db, 'file_run_parts', sellerId)
    .select('content')
    .where('run_id', '=', id)
    .where('file', '=', file)
    .where('part', '=', part)
    .executeTakeFirst()
  return row?.content ?? null
}

export async function removeParts(db: SellerDb, { sellerId, id, file }: RunKey & { file: RunFile }): Promise<void> {
  await deleteOfSeller(db, 'file_run_parts', sellerId).where('run_id', '=', id).where('file', '=', file).execute()
}

/** Reads the parts of a run's file one after another, each in a transaction of its own; from the part `first` on. */
export async function* storedParts(
  read: <T>(work: (db: SellerDb) => Promise<T>) => Promise<T>,
  { first = 0, ...of }: RunKey & { file: RunFile; first?: number },
): AsyncGenerator<Uint8Array, void> {
  for (let part = first; ; part += 1) {
    const content = await read((db) => readPart(db, { ...of, part }))
    if (!content) return
    yield content
  }
}
