import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { readBatch } from '#db/read-batch.ts'
import type { FactModel } from '#features/machinery/grid/fact-rows.tsx'
import { readNeighbours, backToList } from '#features/machinery/grid/way-back.server.ts'
import { readRows } from '#features/machinery/grid/list-rows-db.server.ts'
import { questionParts } from '#features/orders/conversations/conversation-db.server.ts'
import { conversationsList } from '#features/orders/conversations/conversations-list.server.ts'
import { readThread } from '#features/orders/conversations/read-talk.server.ts'
import { readableText } from '#features/core/policy-pack/hide-contacts.ts'
import type { QuestionKey } from '#features/orders/conversations/thread-key.ts'
import { findThread } from '#features/orders/conversations/threads-db.server.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { timeModel } from '#features/orders/order-list/order-words.ts'
import { answerLimits, type ListedAnswer } from '#features/selling/listing-answers/answer-limits.ts'
import { lastAnswer, readAnswers } from '#features/selling/listing-answers/listing-answers-db.server.ts'
import { listingModel } from '#features/selling/listings/listing-view.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { openedList } from '#features/order-page/read/opened-list.server.ts'
import { viewOf } from '#features/order-page/read/order-page.server.ts'

/** The listing beside a question about it. */
export interface ListingBriefModel {
  thread: string
  item: string
  title: string
  picture: string | null
  href: string
  status: ReturnType<typeof listingModel>['status']
  facts: FactModel[]
  /** The buyer's later order of it. */
  order: { href: string; number: string } | null
  answers: ListedAnswer[]
  /** The last answer, to be added to the listing; null if it is there, none was given, or the listing is full. */
  offer: { key: string; question: string; answer: string } | null
  isFull: boolean
  mayEdit: boolean
}

/** Reads a question before the sale, and its listing; 404 if the seller has no such question. */
export async function readQuestionPage(visit: SellerArgs, thread: QuestionKey) {
  const { hub, read, seller } = visit
  const { from, list } = openedList(visit)
  const { now, texts } = viewOf(visit)
  const readable = readableText(hub.config.policyPack, texts)
  const found = await read(async (db) => {
    const row = await findThread(db, seller.id, thread)
    if (!row || row.listing_id === null || row.buyer_id === null) return null
    const { listing_id: listingId, buyer_id: buyerId, buyer_username: buyer } = row
    const [{ templates, ...conversation }, neighbours, listing] = await Promise.all([
      readBatch(db, questionParts, { sellerId: seller.id, listingId, buyerId }),
      from === null
        ? null
        : readNeighbours(db, conversationsList, list, {
            id: row.id,
            words: 'talk',
            texts,
            href: (key, opened) => paths.conversation(key, { from: opened }),
          }),
      readBrief(db, visit, { thread, listingId, buyerId, buyer }),
    ])
    const talk = await readThread(visit, {
      thread,
      buyer,
      conversation,
      templates,
      values: () =>
        Promise.resolve({
          buyer: shownBuyer(buyer, texts),
          name: null,
          order: null,
          item: listing.title,
          carrier: null,
          tracking: null,
          shop: seller.displayName,
        }),
      about: null,
      texts,
      timeModel: (at) => timeModel(at, now, texts),
      readable,
    })
    return { talk, neighbours, listing: { ...listing, thread }, buyer: shownBuyer(buyer, texts) }
  })
  if (!found) throw refuse('not-found')
  return {
    ...found,
    kind: 'question' as const,
    back: backToList(conversationsList, list, texts),
    note: texts.t('common.zone', { zone: texts.zoneName(now) }),
  }
}

interface OfQuestion {
  thread: QuestionKey
  listingId: number
  buyerId: number
  buyer: string
}

async function readBrief(
  db: SellerDb,
  visit: SellerArgs,
  { thread, ...asked }: OfQuestion,
): Promise<Omit<ListingBriefModel, 'thread'>> {
  const { hub, seller } = visit
  const { now, texts } = viewOf(visit)
  const { policyPack } = hub.config
  const [rows, answers, last, order] = await Promise.all([
    readRows(db, listingsList, seller.id, [asked.listingId]),
    readAnswers(db, seller.id, asked.listingId),
    lastAnswer(db, seller.id, thread),
    findOrder(db, seller.id, asked),
  ])
  const row = assertDefined(rows[0], 'a question is deleted with its listing')
  const { title, picture, status } = listingModel(row, {
    now,
    deadlines: policyPack.deadlines,
    texts,
    category: null,
    role: seller.role,
  })
  const readable = readableText(policyPack, texts)
  const mayEdit = mayDo(seller.role, 'listings.edit')
  const isFull = answers.length >= answerLimits.listed
  const isListed = answers.some(({ key }) => key === last?.key)
  const facts: [label: string, text: string | null][] = [
    [
      texts.t('word.price'),
      mayDo(seller.role, 'amounts.view') ? texts.money({ minor: row.price_minor, currency: row.currency }) : null,
    ],
    [texts.t('word.available'), texts.number(row.quantity_available)],
    [texts.t('word.sold'), texts.number(row.quantity_sold)],
    [texts.t('word.sku'), row.sku],
    [texts.t('listings.column.item'), row.item_number],
  ]
  return {
    item: row.item_number,
    title,
    picture,
    href: paths.listing(row.item_number),
    status,
    facts: facts.flatMap(([label, text]) => (text === null ? [] : [{ label, text }])),
    order: order === null ? null : { href: paths.orderDetails(order), number: order },
    answers,
    offer:
      mayEdit && last && !isFull && !isListed
        ? { key: last.key, question: readable(last.question), answer: readable(last.answer) }
        : null,
    isFull,
    mayEdit,
  }
}

/** Number of the buyer's first order of the listing, found by their name, which an index has. */
async function findOrder(
  db: SellerDb,
  sellerId: number,
  { listingId, buyerId, buyer }: Omit<OfQuestion, 'thread'>,
): Promise<string | null> {
  const { rows } = await sql<{ order_number: string }>`
    select o.order_number from orders o
    join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id and l.listing_id = ${listingId}
    where o.seller_id = ${sellerId} and o.buyer_username = ${buyer} and o.buyer_id = ${buyerId} order by o.id limit 1`.execute(
    db,
  )
  return rows[0]?.order_number ?? null
}
