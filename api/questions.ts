import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { hideContacts } from '#features/core/policy-pack/hide-contacts.ts'
import { receiveQuestion } from '#features/orders/conversations/ask-question-db.server.ts'
import { parseQuestionKey } from '#features/orders/conversations/thread-key.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'
import type { Hub } from '#web/hub.ts'
import { answersOf, sellerEndpoint, sellerParams, type Endpoint } from './endpoint.ts'
import { id, optional, sentMoment, text } from './fields.ts'
import { findListing, missingListing } from './listing-rows.ts'
import { listingParams } from './listing-schemas.ts'
import { messageFields, messageRefusal } from './message-fields.ts'
import { keyOf } from './order-params.ts'
import { ApiProblem } from './problem.ts'
import { resource } from './resource.ts'
import type { MessageKey } from '#features/orders/conversations/message.ts'

const questionBody = z
  .strictObject({
    ...messageFields,
    buyer: z
      .strictObject({
        id: optional(id()).meta({ description: 'The buyer’s id in the marketplace' }),
        username: optional(text(100)),
      })
      .refine((buyer) => (buyer.id ?? buyer.username) !== undefined, 'has neither id nor username'),
    variation: z
      .array(text(100))
      .optional()
      .meta({ description: 'The variation asked about, by its values. Default: the listing' }),
  })
  .meta({ id: 'QuestionBody', description: 'A buyer’s message about a listing, before the sale' })

const questionMessage = z.object({
  key: z.string().describe('The message’s id in the hub, the same in every answer and event'),
  from: z.enum(['BUYER', 'SELLER']),
  text: z.string().describe('Without contact details, if the marketplace’s policy pack hides them'),
  variation: z.string().nullable().describe('Values of the variation asked about; null for the listing'),
  sentAt: sentMoment(),
  pictures: z.array(z.string()).describe('Ids of the attached pictures'),
})

export const question = z
  .object({
    id: z.string().describe('The question’s id in the hub'),
    item: z.string().describe('The listing’s item number'),
    listing: z.string().nullable().describe('The listing’s id in the marketplace; null if it did not send it'),
    buyer: z.object({ id: z.string().nullable(), username: z.string().nullable() }),
    awaitsAnswer: z.boolean(),
    messages: z.array(questionMessage).describe('All messages of this buyer about this listing, oldest first'),
  })
  .meta({ id: 'Question', description: 'A conversation with a buyer about a listing, before the sale' })

interface QuestionRow extends Pick<Row<'conversations'>, 'id' | 'thread' | 'awaiting_since'> {
  item_number: string
  listing: string | null
  buyer: { id: string | null; username: string | null }
  messages: (Omit<z.output<typeof questionMessage>, 'sentAt'> & { sentAt: string })[]
}

