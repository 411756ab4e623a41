import { selectOfSeller } from '#db/select-of-seller.ts'
import { answerPrivatePicture } from '#features/core/listing-pictures/answer-picture.server.ts'
import { readPictureSize } from '#features/core/listing-pictures/picture.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'

export const loader = sellerLoader('buyers.talk', async ({ hub, read, seller, url }) => {
  const hash = url.searchParams.get('picture') ?? ''
  const [picture] = await read((db) =>
    selectOfSeller(db, 'pictures', seller.id)
      .select('hash')
      .where('hash', '=', hash)
      .where('hash', 'like', 'p%')
      .execute(),
  )
  if (!picture) throw refuse('not-found')
  return answerPrivatePicture(hub, { hash, size: readPictureSize(url.searchParams.get('size')) })
})
