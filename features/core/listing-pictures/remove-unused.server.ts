import type { Hub } from '#web/hub.ts'
import { filesOf } from './picture-store.server.ts'
import { giveUpUnusedPictures, removeNextPicture } from './pictures-db.server.ts'

/** Maximum per run: half an hour of a store that takes 0.1 s. The next run, an hour later, continues. */
const removalsARun = 20_000

/**
 * Schedules pictures that have not been used for long and removes due files, one picture per transaction. Safe to run
 * concurrently. Stops when `signal` aborts. Rejects if the store fails; the rest stays due.
 */
export async function removeUnusedPictures(
  { db, pictures, now }: Pick<Hub, 'db' | 'pictures' | 'now'>,
  { signal, most = removalsARun }: { signal?: AbortSignal; most?: number } = {},
): Promise<{ removed: number }> {
  await giveUpUnusedPictures(db.owner, { now: now(), signal })
  const remove = async (hash: string) => {
    for (const file of filesOf(hash)) await pictures.store.remove(file)
  }
  const goesOn = (removed: number) => removed < most && !signal?.aborted
  let removed = 0
  while (goesOn(removed) && (await removeNextPicture(db.owner, { now: now(), remove }))) removed += 1
  return { removed }
}
