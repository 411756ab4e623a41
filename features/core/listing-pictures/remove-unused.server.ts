import type { Hub } from '#web/hub.ts'
import { giveUpUnusedPictures, removeNextPicture } from './pictures-db.server.ts'
import { day } from '#lib/duration.ts'

/** Days for which a picture is kept that no listing shows and no form was kept with. */
export const unusedDays = 30

/** Of one run, so that a store that is slow does not keep a connection for hours; the next run, an hour later, goes on. */
export const removalsARun = 200

/**
 * Gives up pictures that nothing has used for `unusedDays`, and removes the files of all that are given up, one picture a transaction. May
 * run in several processes at once. Begins no other picture once `signal` has been given. Rejects where the store fails; what is left stays due.
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
