import { addPicture, type PictureUpload } from './add-picture.server.ts'
import type { ChosenPicture } from './picture.ts'
import { keptOf, nextPictures, pictureItems } from './picture-list.ts'
import type { PictureRefusal } from './picture-refusal.ts'

/** The pictures of a form with which files were sent, and the files that were not taken. */
export interface SentPictures {
  chosen: ChosenPicture[]
  refused: { name: string; refusal: PictureRefusal }[]
}

/** Takes files that a form without script sends, one after the other, by the rules that hold with script. */
export async function addSentPictures(
  upload: Omit<PictureUpload, 'body'>,
  chosen: readonly ChosenPicture[],
  files: readonly File[],
): Promise<SentPictures> {
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
