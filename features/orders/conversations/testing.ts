import { rowOf } from '#db/testing-row.ts'
import type { TestDatabase } from '#db/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { newMessageKey } from './add-message-db.server.ts'
import { receiveQuestion } from './ask-question-db.server.ts'
import type { MessageKey } from './message.ts'
import { parseQuestionKey, type QuestionKey } from './thread-key.ts'

interface Question {
  sellerId: number
  listingId: number
  buyer: string
  /** The marketplace's id of the buyer. */
  id?: string | null
  text: string
  at: Date
  key?: MessageKey
  pictures?: readonly string[]
}

/** Has a buyer ask about a listing. */
export async function ask(
  db: TestDatabase,
  { sellerId, listingId, buyer, id = null, text, at, key = newMessageKey(), pictures = [] }: Question,
): Promise<{ thread: QuestionKey; key: MessageKey; ok: boolean }> {
  const { ok } = await db.asSeller(sellerId, 'write', (own) =>
    receiveQuestion(own, {
      sellerId,
      listingId,
      buyer: { id, username: buyer },
      key,
      subject: null,
      text,
      pictures,
      sentAt: at,
    }),
  )
  const { thread } = await rowOf(db.owner, 'conversations', {
    seller_id: sellerId,
    listing_id: listingId,
    buyer_username: buyer,
  })
  return { thread: assertDefined(parseQuestionKey(thread), 'the database draws it'), key, ok }
}
