import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { parseMessageKey } from '#features/orders/conversations/message.ts'
import type { QuestionKey } from '#features/orders/conversations/thread-key.ts'
import { findThread, isOfThread } from '#features/orders/conversations/threads-db.server.ts'
import { answerLimits, type ListedAnswer } from './answer-limits.ts'

/** Questions and answers that a listing shows, oldest first. */
export const readAnswers = (db: SellerDb, sellerId: number, listingId: number): Promise<ListedAnswer[]> =>
  selectOfSeller(db, 'listing_questions', sellerId)
    .select(['message_key as key', 'question', 'answer'])
    .where('listing_id', '=', listingId)
    .orderBy('published_at')
    .orderBy('message_key')
    .execute()

export interface AskedQuestion {
  thread: string
  buyer_username: string
  awaiting_since: Date | null
  last_at: Date
  body: string
}

/** The latest questions about a listing, those that wait for an answer first, and how many do. */
export async function readQuestionsAbout(
  db: SellerDb,
  { sellerId, listingId, most }: { sellerId: number; listingId: number; most: number },
): Promise<{ questions: AskedQuestion[]; waiting: number }> {
  const { rows } = await sql<AskedQuestion & { waiting: number }>`
    select c.thread, c.buyer_username, c.awaiting_since, c.last_at, left(m.body, 200) as body,
      count(c.awaiting_since) over ()::integer as waiting
    from conversations c
    join conversation_messages m on m.seller_id = ${sellerId} and m.id = c.last_id
    where c.seller_id = ${sellerId} and c.listing_id = ${listingId}
    order by c.awaiting_since, c.last_at desc limit ${most}`.execute(db)
  return { questions: rows, waiting: rows[0]?.waiting ?? 0 }
}

/** The seller's last answer in a conversation with the questions that it answers; null without one. */
export async function lastAnswer(
  db: SellerDb,
  sellerId: number,
  thread: QuestionKey,
): Promise<{ listingId: number; key: string; question: string; answer: string } | null> {
  const found = await findThread(db, sellerId, thread)
  if (!found || found.listing_id === null) return null
  const messages = await selectOfSeller(db, 'conversation_messages', sellerId)
    .select(['message_key as key', 'sender', 'body'])
    .where(isOfThread(found))
    .orderBy('id')
    .execute()
  const at = messages.findLastIndex(({ sender, body }) => sender === 'SELLER' && body !== '')
  const answer = messages[at]
  if (!answer) return null
  const before = messages.slice(0, at)
  const asked = before.slice(before.findLastIndex(({ sender }) => sender === 'SELLER') + 1)
  // A second answer in a row is to the same question.
  const questions = asked.length > 0 ? asked : before.filter(({ sender }) => sender === 'BUYER').slice(-1)
  const question = questions
    .map(({ body }) => body)
    .join('\n')
    .trim()
  return { listingId: found.listing_id, key: answer.key, question, answer: answer.body }
}

interface Publishing {
  sellerId: number
  thread: QuestionKey
  /** The answer on the page; a later one is not published unread. */
  key: string
  question: string
  now: Date
}

/** Adds an answer to its listing. Idempotent; false if it is no longer the last one, or the listing is full. */
export async function publishAnswer(
  db: SellerDb,
  { sellerId, thread, key, question, now }: Publishing,
  readable: (text: string) => string,
): Promise<boolean> {
  const last = await lastAnswer(db, sellerId, thread)
  if (last?.key !== key) return false
  // Others that add to the listing wait.
  await sql`select from listings where seller_id = ${sellerId} and id = ${last.listingId} for no key update`.execute(db)
  const listed = await readAnswers(db, sellerId, last.listingId)
  if (listed.some((each) => each.key === key)) return true
  if (listed.length >= answerLimits.listed) return false
  await db
    .insertInto('listing_questions')
    .values({
      seller_id: sellerId,
      listing_id: last.listingId,
      message_key: key,
      question,
      answer: readable(last.answer),
      published_at: now,
    })
    .execute()
  return true
}

/** Removes an answer from the listing that shows it. */
export async function removeAnswer(db: SellerDb, sellerId: number, key: string): Promise<void> {
  await deleteOfSeller(db, 'listing_questions', sellerId).where('message_key', '=', parseMessageKey(key)).execute()
}
