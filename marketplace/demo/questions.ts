import { sql } from 'kysely'
import { sendMessage } from '#features/orders/conversations/add-message-db.server.ts'
import { receiveQuestion } from '#features/orders/conversations/ask-question-db.server.ts'
import type { MessageKey } from '#features/orders/conversations/message.ts'
import { parseQuestionKey } from '#features/orders/conversations/thread-key.ts'
import { publishAnswer } from '#features/selling/listing-answers/listing-answers-db.server.ts'
import { oneRow } from '#db/one-row.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'
import { hour } from '#lib/duration.ts'
import { cellsOf } from './catalogue.ts'
import { demoOwner } from './members.ts'
import type { Telling } from './tell-stories.ts'

const member = { kind: 'MEMBER', ...demoOwner } as const

/**
 * Has buyers ask before the sale: `hours ago | preferred title of the listing | buyer | question`, then maybe the answer an hour later
 * and the question as the listing shows it. Returns the number of questions.
 */
export async function writeQuestions(
  { tx, sellerId, now }: Pick<Telling, 'tx' | 'sellerId' | 'now'>,
  rows: readonly string[],
): Promise<number> {
  for (const [index, row] of rows.entries()) {
    const [ago, title = '', buyer = '', text = '', answer, listed] = cellsOf(row)
    const at = new Date(now.getTime() - Number(ago) * hour)
    const found = sql<{ id: number }>`
      select id from listings
      where seller_id = ${sellerId} and state = 'ACTIVE' order by starts_with(title, ${title}) desc, id limit 1`
    const { id: listingId } = await oneRow(tx, found)
    const key = brand<MessageKey>(`demo-question-${index}`)
    const asked = {
      key,
      listingId,
      buyer: { id: null, username: buyer },
      subject: null,
      text,
      pictures: [],
      sentAt: at,
    }
    await receiveQuestion(tx, { sellerId, ...asked })
    if (answer === undefined) continue
    const talk = sql<{ thread: string }>`
      select thread from conversations where seller_id = ${sellerId} and listing_id = ${listingId} and buyer_username = ${buyer}`
    const thread = assertDefined(parseQuestionKey((await oneRow(tx, talk)).thread), 'the database draws it')
    const message = {
      key: brand<MessageKey>(`demo-answer-${index}`),
      subject: null,
      text: answer,
      pictures: [],
      seen: key,
    }
    await sendMessage(tx, { sellerId, thread, ...message, actor: member, now: new Date(at.getTime() + hour) })
    if (listed !== undefined)
      await publishAnswer(tx, { sellerId, thread, key: message.key, question: listed, now }, (shown) => shown)
  }
  return rows.length
}
