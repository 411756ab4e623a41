import { updateOfSeller } from '#db/change-of-seller.ts'
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
  await updateOfSeller(db, 'file_runs', sellerId)
    .set({ looked_at: now })
    .where('id', 'in', ids)
    .where('state', 'in', openStates)
    .execute()
}

export async function noteTold(
  db: SellerDb,
  { sellerId, ids }: { sellerId: number; ids: readonly string[] },
): Promise<void> {
  await updateOfSeller(db, 'file_runs', sellerId)
    .set((of) => ({ looked_at: of.ref('finished_at').$notNull() }))
    .where('id', 'in', ids)
    .where('finished_at', 'is not', null)
    .execute()
}
