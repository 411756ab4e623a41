import { parseDisputeNumber } from '#features/after-sale/disputes/dispute.ts'
import { answerDocument } from '#features/core/listing-pictures/answer-document.server.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { findSentDocument } from './evidence-db.server.ts'

/** Downloads a document sent to the bank, for members who may answer a dispute: they wrote it, and it may name the buyer. */
export const loader = sellerLoader('orders.refund', async ({ hub, read, seller, url }) => {
  const number = parseDisputeNumber(url.searchParams.get('dispute'))
  const hash = url.searchParams.get('document') ?? ''
  const found = number && (await read((db) => findSentDocument(db, { sellerId: seller.id, number, hash })))
  if (!found) throw refuse('not-found')
  return answerDocument(hub, found)
})
