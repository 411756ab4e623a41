import type { SellerDb } from '#db/client.ts'
import type { FileKind, FileRunState } from './file-run.ts'

/** States of runs that wait for a job or are being worked on. */
const openStates = ['QUEUED', 'RUNNING'] as const satisfies readonly FileRunState[]

/** Ids of a seller's open uploads of these kinds. */
export async function openUploads(
  db: SellerDb,
  { sellerId, kinds }: { sellerId: number; kinds: readonly FileKind[] },
): Promise<string[]> {
  if (kinds.length === 0) return []
  const rows = await db
    .selectFrom('file_runs')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('direction', '=', 'UPLOAD')
    .where('kind', 'in', kinds)
    .where('state', 'in', openStates)
    .execute()
  return rows.map(({ id }) => id)
}

/** Records that somebody looks at open runs. */
export async function markLooked(
  db: SellerDb,
  { sellerId, ids, now }: { sellerId: number; ids: readonly string[]; now: Date },
): Promise<void> {
  await db
    .updateTable('file_runs')
    .set({ looked_at: now })
    .where('seller_id', '=', sellerId)
    .where('id', 'in', ids)
    .where('state', 'in', openStates)
    .execute()
}

/** Records that the end of runs was told. */
export async function noteTold(
  db: SellerDb,
  { sellerId, ids }: { sellerId: number; ids: readonly string[] },
): Promise<void> {
  await db
    .updateTable('file_runs')
    .set((of) => ({ looked_at: of.ref('finished_at').$notNull() }))
    .where('seller_id', '=', sellerId)
    .where('id', 'in', ids)
    .where('finished_at', 'is not', null)
    .execute()
}