/** Reads questions by a condition on `c` (conversations). */
export async function readQuestions(
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select c.id, c.thread, c.awaiting_since, l.item_number,
      (select s.external_id from shop_listings s where s.seller_id = ${sellerId} and s.listing_id = l.id) as listing,
      json_build_object('id', b.external_id, 'username', b.username) as buyer,
      (
        select json_agg(json_build_object('key', m.message_key, 'from', m.sender, 'text', m.body, 'variation', m.subject,
          'sentAt', m.sent_at, 'pictures', coalesce((
            select json_agg(p.hash order by p.position) from message_pictures p
            where p.seller_id = ${sellerId} and p.message_id = m.id), '[]')) order by m.id)
        from conversation_messages m
        where m.seller_id = ${sellerId} and m.listing_id = c.listing_id and m.buyer_id = c.buyer_id
      ) as messages
    from conversations c
    join listings l on l.seller_id = ${sellerId} and l.id = c.listing_id
    join buyers b on b.seller_id = ${sellerId} and b.id = c.buyer_id
    where c.seller_id = ${sellerId} and ${which}`.execute(db)
  return rows
}

export const writeQuestion = (
  row: QuestionRow,
  { config: { policyPack } }: Pick<Hub, 'config'>,
): z.input<typeof question> => ({
  id: row.thread,
  item: row.item_number,
  listing: row.listing,
  buyer: row.buyer,
  awaitsAnswer: row.awaiting_since !== null,
  messages: row.messages.map((message) => ({
    ...message,
    text: policyPack.maskContactData ? hideContacts(message.text, '[contact details removed]') : message.text,
    sentAt: new Date(message.sentAt).toISOString(),
  })),
})

const questions = resource({
  name: 'questions',
  scope: 'messages:read',
  schema: question,
  id: 'c.id',
  read: readQuestions,
  write: (row, { hub }) => writeQuestion(row, hub),
})

const questionParams = sellerParams.extend({
  question: id().meta({ description: 'The question’s id in the hub', example: 'q1f0c5d2e9a7b384' }),
})

export const questionEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/listings/{item}/questions',
    operationId: 'addQuestion',
    summary: 'Create a buyer’s question',
    description:
      'A question before the sale. Further messages of the same buyer about the same listing continue the conversation.',
    scope: 'messages:write',
    params: listingParams,
    body: questionBody,
    happened: ({ sentAt }) => ({ '/sentAt': sentAt }),
    example: {
      id: 'q-1',
      buyer: { id: 'b-7', username: 'lena' },
      text: 'Does the light meter work?',
      sentAt: '2026-11-22T09:45:00Z',
    },
    answers: answersOf(question, { 200: 'The message already existed', 201: 'The message was created' }),
    problems: ['id-taken', 'no-such-picture', 'no-such-variation', 'not-on-offer', 'wrong-message'],
    handle: async ({ hub, seller, params, body, write }) =>
      write(async (db) => {
        const listing = await findListing(db, seller.id, params.item)
        if (!listing) throw new ApiProblem('not-found', { detail: missingListing })
        if (listing.state === 'DRAFT') throw new ApiProblem('not-on-offer')
        const values = body.variation?.join('\n')
        if (values !== undefined && !listing.variations?.some(({ axis_values: own }) => own.join('\n') === values))
          throw new ApiProblem('no-such-variation', { errors: [{ pointer: '/variation', detail: 'It is unknown.' }] })
        const key = brand<MessageKey>(keyOf(`question ${body.id}`))
        const subject = body.variation ? shortened(body.variation.join(', ')) : null
        const outcome = await receiveQuestion(db, {
          sellerId: seller.id,
          listingId: listing.id,
          buyer: { id: body.buyer.id ?? null, username: body.buyer.username ?? null },
          key,
          subject,
          text: body.text,
          pictures: body.pictures ?? [],
          sentAt: new Date(body.sentAt),
        })
        if (!outcome.ok) throw messageRefusal(outcome.reason)
        const { listing_id: ofListing, buyer_id: ofBuyer } = outcome.thread
        const [row] = await readQuestions(db, seller.id, sql`c.listing_id = ${ofListing} and c.buyer_id = ${ofBuyer}`)
        const told = assertDefined(row, 'it was taken in this transaction')
        const sent = told.messages.find((message) => message.key === key)
        const isSame =
          ofListing === listing.id &&
          (body.buyer.id ? told.buyer.id === body.buyer.id : told.buyer.username === body.buyer.username) &&
          sent?.variation === subject &&
          Date.parse(sent.sentAt) === Date.parse(body.sentAt) &&
          isDeepStrictEqual(sent.pictures, body.pictures ?? [])
        if (!isSame) throw messageRefusal('other-text')
        return { status: outcome.repeated ? 200 : 201, body: writeQuestion(told, hub) }
      }),
  }),
  questions.changes({
    operationId: 'listQuestions',
    summary: 'List questions',
    description: 'Questions about listings before the sale, each with all its messages.',
    kind: 'QUESTION',
  }),
  questions.one({
    path: 'questions/{question}',
    operationId: 'getQuestion',
    summary: 'Retrieve a question',
    noun: 'question',
    params: questionParams,
    find: async (db, { seller }, params) =>
      (await readQuestions(db, seller.id, sql`c.thread = ${parseQuestionKey(params.question)}`))[0],
    missing: 'There is no such question.',
  }),
]

/** Characters that the database keeps of a variation's values. */
const mostSubject = 60

const shortened = (values: string) =>
  [...values].length > mostSubject ? `${[...values].slice(0, mostSubject - 1).join('')}…` : values
