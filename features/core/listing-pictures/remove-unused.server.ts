import type { Hub } from '#web/hub.ts'
import { giveUpUnusedPictures, removeNextPicture } from './pictures-db.server.ts'
import { day } from '#lib/duration.ts'

/** Days after which an unreferenced picture is removed. */
export const unusedDays = 30

/**
 * Maximum per run, so that a slow store does not hold a connection for hours. The next run, an hour later, continues.
 */
export const removalsARun = 200

/**
 * Schedules pictures unused for `unusedDays` and removes due files, one picture per transaction. Safe to run
 * concurrently. Stops when `signal` aborts. Rejects if the store fails; the rest stays due.
 */
export async function removeUnusedPictures(
  { db, pictures, now }: Pick<Hub, 'db' | 'pictures' | 'now'>,
  signal?: AbortSignal,
): Promise<{ removed: number }> {
  await giveUpUnusedPictures(db.owner, new Date(now().getTime() - unusedDays * day))
  const remove = async (hash: string) => {
    await pictures.store.remove({ hash, size: 'large' })
    await pictures.store.remove({ hash, size: 'small' })
  }
  const goesOn = (removed: number) => removed < removalsARun && !signal?.aborted
  let removed = 0
  while (goesOn(removed) && (await removeNextPicture(db.owner, { now: now(), remove }))) removed += 1
  return { removed }
}
