import { day } from '#lib/duration.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import type { PictureFile } from './picture-store.server.ts'
import { announcePicture, insertPicture, type StoredFile } from './pictures-db.server.ts'

/** Milliseconds after which files without a row are considered orphaned. */
const unfinishedMs = day

interface FilesToKeep {
  hash: string
  /** Null for documents. */
  sides: Pick<StoredFile, 'width' | 'height'> | null
  files: readonly { size: PictureFile['size']; bytes: Uint8Array }[]
}

/** Stores the files of a picture or document, then its row; a crash leaves nothing behind. False if the store fails. */
export async function keepFiles(
  hub: Pick<Hub, 'db' | 'log' | 'now' | 'pictures'>,
  sellerId: number,
  { hash, sides, files }: FilesToKeep,
): Promise<boolean> {
  const { write } = ownRows(hub, sellerId)
  const { store } = hub.pictures
  const removeAt = new Date(hub.now().getTime() + unfinishedMs)
  await write((own) => announcePicture(own, { sellerId, hash, removeAt }))
  try {
    await Promise.all(files.map(({ size, bytes }) => store.put({ hash, size }, bytes)))
  } catch (error) {
    hub.log.error({ err: error, place: store.place }, 'could not store a picture')
    return false
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  const picture = { hash, width: null, height: null, ...sides, bytes }
  await write((own) => insertPicture(own, { sellerId, picture, now: hub.now() }))
  return true
}
