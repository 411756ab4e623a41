import type { SellerArgs } from '#web/guard.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { isRunOpen, type FileRun } from './file-run.ts'
import { markLooked } from './open-runs-db.server.ts'

/** Notes that a page shows these runs, so that the end of open ones is not told to a shop that watches. */
export async function noteLook(
  { hub, seller, write }: Pick<SellerArgs, 'hub' | 'seller'> & Pick<OwnRows, 'write'>,
  runs: readonly FileRun[],
): Promise<void> {
  const ids = runs.flatMap(({ id, state }) => (isRunOpen(state) ? [id] : []))
  if (ids.length > 0) await write((db) => markLooked(db, { sellerId: seller.id, ids, now: hub.now() }))
}
