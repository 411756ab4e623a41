import { addPicture, type PictureUpload } from './add-picture.server.ts'
import type { ChosenPicture } from './picture.ts'
import { keptOf, nextPictures, pictureItems } from './picture-list.ts'

/** Stores files sent by a form without script, one after another, by the same rules as with script. */
export async function addSentPictures(
  upload: Omit<PictureUpload, 'body'>,
  chosen: readonly ChosenPicture[],
  files: readonly File[],
) {
  const given = files.map((file, index) => ({ id: `file${index}`, file, refusal: null }))
  const waiting = nextPictures(pictureItems(chosen), { type: 'add', files: given })
  let items = waiting
  for (const item of waiting) {
    if (item.state !== 'waiting') continue
    const { id, file } = item
    const result = await addPicture({ ...upload, body: file.stream() })
    items = nextPictures(
      items,
      result.ok ? { type: 'taken', id, hash: result.picture.hash } : { type: 'refused', id, refusal: result.refusal },
    )
  }
  return {
    chosen: keptOf(items).map(({ hash, alt }) => ({ hash, alt })),
    refused: items.flatMap((item) =>
      item.state === 'refused' ? [{ name: item.file.name, refusal: item.refusal }] : [],
    ),
  }
}
