import { sql } from 'kysely'
import { answerPrivatePicture } from '#features/listing-pictures/answer-picture.server.ts'
import { readPictureSize } from '#features/listing-pictures/picture.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'

/**
 * A picture that buyer and seller show each other, for whoever may read where it is shown: a case's for all of the seller's
 * members, a message's for those who read messages. For everybody else there is none.
 */
export const loader = sellerLoader('hub.view', async ({ hub, read, seller, url }) => {
  const hash = url.searchParams.get('picture') ?? ''
  const { rows } = await read((db) =>
    sql<{ isOfCase: boolean }>`
      select exists (select from case_photos c where c.seller_id = ${seller.id} and c.hash = p.hash) as "isOfCase"
      from pictures p where p.seller_id = ${seller.id} and p.hash = ${hash} and p.hash like 'p%'`.execute(db),
  )
  const [picture] = rows
  if (!picture || !(picture.isOfCase || mayDo(seller.role, 'buyers.talk'))) throw refuse('not-found')
  return answerPrivatePicture(hub, { hash, size: readPictureSize(url.searchParams.get('size')) })
})
