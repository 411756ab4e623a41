import type { Hub } from '#web/hub.ts'
import { giveUpUnusedPictures, removeNextPicture } from './pictures-db.server.ts'
import { day } from '#lib/duration.ts'

/** Days for which a picture is kept that no listing shows and no form was kept with. */
export const unusedDays = 30

/** Of one run, so that a store that is slow does not hold the job for hours; the next run goes on. */
const removalsARun = 2_000

/**
 * Gives up pictures that nothing has used for `unusedDays`, and removes the files of all that are
 * given up. May run in several processes at once. Rejects where the store fails; what is left stays due.
 */
export async function removeUnusedPictures({
  db,
  pictures,
  now,
}: Pick<Hub, 'db' | 'pictures' | 'now'>): Promise<{ removed: number }> {
  await giveUpUnusedPictures(db.owner, new Date(now().getTime() - unusedDays * day))
  const remove = async (hash: string) => {
    await pictures.store.remove({ hash, size: 'large' })
    await pictures.store.remove({ hash, size: 'small' })
  }
  let removed = 0
  while (removed < removalsARun && (await removeNextPicture(db.owner, { now: now(), remove }))) removed += 1
  return { removed }
}
