import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { FileKind, FileRunState } from './file-run.ts'

const openStates = ['QUEUED', 'RUNNING'] as const satisfies readonly FileRunState[]

export async function openUploads(
  db: SellerDb,
  { sellerId, kinds }: { sellerId: number; kinds: readonly FileKind[] },
): Promise<string[]> {
  if (kinds.length === 0) return []
  const rows = await selectOfSeller(db, 'file_runs', sellerId)
    .select('id')
    .where('direction', '=', 'UPLOAD')
    .where('kind', 'in', kinds)
    .where('state', 'in', openStates)
    .execute()
  return rows.map(({ id }) => id)
}

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
