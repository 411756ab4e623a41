import { answerPrivatePicture } from '#features/core/listing-pictures/answer-picture.server.ts'
import { readPictureSize } from '#features/core/listing-pictures/picture.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'

/** A picture that buyer and seller show each other, in a message or a case, for members who read what buyers write. */
export const loader = sellerLoader('buyers.talk', async ({ hub, read, seller, url }) => {
  const hash = url.searchParams.get('picture') ?? ''
  const [picture] = await read((db) =>
    db
      .selectFrom('pictures')
      .select('hash')
      .where('seller_id', '=', seller.id)
      .where('hash', '=', hash)
      .where('hash', 'like', 'p%')
      .execute(),
  )
  if (!picture) throw refuse('not-found')
  return answerPrivatePicture(hub, { hash, size: readPictureSize(url.searchParams.get('size')) })
})
